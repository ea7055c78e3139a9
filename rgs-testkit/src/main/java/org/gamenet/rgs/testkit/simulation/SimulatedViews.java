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
    private final NetworkPaths paths;
    private final LongSupplier lateMillis;
    private final Map<String, Group> groups = new HashMap<>();
    private final Map<Node, SimulatedChannel> channels = new HashMap<>();
    private long nodes;

    static final class Group {
        final List<SimulatedChannel> channels = new ArrayList<>();
    }

    /** @param lateMillis how late a view may be */
    SimulatedViews(VirtualTime time, Dice dice, NetworkPaths paths, LongSupplier lateMillis) {
        this.time = time;
        this.dice = dice;
        this.paths = paths;
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
    SimulatedChannel at(Node node) {
        return channels.get(node);
    }

    /** It is in the group from now on, and sees who can be seen by {@code coordinator}; null: founded by itself. */
    void enter(SimulatedChannel entering, SimulatedChannel coordinator) {
        Group group = entering.group;
        channels.put(entering.node, entering);
        if (coordinator != null) {
            for (SimulatedChannel other : group.channels) {
                if (other != coordinator && (coordinator.separated.contains(other) || isLost(coordinator, other))) {
                    entering.separated.add(other);
                    other.separated.add(entering);
                }
            }
        }
        group.channels.add(entering);
        reconsider(group);
    }

    /** It is in the group no more. */
    void forget(SimulatedChannel gone) {
        gone.group.channels.remove(gone);
        for (SimulatedChannel other : gone.group.channels) other.separated.remove(gone);
    }

    void reconsiderAll() {
        groups.values().forEach(this::reconsider);
    }

    /** MERGE3, and what repairs a view that somebody missed. */
    void mergeSometimes() {
        time.after(dice.between(500, 2_000) * MILLI, () -> {
            for (Group group : groups.values()) {
                for (SimulatedChannel channel : group.channels)
                    channel.separated.removeIf(other -> reach(channel, other) && reach(other, channel));
                reconsider(group);
            }
            mergeSometimes();
        });
    }

    /** Whether they hear each other now. */
    private boolean reach(SimulatedChannel from, SimulatedChannel to) {
        return from.transport.process.runs()
                && to.transport.process.runs()
                && !paths.isCut(from.transport, to.transport);
    }

    /** Whether the layer's own detection has lost one from the other. */
    boolean isLost(SimulatedChannel from, SimulatedChannel to) {
        long now = time.now();
        return isAway(to, now)
                || isAway(from, now)
                || paths.isCutFor(from.transport, to.transport, SILENCE)
                || paths.isCutFor(to.transport, from.transport, SILENCE);
    }

    private static boolean isAway(SimulatedChannel channel, long now) {
        SimulatedTransport transport = channel.transport;
        if (transport.process.runs()) return false;
        return channel.suspected || now - transport.awaySince >= SILENCE;
    }

    void reconsider(Group group) {
        List<SimulatedChannel> all = group.channels;
        for (SimulatedChannel a : all) {
            for (SimulatedChannel b : all) {
                if (a != b && isLost(a, b)) {
                    a.separated.add(b);
                    b.separated.add(a);
                }
            }
        }
        Set<SimulatedChannel> done = new LinkedHashSet<>();
        for (SimulatedChannel channel : all) {
            if (done.contains(channel)) continue;
            Set<SimulatedChannel> component = new LinkedHashSet<>();
            spread(channel, all, component);
            done.addAll(component);
            List<Node> view = new ArrayList<>();
            for (SimulatedChannel in : all) if (component.contains(in) && !in.transport.process.last) view.add(in.node);
            for (SimulatedChannel in : all) if (component.contains(in) && in.transport.process.last) view.add(in.node);
            for (SimulatedChannel in : component) if (in.transport.process.runs()) install(in, view);
        }
    }

    private static void spread(SimulatedChannel channel, List<SimulatedChannel> all, Set<SimulatedChannel> component) {
        if (!component.add(channel)) return;
        for (SimulatedChannel next : all)
            if (!component.contains(next) && !channel.separated.contains(next)) spread(next, all, component);
    }

    private void install(SimulatedChannel channel, List<Node> view) {
        if (view.equals(channel.expected)) return;
        channel.expected = view;
        long number = ++channel.views;
        time.after(
                dice.between(MILLI / 10, lateMillis.getAsLong() * MILLI),
                () -> channel.transport.process.run(() -> {
                    if (channel.left || number < channel.installed) return;
                    channel.installed = number;
                    channel.see(view);
                }));
    }
}
