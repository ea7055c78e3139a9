package org.gamenet.rgs.testkit.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.gamenet.rgs.core.port.Lane;
import org.gamenet.rgs.core.port.Node;

/** A connection of one station to one group. */
final class Seat {
    private static final long MILLI = VirtualTime.MILLI;

    private final SimulatedNetwork network;
    private final VirtualTime time;
    private final Dice dice;
    final Station station;
    final SimulatedViews.Group group;
    final Node node;
    final Set<Seat> separated = new LinkedHashSet<>();
    final Map<Seat, Long> lastSent = new HashMap<>();
    final Map<Seat, Long> lastCast = new HashMap<>();
    final Map<Seat, Long> lastHeardOfDead = new HashMap<>();
    List<Node> expected = List.of();
    Set<Node> view = Set.of();
    final List<Early> early = new ArrayList<>();
    long views;
    long installed;
    boolean suspected;
    boolean left;

    /** A frame that came ahead of the view that has its sender. */
    private record Early(Seat from, byte[] frame) {}

    Seat(SimulatedNetwork network, Station station, SimulatedViews.Group group) {
        this.network = network;
        this.time = network.time;
        this.dice = network.dice;
        this.node = network.views.newNode();
        this.station = station;
        this.group = group;
    }

    void see(List<Node> next) {
        view = new LinkedHashSet<>(next);
        station.listener.view(next, next.get(0).equals(node));
        List<Early> now = List.copyOf(early);
        early.clear();
        now.forEach(each -> take(each.from, each.frame));
    }

    boolean coordinates() {
        return !view.isEmpty() && view.iterator().next().equals(node);
    }

    /** The session's, or that of the group's stack, by which whoever coordinates sees all and is seen by all. */
    boolean hasLink(Seat to, Set<Station> linked) {
        return linked.contains(station) || coordinates() || to.coordinates();
    }

    void told(Runnable what) {
        if (!left && !station.closed) what.run();
    }

    /** From this seat to that one. */
    void carry(Seat to, byte[] frame, Lane lane, boolean cast) {
        station.speaks(frame);
        if (lane == Lane.UNRELIABLE && dice.likely(network.weather.loss())) return;
        long at = time.now() + dice.between(MILLI / 10, network.weather.latency());
        if (dice.likely(network.weather.loss())) at += dice.between(50, 200) * MILLI;
        at += network.ways.farness(station, to.station);
        if (lane == Lane.UNRELIABLE && station.isClogged()) return;
        at = Math.max(at, station.sends(frame.length, lane));
        if (lane == Lane.RELIABLE) {
            Map<Seat, Long> order = cast ? lastCast : lastSent;
            at = Math.max(at, order.getOrDefault(to, 0L) + 1);
            order.put(to, at);
        }
        time.at(at, () -> arrive(to, frame, lane));
    }

    private void arrive(Seat to, byte[] frame, Lane lane) {
        if (station.process.isDead() && time.now() > to.lastHeardOfDead.getOrDefault(this, 0L)) return;
        network.ways.pass(station, to.station, lane, () -> to.station.process.run(() -> to.take(this, frame)));
    }

    private void take(Seat from, byte[] frame) {
        if (left || station.closed || station.deaf) return;
        if (!view.contains(from.node) && (!network.weather.strays() || waitsFor(from))) {
            if (expected.contains(from.node) && early.size() < 10_000) early.add(new Early(from, frame));
            return;
        }
        network.taken(from.station.process, station.process, frame);
        station.listener.received(from.node, station.asTaken(frame));
    }

    private boolean waitsFor(Seat from) {
        for (Early each : early) if (each.from == from) return true;
        return false;
    }
}
