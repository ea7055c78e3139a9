package org.gamenet.rgs.core.lanes;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.Marks;
import org.jspecify.annotations.Nullable;

/**
 * At the server: which requests are in the latest package of every member, so that whatever state is restored contains them (P23). Knows the
 * marks of the states that went out lately, and of each member which of them its package reflects.
 */
final class Stability {
    /** States remembered; older ones only delay. */
    private static final int STATES_MAX = 1_024;

    private final Deque<StateMarks> states = new ArrayDeque<>();
    private final Map<MemberId, Double> reflected = new HashMap<>();
    private final Map<MemberId, PutOut> out = new HashMap<>();
    private final long since;

    /**
     * Put out, and perhaps just about to go on without me: its package may become the base of that game.
     *
     * @param reflects which state, or null if that was not known
     * @param until when it is too late for that
     */
    private record PutOut(@Nullable Double reflects, long until) {}

    /** Packages of epochs before {@code since} reflect a state of another server. */
    Stability(long since) {
        this.since = since;
    }

    /** A state was made. */
    void made(StateMarks state) {
        if (!states.isEmpty() && state.time() <= states.getLast().time()) return;
        states.add(state);
        if (states.size() > STATES_MAX) states.remove();
    }

    /** The member was given this state with its admission. */
    void gave(MemberId newcomer, StateMarks state) {
        made(state);
        reflected.merge(newcomer, state.time(), Math::max);
    }

    /** What a member says of its latest package. */
    void packaged(MemberId member, DataFrame.Packaged packaged) {
        if (packaged.never()) reflected.put(member, Double.POSITIVE_INFINITY);
        else if (packaged.epoch() >= since) reflected.merge(member, packaged.time(), (a, b) -> a.isInfinite() ? b : Math.max(a, b));
    }

    /** It left, or has come back in another incarnation. */
    void gone(MemberId member) {
        reflected.remove(member);
        out.keySet().removeIf(id -> id.peer() == member.peer());
    }

    /** It was put out, and need not agree. */
    void putOut(MemberId member, long until) {
        out.put(member, new PutOut(reflected.remove(member), until));
    }

    /** The directory has these as members of mine: who was put out supports no claim any more (P12). */
    void confirmed(Collection<MemberId> members) {
        out.keySet().removeIf(id -> !members.contains(id));
    }

    /**
     * What is stable, or null if that cannot be told yet.
     *
     * @param others the members without me; if none of them packages, the state is nowhere but here
     * @param handedOut what my own state contains
     */
    @Nullable Map<MemberId, Marks> stable(Collection<MemberId> others, Map<MemberId, Marks> handedOut, long now) {
        double least = Double.POSITIVE_INFINITY;
        for (MemberId member : others) {
            Double time = reflected.get(member);
            if (time == null) return null;
            least = Math.min(least, time);
        }
        out.values().removeIf(one -> now >= one.until);
        for (PutOut one : out.values()) {
            if (one.reflects == null) return null;
            least = Math.min(least, one.reflects);
        }
        if (least == Double.POSITIVE_INFINITY) return handedOut;
        StateMarks found = null;
        while (!states.isEmpty() && states.getFirst().time() <= least) found = states.remove();
        if (found == null) return null;
        states.addFirst(found);
        return found.marks();
    }
}
