package org.gamenet.rgs.testkit.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.gamenet.rgs.core.port.Node;

/**
 * Views of the simulated groups: those who hear each other are in one, and learn late that somebody came or is lost.
 */
final class SimulatedViews {
    private static final long MILLI = VirtualTime.MILLI;
    /** After so long the group layer takes silence for death: {@code LinkWatch} of the real one. */
    static final long SILENCE = 3_000 * MILLI;

    private final VirtualTime time;
    private final Dice dice;
    private final Ways ways;
    private final LongSupplier lateMillis;
    private final Map<String, Group> groups = new HashMap<>();
    private final Map<Node, Seat> seats = new HashMap<>();
    private long nodes;

    static final class Group {
        final List<Seat> seats = new ArrayList<>();
    }

    /** @param lateMillis how late a view may be */
    SimulatedViews(VirtualTime time, Dice dice, Ways ways, LongSupplier lateMillis) {
        this.time = time;
        this.dice = dice;
        this.ways = ways;
        this.lateMillis = lateMillis;
    }

    /** Of this name; null if nobody has founded it. */
    Group find(String name) {
        return groups.get(name);
    }

    Group found(String name) {
        return groups.computeIfAbsent(name, n -> new Group());
    }

    Node newNode() {
        return new Node(7, ++nodes);
    }

    /** Null if nobody ever had it. */
    Seat at(Node node) {
        return seats.get(node);
    }

    /** It is in the group from now on, and sees who can be seen by {@code coordinator}; null: founded by itself. */
    void enter(Seat entering, Seat coordinator) {
        Group group = entering.group;
        seats.put(entering.node, entering);
        if (coordinator != null) {
            for (Seat other : group.seats) {
                if (other != coordinator && (coordinator.separated.contains(other) || isLost(coordinator, other))) {
                    entering.separated.add(other);
                    other.separated.add(entering);
                }
            }
        }
        group.seats.add(entering);
        reconsider(group);
    }

    /** It is in the group no more. */
    void forget(Seat gone) {
        gone.group.seats.remove(gone);
        for (Seat other : gone.group.seats) other.separated.remove(gone);
    }

    void reconsiderAll() {
        groups.values().forEach(this::reconsider);
    }

    /** MERGE3, and what repairs a view that somebody missed. */
    void mergeSometimes() {
        time.after(dice.between(500, 2_000) * MILLI, () -> {
            for (Group group : groups.values()) {
                for (Seat seat : group.seats)
                    seat.separated.removeIf(other -> reach(seat, other) && reach(other, seat));
                reconsider(group);
            }
            mergeSometimes();
        });
    }

    /** Whether they hear each other now. */
    private boolean reach(Seat from, Seat to) {
        return from.station.process.runs() && to.station.process.runs() && !ways.isCut(from.station, to.station);
    }

    /** Whether the layer's own detection has lost one from the other. */
    boolean isLost(Seat from, Seat to) {
        long now = time.now();
        return isAway(to, now)
                || isAway(from, now)
                || ways.isCutFor(from.station, to.station, SILENCE)
                || ways.isCutFor(to.station, from.station, SILENCE);
    }

    private static boolean isAway(Seat seat, long now) {
        Station station = seat.station;
        if (station.process.runs()) return false;
        return seat.suspected || now - station.awaySince >= SILENCE;
    }

    void reconsider(Group group) {
        List<Seat> all = group.seats;
        for (Seat a : all) {
            for (Seat b : all) {
                if (a != b && isLost(a, b)) {
                    a.separated.add(b);
                    b.separated.add(a);
                }
            }
        }
        Set<Seat> done = new LinkedHashSet<>();
        for (Seat seat : all) {
            if (done.contains(seat)) continue;
            Set<Seat> component = new LinkedHashSet<>();
            spread(seat, all, component);
            done.addAll(component);
            List<Node> view = new ArrayList<>();
            for (Seat in : all) if (component.contains(in) && !in.station.process.last) view.add(in.node);
            for (Seat in : all) if (component.contains(in) && in.station.process.last) view.add(in.node);
            for (Seat in : component) if (in.station.process.runs()) install(in, view);
        }
    }

    private static void spread(Seat seat, List<Seat> all, Set<Seat> component) {
        if (!component.add(seat)) return;
        for (Seat next : all)
            if (!component.contains(next) && !seat.separated.contains(next)) spread(next, all, component);
    }

    private void install(Seat seat, List<Node> view) {
        if (view.equals(seat.expected)) return;
        seat.expected = view;
        long number = ++seat.views;
        time.after(
                dice.between(MILLI / 10, lateMillis.getAsLong() * MILLI),
                () -> seat.station.process.run(() -> {
                    if (seat.left || number < seat.installed) return;
                    seat.installed = number;
                    seat.see(view);
                }));
    }
}
