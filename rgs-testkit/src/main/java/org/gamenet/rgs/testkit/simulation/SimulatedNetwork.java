package org.gamenet.rgs.testkit.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.port.Node;

/**
 * Groups as JGroups really makes them: first in, first out for each pair while both are in each other's view; views
 * that come late, or never to who was put out; other last messages of a dead member at each survivor; sockets that
 * break without a death.
 */
public final class SimulatedNetwork {
    private static final long MILLI = VirtualTime.MILLI;

    final VirtualTime time;
    final Dice dice;
    final Trace trace;
    final boolean fenceless;
    final Ways ways;
    final SimulatedViews views;
    final SimulatedLinks links;
    final List<Station> stations = new ArrayList<>();
    private final List<BooleanSupplier> taken = new CopyOnWriteArrayList<>();
    private final List<Consumer<byte[]>> ears = new CopyOnWriteArrayList<>();
    Wiretap tap = Wiretap.NONE;
    /** Whether some of what was held back comes a second time, in another order: a connection was made anew. */
    public boolean repeats;
    /**
     * The amount that one process can send in a second; 0: any amount. An unreliable frame does not wait long for its
     * turn.
     */
    public long bytesPerSecond;

    public Weather weather = Weather.FAIR;

    /**
     * @param latency nanoseconds at most, one way
     * @param loss of an unreliable frame; a reliable one is sent again, which takes 50 to 200 ms
     * @param lateView how late a view may be, milliseconds
     * @param strays whether frames from outside the receiver's view get through
     */
    public record Weather(long latency, double loss, long lateView, boolean strays) {
        public static final Weather FAIR = new Weather(MILLI, 0, 3, false);
    }

    SimulatedNetwork(VirtualTime time, Dice dice, Trace trace, boolean fenceless) {
        this.fenceless = fenceless;
        this.time = time;
        this.dice = dice;
        this.trace = trace;
        this.ways = new Ways(time, dice, this::healed, () -> repeats);
        this.views = new SimulatedViews(time, dice, ways, () -> weather.lateView);
        this.links = new SimulatedLinks(this, time, dice.split());
        views.mergeSometimes();
    }

    private void healed(Station from, Station to) {
        links.healed(from, to);
    }

    Station open(SimulatedProcess process) {
        Station station = new Station(this, process, stations.size() + 1);
        stations.add(station);
        return station;
    }

    /** Asked at each frame that a process takes, ahead of the process, as long as it says true. */
    public void onTaken(BooleanSupplier tap) {
        taken.add(tap);
    }

    /** Told every frame that a process takes, ahead of the process; it may not change it. */
    public void onHeard(Consumer<byte[]> ear) {
        ears.add(ear);
    }

    /** The listener to all that is said and taken; one. */
    public void tap(Wiretap who) {
        tap = who;
    }

    /** From now on it hears nothing, and nobody is told: for those who try their judge. */
    void deafen(SimulatedProcess process) {
        process.station.deaf = true;
    }

    /** Whether what somebody said waits for its turn to leave. */
    boolean isClogged() {
        return stations.stream().anyMatch(Station::isClogged);
    }

    /** From now on this one lies in one type of message. */
    public void liesAbout(SimulatedProcess process, int type) {
        process.station.liesAbout = type;
    }

    /** Whether what one says now reaches the other. */
    public boolean reaches(SimulatedProcess from, SimulatedProcess to) {
        return from.runs() && to.runs() && !ways.isCut(from.station, to.station);
    }

    // ---- faults

    public void cut(SimulatedProcess from, SimulatedProcess to) {
        time.disturbed();
        if (ways.cut(from.station, to.station)) time.after(SimulatedViews.SILENCE + MILLI, views::reconsiderAll);
    }

    /** From one to the other everything takes so much longer, and not back. */
    public void far(SimulatedProcess from, SimulatedProcess to, long nanos) {
        ways.far(from.station, to.station, nanos);
    }

    public void heal(SimulatedProcess from, SimulatedProcess to) {
        ways.heal(from.station, to.station);
    }

    public void healAll() {
        ways.healAll();
    }

    /** Every connection of this living process is reset once: everybody sees a closed socket. */
    public void reset(SimulatedProcess process) {
        Set<Station> linked = links.to(process.station);
        links.breakAll(process.station, 0);
        Seat seat = process.station.seat;
        if (seat == null) return;
        time.disturbed();
        for (Node node : seat.view) {
            Seat other = views.at(node);
            if (other == null || other == seat || !other.hasLink(seat, linked)) continue;
            time.after(
                    dice.between(0, 20) * MILLI,
                    () -> other.station.process.run(() -> other.told(() -> other.station.listener.closed(seat.node))));
            time.after(
                    dice.between(0, 20) * MILLI,
                    () -> process.run(() -> seat.told(() -> process.station.listener.closed(other.node))));
        }
    }

    /** The process that listens there; null if none ever did. */
    Station at(Endpoint place) {
        int number = place.groupPort();
        return number < 1
                        || number > stations.size()
                        || !stations.get(number - 1).place.equals(place)
                ? null
                : stations.get(number - 1);
    }

    void taken(SimulatedProcess from, SimulatedProcess to, byte[] frame) {
        trace.note(to.number, frame.length, () -> "   " + from + " -> " + to + " " + Words.of(frame));
        trace.wire(to.number, frame);
        for (Consumer<byte[]> ear : ears) ear.accept(frame);
        if (!taken.isEmpty()) taken.removeIf(tap -> !tap.getAsBoolean());
    }
}
