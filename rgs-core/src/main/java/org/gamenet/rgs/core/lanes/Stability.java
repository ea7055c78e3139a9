package org.gamenet.rgs.core.lanes;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.Marks;
import org.jspecify.annotations.Nullable;

/**
 * At the server of one epoch: which requests are in the last package of everybody whose package may be what the game
 * goes on from, so that whatever is restored contains them (P72). Knows the marks of the states that were made lately,
 * and of each member which of them its package reflects. No clock has a say in it: who counts is told by the log and by
 * the arbiter.
 */
final class Stability {
    /**
     * States remembered. States between the oldest and the newest are forgotten first, which only delays: the oldest is
     * all that a package may ever reflect.
     */
    private static final int STATES_MAX = 1_024;

    private final Deque<StateMarks> states = new ArrayDeque<>();
    private final Map<MemberId, Double> reflected = new HashMap<>();
    /** Of each that backs up or is about to: the time of the state in the copy that it would go on from. */
    private final Map<MemberId, Double> copies = new HashMap<>();

    private final Set<MemberId> told = new HashSet<>();
    private final long epoch;

    /**
     * @param epoch its number: packages of earlier ones reflect a state of another server, or of another life of this
     *     one
     */
    Stability(long epoch) {
        this.epoch = epoch;
    }

    /**
     * The same in the next epoch: packages of this one do not count in it, and whoever counts for a copy would go on
     * from one that holds nothing of it yet.
     */
    Stability next(long number) {
        Stability next = new Stability(number);
        for (MemberId backup : copies.keySet()) next.copies.put(backup, Double.NEGATIVE_INFINITY);
        return next;
    }

    /** A state was made. */
    void made(StateMarks state) {
        if (!states.isEmpty() && state.time() <= states.getLast().time()) return;
        states.add(state);
        if (states.size() > STATES_MAX) thinOut();
    }

    private void thinOut() {
        StateMarks[] all = states.toArray(new StateMarks[0]);
        states.clear();
        for (int i = 0; i < all.length; i += 2) states.add(all[i]);
    }

    /** The member was given this state with its admission. */
    void gave(MemberId newcomer, StateMarks state) {
        made(state);
        reflected.merge(newcomer, state.time(), Math::max);
    }

    /** A member's word on its latest package; whether that is its first word of this epoch that counts. */
    boolean packaged(MemberId member, DataFrame.Packaged packaged) {
        if (packaged.never()) {
            reflected.put(member, Double.POSITIVE_INFINITY);
        } else if (packaged.epoch() != epoch) {
            // It packages after all: from here on it is waited for like a newcomer.
            reflected.remove(member, Double.POSITIVE_INFINITY);
            return false;
        } else {
            reflected.merge(member, packaged.time(), (a, b) -> a.isInfinite() ? b : Math.max(a, b));
        }
        return told.add(member);
    }

    /** This backup would go on from a copy with the state of that time, or from a later one. */
    void copied(MemberId backup, double time) {
        copies.put(backup, time);
    }

    /** Whether each of these is known to hold a copy of this epoch. */
    boolean areCopied(Collection<MemberId> backups) {
        return copies.keySet().containsAll(backups);
    }

    /** Nothing goes on from its copy any more. */
    void copiedNoMore(MemberId backup) {
        copies.remove(backup);
    }

    /** A word of a member is the first of this epoch, whatever it says: where no package is waited for. */
    boolean heard(MemberId member) {
        return told.add(member);
    }

    /** The reports of others are forgotten. */
    void keepOnly(Collection<MemberId> everybody) {
        reflected.keySet().retainAll(everybody);
        told.retainAll(everybody);
    }

    /**
     * The requests that are stable, or null if that cannot be told yet.
     *
     * @param everybody the members whose package may be restored: the roster, me too, and members that the arbiter
     *     lists or may still list
     */
    @Nullable
    Map<MemberId, Marks> stable(Collection<MemberId> everybody) {
        double least = Double.POSITIVE_INFINITY;
        for (double time : copies.values()) least = Math.min(least, time);
        for (MemberId member : everybody) {
            Double time = reflected.get(member);
            if (time == null) return null;
            least = Math.min(least, time);
        }
        StateMarks found = null;
        while (!states.isEmpty() && states.getFirst().time() <= least) found = states.remove();
        if (found == null) return null;
        states.addFirst(found);
        return found.marks();
    }
}
