package org.gamenet.rgs.core.reconfiguration;

import java.util.Set;
import java.util.TreeSet;
import org.gamenet.rgs.core.machine.MemberId;

/**
 * For whom a holder does not wait. One process is all incarnations of its session: whichever of them is listed, it is
 * as absent as the one that was dialled.
 *
 * @param lost members that are gone or unreachable
 * @param unreachable those of them that are merely out of reach: they count where it matters how many have answered
 *     (P74)
 */
record Absent(Set<MemberId> lost, Set<MemberId> unreachable) {

    static final Absent NOBODY = new Absent(Set.of(), Set.of());

    static Absent of(SuspicionHints hints) {
        return new Absent(Set.copyOf(hints.gone()), Set.copyOf(hints.unreachable()));
    }

    Absent withDead(MemberId dead) {
        return new Absent(plus(lost, dead), minus(unreachable, dead));
    }

    Absent withUnreachable(MemberId away) {
        return new Absent(plus(lost, away), plus(unreachable, away));
    }

    Absent without(MemberId heard) {
        return new Absent(minus(lost, heard), minus(unreachable, heard));
    }

    private static Set<MemberId> plus(Set<MemberId> some, MemberId id) {
        Set<MemberId> more = new TreeSet<>(some);
        more.add(id);
        return more;
    }

    private static Set<MemberId> minus(Set<MemberId> some, MemberId id) {
        Set<MemberId> less = new TreeSet<>(some);
        less.removeIf(id::isOfSession);
        return less;
    }

    /** Gone, or out of reach. */
    boolean isLost(MemberId id) {
        return lost.stream().anyMatch(id::isOfSession);
    }

    boolean isOutOfReach(MemberId id) {
        return unreachable.stream().anyMatch(id::isOfSession);
    }

    boolean isDead(MemberId id) {
        return isLost(id) && !isOutOfReach(id);
    }
}
