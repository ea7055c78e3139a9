package org.gamenet.rgs.testkit.simulation;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.port.Lane;

/**
 * Links between two stations, as they really are: first in, first out; one that is cut takes what it is told for 400 ms
 * and then is doubtful; what it took comes late, or never if another link was dialled first; dialled anew every 200 ms,
 * which succeeds where both ways are open and the other process runs. Views of the group mean nothing here.
 */
final class SimulatedLinks {
    private static final long MILLI = VirtualTime.MILLI;
    private static final long DOUBT = 400 * MILLI;
    private static final long DIAL_AGAIN = 200 * MILLI;
    private static final int HELD_MOST = 512;
    /** What is said to somebody to whom no link leads waits for so long. */
    private static final long CALL = 1_000 * MILLI;

    private static final int CALLS_MOST = 128;
    private static final long NEVER = Long.MAX_VALUE;

    private final SimulatedNetwork network;
    private final VirtualTime time;
    private final Dice dice;
    private final Map<Way, Boolean> dialling = new HashMap<>();
    private final Map<Way, Link> links = new LinkedHashMap<>();
    private final Map<Station, Set<Endpoint>> wanted = new HashMap<>();
    private final Map<Way, Call> calls = new HashMap<>();

    /** From one to the other. */
    private record Way(Station from, Station to) {
        Way back() {
            return new Way(to, from);
        }
    }

    /** Words for somebody to whom no link leads. */
    private static final class Call {
        final List<Word> words = new ArrayList<>();
        long lastAt;
    }

    private record Word(byte[] frame, Lane lane, long at) {}

    /** One end's half of a link: what it says to the other. */
    private final class Link {
        final Way way;
        final List<byte[]> held = new ArrayList<>();
        final Map<Lane, Long> lastArrival = new EnumMap<>(Lane.class);
        long unansweredSince = NEVER;
        /** What comes later than this from a process that died was never written. */
        long lastWordsAt = NEVER;

        boolean over;

        Link(Way way) {
            this.way = way;
        }

        boolean isSound() {
            if (isOpen(way)) unansweredSince = NEVER;
            return time.now() - DOUBT <= unansweredSince;
        }

        void say(byte[] frame, Lane lane) {
            if (!isOpen(way) && unansweredSince == NEVER) unansweredSince = time.now();
            long at = time.now() + dice.between(MILLI / 10, network.weather.latency());
            if (dice.likely(network.weather.loss())) at += dice.between(50, 200) * MILLI;
            at += network.ways.farness(way.from, way.to);
            if (lane == Lane.UNRELIABLE && way.from.isClogged()) return;
            at = Math.max(at, way.from.sends(frame.length, lane));
            // Urgent frames may overtake; the rest keep their order.
            Lane order = lane == Lane.URGENT ? lane : Lane.RELIABLE;
            at = Math.max(at, lastArrival.getOrDefault(order, 0L) + 1);
            lastArrival.put(order, at);
            time.at(at, () -> arrive(frame));
        }

        private void arrive(byte[] frame) {
            if (way.from.hostIsDead() || time.now() > lastWordsAt) return;
            if (!network.ways.isCut(way.from, way.to) && held.isEmpty()) way.to.hearOverLink(way.from, frame);
            else if (!over && held.size() < HELD_MOST) held.add(frame);
        }

        void release() {
            if (over || network.ways.isCut(way.from, way.to)) return;
            List<byte[]> late = List.copyOf(held);
            held.clear();
            late.forEach(frame -> way.to.hearOverLink(way.from, frame));
        }
    }

    SimulatedLinks(SimulatedNetwork network, VirtualTime time, Dice dice) {
        this.network = network;
        this.time = time;
        this.dice = dice;
    }

    /** Both ways, and somebody answers. */
    private boolean isOpen(Way way) {
        return !network.ways.isCut(way.from, way.to) && !network.ways.isCut(way.to, way.from) && way.to.takesLinks();
    }

    // ---- for a station

    void want(Station station, Set<Endpoint> places) {
        wanted.put(station, places);
        for (Endpoint place : places) {
            Station other = network.at(place);
            if (other != null) dialSoon(new Way(station, other), dice.between(MILLI / 10, MILLI));
        }
    }

    /** Whoever has a link to it, sound or not, and is told if it breaks. */
    Set<Station> to(Station station) {
        Set<Station> others = new HashSet<>();
        for (Way way : links.keySet()) if (way.to == station) others.add(way.from);
        return others;
    }

    boolean isLinked(Station from, Endpoint place) {
        Station to = network.at(place);
        Link link = to == null ? null : links.get(new Way(from, to));
        return link != null && link.isSound();
    }

    boolean say(Station from, Endpoint place, byte[] frame, Lane lane) {
        Station to = network.at(place);
        if (to == null) return false;
        Way way = new Way(from, to);
        Link link = links.get(way);
        if (link == null) return false;
        if (!link.isSound()) {
            dialSoon(way, 0);
            return false;
        }
        link.say(frame, lane);
        return true;
    }

    /** Says it as soon as a link stands. */
    void call(Station from, Endpoint place, byte[] frame, Lane lane) {
        Station to = network.at(place);
        if (to == null || to == from || say(from, place, frame, lane)) return;
        Way way = new Way(from, to);
        Call call = calls.computeIfAbsent(way, each -> new Call());
        call.lastAt = time.now();
        call.words.removeIf(word -> time.now() - word.at > CALL);
        if (call.words.size() < CALLS_MOST) call.words.add(new Word(frame, lane, time.now()));
        dialSoon(way, 0);
    }

    private boolean calls(Way way) {
        Call call = calls.get(way);
        if (call != null && time.now() - call.lastAt > CALL) calls.remove(way);
        return calls.containsKey(way);
    }

    private void answer(Way way) {
        Call call = calls(way) ? calls.remove(way) : null;
        if (call == null) return;
        call.words.removeIf(word -> time.now() - word.at > CALL);
        call.words.forEach(word -> call(way.from, way.to.place(), word.frame, word.lane));
    }

    // ---- dials

    private boolean wants(Way way) {
        return wanted.getOrDefault(way.from, Set.of()).contains(way.to.place());
    }

    private void dialSoon(Way way, long nanos) {
        if (dialling.putIfAbsent(way, true) == null) time.after(nanos, () -> dial(way));
    }

    private void dial(Way way) {
        Link link = links.get(way);
        boolean needless = link != null && link.isSound();
        if (needless) answer(way);
        if (!wants(way) && !calls(way) || way.from.isOver() || needless) {
            dialling.remove(way);
            return;
        }
        if (isOpen(way) && way.from.takesLinks()) {
            dialling.remove(way);
            time.after(dice.between(MILLI / 5, 2 * network.weather.latency()), () -> stand(way));
        } else {
            time.after(DIAL_AGAIN, () -> dial(way));
        }
    }

    private void stand(Way way) {
        if (way.from.isOver()
                || !isOpen(way)
                || isLinked(way.from, way.to.place()) && isLinked(way.to, way.from.place())) return;
        replace(way);
        replace(way.back());
        way.to.linkedTo(way.from);
        way.from.linkedTo(way.to);
        answer(way);
        answer(way.back());
    }

    private void replace(Way way) {
        Link before = links.put(way, new Link(way));
        if (before != null) before.over = true;
    }

    // ---- faults

    /** Nothing is in that way any more: what was held comes, unless another link stands by then. */
    void healed(Station from, Station to) {
        Link link = links.get(new Way(from, to));
        if (link != null && !link.held.isEmpty()) time.after(dice.between(1, 400) * MILLI, link::release);
    }

    /** Frames on their way reach some and not others. */
    void died(Station station) {
        for (Link link : links.values()) {
            if (link.way.from != station) continue;
            int fate = dice.below(3);
            if (fate < 2) link.lastWordsAt = time.now() + (fate == 0 ? 0 : dice.between(0, 2 * MILLI));
        }
    }

    /** All links of this station break; each other end is told so, and it itself if it lives. */
    void breakAll(Station station, long nanos) {
        for (Way way : List.copyOf(links.keySet())) {
            if (way.from != station) continue;
            Station other = way.to;
            for (Way each : List.of(way, way.back())) {
                Link link = links.remove(each);
                if (link != null) link.over = true;
            }
            tell(other, station, nanos);
            tell(station, other, nanos);
        }
    }

    private void tell(Station told, Station of, long nanos) {
        if (told.isOver() || network.ways.isCut(of, told)) return;
        time.after(nanos + dice.between(0, 5 * MILLI), () -> {
            told.unlinkedFrom(of);
            if (wants(new Way(told, of))) dialSoon(new Way(told, of), dice.between(MILLI, 50 * MILLI));
        });
    }
}
