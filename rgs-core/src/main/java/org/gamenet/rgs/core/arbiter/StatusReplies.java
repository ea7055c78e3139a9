package org.gamenet.rgs.core.arbiter;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.MemberId;

/**
 * The electors' replies to the question for their status.
 *
 * @param since the electors that have replied since this member asked, to be certain of its right; empty while this
 *     member does not ask
 * @param elsewhere by member, another epoch that is on for it, of the same number as the one that is on here
 */
record StatusReplies(Set<MemberId> since, Map<MemberId, Epoch> elsewhere) {
    static final StatusReplies NONE = new StatusReplies(Set.of(), Map.of());

    /** This member asks anew. */
    StatusReplies asked(MemberId me) {
        return new StatusReplies(Set.of(me), elsewhere);
    }

    /** This member asks no longer. */
    StatusReplies answered() {
        return new StatusReplies(Set.of(), elsewhere);
    }

    boolean isAsked() {
        return !since.isEmpty();
    }

    /** This elector has replied. */
    StatusReplies with(MemberId from) {
        Set<MemberId> more = new TreeSet<>(since);
        more.add(from);
        return new StatusReplies(more, elsewhere);
    }

    /** For the elector {@code from} the epoch {@code theirs} is on. */
    StatusReplies with(MemberId from, Epoch theirs, Epoch on) {
        Map<MemberId, Epoch> now = new TreeMap<>(elsewhere);
        now.put(from, theirs);
        now.values().removeIf(epoch -> !isAnother(epoch, on));
        return new StatusReplies(since, now);
    }

    /**
     * Of an electorate those that nobody need wait for: {@code lost}, and each for which another epoch of the same
     * number is on. Neither number is above the other, so that neither side learns of the other's epoch by a vote: a
     * member votes for a claim that follows the epoch that it knows to be on, and will not vote here (P59).
     */
    Set<MemberId> notWaitedFor(List<MemberId> electorate, Epoch on, Collection<MemberId> lost) {
        Set<MemberId> all = new TreeSet<>(lost);
        for (Map.Entry<MemberId, Epoch> other : elsewhere.entrySet())
            if (isAnother(other.getValue(), on))
                electorate.stream().filter(other.getKey()::isOfSession).forEach(all::add);
        return all;
    }

    private static boolean isAnother(Epoch theirs, Epoch on) {
        return theirs.number() == on.number() && !theirs.equals(on);
    }
}
