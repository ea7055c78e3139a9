package org.gamenet.rgs.testkit.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.gamenet.rgs.core.port.Lane;
import org.gamenet.rgs.core.port.Node;

/** A connection of one transport to one group. */
final class SimulatedChannel {
    private static final long MILLI = VirtualTime.MILLI;

    private final SimulatedNetwork network;
    private final VirtualTime time;
    private final Dice dice;
    final SimulatedTransport transport;
    final SimulatedViews.Group group;
    final Node node;
    final Set<SimulatedChannel> separated = new LinkedHashSet<>();
    final Map<SimulatedChannel, Long> lastSent = new HashMap<>();
    final Map<SimulatedChannel, Long> lastCast = new HashMap<>();
    final Map<SimulatedChannel, Long> lastHeardOfDead = new HashMap<>();
    List<Node> expected = List.of();
    Set<Node> view = Set.of();
    final List<Early> early = new ArrayList<>();
    long views;
    long installed;
    boolean suspected;
    boolean left;

    /** A frame that came ahead of the view that has its sender. */
    private record Early(SimulatedChannel from, byte[] frame) {}

    SimulatedChannel(SimulatedNetwork network, SimulatedTransport transport, SimulatedViews.Group group) {
        this.network = network;
        this.time = network.time;
        this.dice = network.dice;
        this.node = network.views.newNode();
        this.transport = transport;
        this.group = group;
    }

    void see(List<Node> next) {
        view = new LinkedHashSet<>(next);
        transport.listener.view(next, next.get(0).equals(node));
        List<Early> now = List.copyOf(early);
        early.clear();
        now.forEach(each -> take(each.from, each.frame));
    }

    boolean coordinates() {
        return !view.isEmpty() && view.iterator().next().equals(node);
    }

    /** The session's, or that of the group's stack, by which whoever coordinates sees all and is seen by all. */
    boolean hasLink(SimulatedChannel to, Set<SimulatedTransport> linked) {
        return linked.contains(transport) || coordinates() || to.coordinates();
    }

    void told(Runnable what) {
        if (!left && !transport.closed) what.run();
    }

    /** From this channel to that one. */
    void carry(SimulatedChannel to, byte[] frame, Lane lane, boolean cast) {
        transport.speaks(frame);
        if (lane == Lane.UNRELIABLE && dice.likely(network.weather.loss())) return;
        long at = time.now() + dice.between(MILLI / 10, network.weather.latency());
        if (dice.likely(network.weather.loss())) at += dice.between(50, 200) * MILLI;
        at += network.paths.delay(transport, to.transport);
        if (lane == Lane.UNRELIABLE && transport.isClogged()) return;
        at = Math.max(at, transport.sends(frame.length, lane));
        if (lane == Lane.RELIABLE) {
            Map<SimulatedChannel, Long> order = cast ? lastCast : lastSent;
            at = Math.max(at, order.getOrDefault(to, 0L) + 1);
            order.put(to, at);
        }
        time.at(at, () -> arrive(to, frame, lane));
    }

    private void arrive(SimulatedChannel to, byte[] frame, Lane lane) {
        if (transport.process.isDead() && time.now() > to.lastHeardOfDead.getOrDefault(this, 0L)) return;
        network.paths.pass(transport, to.transport, lane, () -> to.transport.process.run(() -> to.take(this, frame)));
    }

    private void take(SimulatedChannel from, byte[] frame) {
        if (left || transport.closed || transport.deaf) return;
        if (!view.contains(from.node) && (!network.weather.strays() || waitsFor(from))) {
            if (expected.contains(from.node) && early.size() < 10_000) early.add(new Early(from, frame));
            return;
        }
        network.taken(from.transport.process, transport.process, frame);
        transport.listener.received(from.node, transport.asTaken(frame));
    }

    private boolean waitsFor(SimulatedChannel from) {
        for (Early each : early) if (each.from == from) return true;
        return false;
    }
}
