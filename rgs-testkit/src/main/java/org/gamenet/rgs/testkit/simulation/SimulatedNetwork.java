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
    final NetworkPaths paths;
    final SimulatedViews views;
    final SimulatedLinks links;
    final List<SimulatedTransport> transports = new ArrayList<>();
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
        this.paths = new NetworkPaths(time, dice, this::healed, () -> repeats);
        this.views = new SimulatedViews(time, dice, paths, () -> weather.lateView);
        this.links = new SimulatedLinks(this, time, dice.split());
        views.mergeSometimes();
    }

    private void healed(SimulatedTransport from, SimulatedTransport to) {
        links.healed(from, to);
    }

    SimulatedTransport open(SimulatedProcess process) {
        SimulatedTransport transport = new SimulatedTransport(this, process, transports.size() + 1);
        transports.add(transport);
        return transport;
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
        process.transport.deaf = true;
    }

    /** Whether what somebody said waits for its turn to leave. */
    boolean isClogged() {
        return transports.stream().anyMatch(SimulatedTransport::isClogged);
    }

    /** From now on this one lies in one type of message. */
    public void liesAbout(SimulatedProcess process, int type) {
        process.transport.liesAbout = type;
    }

    /** Whether what one says now reaches the other. */
    public boolean reaches(SimulatedProcess from, SimulatedProcess to) {
        return from.runs() && to.runs() && !paths.isCut(from.transport, to.transport);
    }

    /** Whether a dial of one gets to the host of the other, alive or dead, and an answer back. */
    public boolean isOpen(SimulatedProcess dials, SimulatedProcess host) {
        return !paths.isCut(dials.transport, host.transport) && !paths.isCut(host.transport, dials.transport);
    }

    // ---- faults

    public void cut(SimulatedProcess from, SimulatedProcess to) {
        time.disturbed();
        if (paths.cut(from.transport, to.transport)) time.after(SimulatedViews.SILENCE + MILLI, views::reconsiderAll);
    }

    /** From one to the other everything takes so much longer, and not back. */
    public void far(SimulatedProcess from, SimulatedProcess to, long nanos) {
        paths.far(from.transport, to.transport, nanos);
    }

    public void heal(SimulatedProcess from, SimulatedProcess to) {
        paths.heal(from.transport, to.transport);
    }

    public void healAll() {
        paths.healAll();
    }

    /** Every connection of this living process is reset once: everybody sees a closed socket. */
    public void reset(SimulatedProcess process) {
        Set<SimulatedTransport> linked = links.to(process.transport);
        links.breakAll(process.transport, 0);
        SimulatedChannel channel = process.transport.channel;
        if (channel == null) return;
        time.disturbed();
        for (Node node : channel.view) {
            SimulatedChannel other = views.at(node);
            if (other == null || other == channel || !other.hasLink(channel, linked)) continue;
            time.after(
                    dice.between(0, 20) * MILLI,
                    () -> other.transport.process.run(
                            () -> other.told(() -> other.transport.listener.closed(channel.node))));
            time.after(
                    dice.between(0, 20) * MILLI,
                    () -> process.run(() -> channel.told(() -> process.transport.listener.closed(other.node))));
        }
    }

    /** The process that listens there; null if none ever did. */
    SimulatedTransport at(Endpoint place) {
        int number = place.groupPort();
        return number < 1
                        || number > transports.size()
                        || !transports.get(number - 1).place.equals(place)
                ? null
                : transports.get(number - 1);
    }

    void taken(SimulatedProcess from, SimulatedProcess to, byte[] frame) {
        trace.note(to.number, frame.length, () -> "   " + from + " -> " + to + " " + FrameText.of(frame));
        trace.wire(to.number, frame);
        for (Consumer<byte[]> ear : ears) ear.accept(frame);
        if (!taken.isEmpty()) taken.removeIf(tap -> !tap.getAsBoolean());
    }
}
