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
 * Links between two transports, as they really are: first in, first out; one that is cut takes what it is told for 400
 * ms and then is doubtful; what it took comes late, or never if another link was dialled first; dialled anew every 200
 * ms, which succeeds where both directions are open and the other process runs. Views of the group mean nothing here.
 */
final class SimulatedLinks {
    private static final long MILLI = VirtualTime.MILLI;
    private static final long DOUBT = 400 * MILLI;
    private static final long DIAL_AGAIN = 200 * MILLI;
    private static final int HELD_MOST = 512;
    /** A frame to somebody to whom no link leads waits for so long. */
    private static final long CALL = 1_000 * MILLI;

    private static final int CALLS_MOST = 128;
    private static final long NEVER = Long.MAX_VALUE;

    private final SimulatedNetwork network;
    private final VirtualTime time;
    private final Dice dice;
    private final Map<Direction, Boolean> dialling = new HashMap<>();
    private final Map<Direction, Link> links = new LinkedHashMap<>();
    private final Map<SimulatedTransport, Set<Endpoint>> wanted = new HashMap<>();
    private final Map<Direction, Call> calls = new HashMap<>();

    /** From one to the other. */
    private record Direction(SimulatedTransport from, SimulatedTransport to) {
        Direction back() {
            return new Direction(to, from);
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
        final Direction direction;
        final List<byte[]> held = new ArrayList<>();
        final Map<Lane, Long> lastArrival = new EnumMap<>(Lane.class);
        long unansweredSince = NEVER;
        /** A frame that comes later than this from a process that died was never written. */
        long lastWordsAt = NEVER;

        boolean over;

        Link(Direction direction) {
            this.direction = direction;
        }

        boolean isSound() {
            if (isOpen(direction)) unansweredSince = NEVER;
            return time.now() - DOUBT <= unansweredSince;
        }

        void say(byte[] frame, Lane lane) {
            if (!isOpen(direction) && unansweredSince == NEVER) unansweredSince = time.now();
            long at = time.now() + dice.between(MILLI / 10, network.weather.latency());
            if (dice.likely(network.weather.loss())) at += dice.between(50, 200) * MILLI;
            at += network.paths.delay(direction.from, direction.to);
            if (lane == Lane.UNRELIABLE && direction.from.isClogged()) return;
            at = Math.max(at, direction.from.sends(frame.length, lane));
            // Urgent frames may overtake; the rest keep their order.
            Lane order = lane == Lane.URGENT ? lane : Lane.RELIABLE;
            at = Math.max(at, lastArrival.getOrDefault(order, 0L) + 1);
            lastArrival.put(order, at);
            time.at(at, () -> arrive(frame));
        }

        private void arrive(byte[] frame) {
            if (direction.from.hostIsDead() || time.now() > lastWordsAt) return;
            if (!network.paths.isCut(direction.from, direction.to) && held.isEmpty())
                direction.to.hearOverLink(direction.from, frame);
            else if (!over && held.size() < HELD_MOST) held.add(frame);
        }

        void release() {
            if (over || network.paths.isCut(direction.from, direction.to)) return;
            List<byte[]> late = List.copyOf(held);
            held.clear();
            late.forEach(frame -> direction.to.hearOverLink(direction.from, frame));
        }
    }

    SimulatedLinks(SimulatedNetwork network, VirtualTime time, Dice dice) {
        this.network = network;
        this.time = time;
        this.dice = dice;
    }

    /** Both directions, and somebody answers. */
    private boolean isOpen(Direction direction) {
        return !network.paths.isCut(direction.from, direction.to)
                && !network.paths.isCut(direction.to, direction.from)
                && direction.to.takesLinks();
    }

    // ---- for a transport

    void want(SimulatedTransport transport, Set<Endpoint> places) {
        wanted.put(transport, places);
        for (Endpoint place : places) {
            SimulatedTransport other = network.at(place);
            if (other != null) dialSoon(new Direction(transport, other), dice.between(MILLI / 10, MILLI));
        }
    }

    /** The ends that have a link to it, sound or not, and are told if it breaks. */
    Set<SimulatedTransport> to(SimulatedTransport transport) {
        Set<SimulatedTransport> others = new HashSet<>();
        for (Direction direction : links.keySet()) if (direction.to == transport) others.add(direction.from);
        return others;
    }

    boolean isLinked(SimulatedTransport from, Endpoint place) {
        SimulatedTransport to = network.at(place);
        Link link = to == null ? null : links.get(new Direction(from, to));
        return link != null && link.isSound();
    }

    boolean say(SimulatedTransport from, Endpoint place, byte[] frame, Lane lane) {
        SimulatedTransport to = network.at(place);
        if (to == null) return false;
        Direction direction = new Direction(from, to);
        Link link = links.get(direction);
        if (link == null) return false;
        if (!link.isSound()) {
            dialSoon(direction, 0);
            return false;
        }
        link.say(frame, lane);
        return true;
    }

    /** Says it as soon as a link stands. */
    void call(SimulatedTransport from, Endpoint place, byte[] frame, Lane lane) {
        SimulatedTransport to = network.at(place);
        if (to == null || to == from || say(from, place, frame, lane)) return;
        Direction direction = new Direction(from, to);
        Call call = calls.computeIfAbsent(direction, each -> new Call());
        call.lastAt = time.now();
        call.words.removeIf(word -> time.now() - word.at > CALL);
        if (call.words.size() < CALLS_MOST) call.words.add(new Word(frame, lane, time.now()));
        dialSoon(direction, 0);
    }

    /** Whether words wait for a link to that process. */
    boolean calls(SimulatedTransport from, Endpoint place) {
        SimulatedTransport to = network.at(place);
        return to != null && calls(new Direction(from, to));
    }

    private boolean calls(Direction direction) {
        Call call = calls.get(direction);
        if (call != null && time.now() - call.lastAt > CALL) calls.remove(direction);
        return calls.containsKey(direction);
    }

    private void answer(Direction direction) {
        Call call = calls(direction) ? calls.remove(direction) : null;
        if (call == null) return;
        call.words.removeIf(word -> time.now() - word.at > CALL);
        call.words.forEach(word -> call(direction.from, direction.to.place(), word.frame, word.lane));
    }

    // ---- dials

    private boolean wants(Direction direction) {
        return wanted.getOrDefault(direction.from, Set.of()).contains(direction.to.place());
    }

    private void dialSoon(Direction direction, long nanos) {
        if (dialling.putIfAbsent(direction, true) == null) time.after(nanos, () -> dial(direction));
    }

    private void dial(Direction direction) {
        Link link = links.get(direction);
        boolean needless = link != null && link.isSound();
        if (needless) answer(direction);
        if (!wants(direction) && !calls(direction) || direction.from.isOver() || needless) {
            dialling.remove(direction);
            return;
        }
        if (isOpen(direction) && direction.from.takesLinks()) {
            dialling.remove(direction);
            time.after(dice.between(MILLI / 5, 2 * network.weather.latency()), () -> stand(direction));
        } else {
            time.after(DIAL_AGAIN, () -> dial(direction));
        }
    }

    private void stand(Direction direction) {
        if (direction.from.isOver()
                || !isOpen(direction)
                || isLinked(direction.from, direction.to.place()) && isLinked(direction.to, direction.from.place()))
            return;
        replace(direction);
        replace(direction.back());
        direction.to.linkedTo(direction.from);
        direction.from.linkedTo(direction.to);
        answer(direction);
        answer(direction.back());
    }

    private void replace(Direction direction) {
        Link before = links.put(direction, new Link(direction));
        if (before != null) before.over = true;
    }

    // ---- faults

    /** Nothing is on that way any more: what was held comes, unless another link stands by then. */
    void healed(SimulatedTransport from, SimulatedTransport to) {
        Link link = links.get(new Direction(from, to));
        if (link != null && !link.held.isEmpty()) time.after(dice.between(1, 400) * MILLI, link::release);
    }

    /** Frames on their way reach some and not others. */
    void died(SimulatedTransport transport) {
        for (Link link : links.values()) {
            if (link.direction.from != transport) continue;
            int fate = dice.below(3);
            if (fate < 2) link.lastWordsAt = time.now() + (fate == 0 ? 0 : dice.between(0, 2 * MILLI));
        }
    }

    /** All links of this transport break; each other end is told so, and it itself if it lives. */
    void breakAll(SimulatedTransport transport, long nanos) {
        for (Direction direction : List.copyOf(links.keySet())) {
            if (direction.from != transport) continue;
            SimulatedTransport other = direction.to;
            for (Direction each : List.of(direction, direction.back())) {
                Link link = links.remove(each);
                if (link != null) link.over = true;
            }
            tell(other, transport, nanos);
            tell(transport, other, nanos);
        }
    }

    private void tell(SimulatedTransport told, SimulatedTransport of, long nanos) {
        if (told.isOver() || network.paths.isCut(of, told)) return;
        time.after(nanos + dice.between(0, 5 * MILLI), () -> {
            told.unlinkedFrom(of);
            if (wants(new Direction(told, of))) dialSoon(new Direction(told, of), dice.between(MILLI, 50 * MILLI));
        });
    }
}
