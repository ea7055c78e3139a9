package org.gamenet.rgs.core.reconfiguration;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.membership.Roster;
import org.gamenet.rgs.core.ordering.Log;

/**
 * A member's observations of the others; hints, never authority (P5).
 *
 * @param gone members that are gone or unreachable
 * @param unreachable those of them that are merely out of reach
 * @param suspects members that said that they do not hear the holder of the present epoch
 * @param coordinators members that said that they coordinate the transport group; itself, if its process said so
 * @param poor members with a poor connection to the last server, as that one said, the poorest last
 */
record SuspicionHints(
        Set<MemberId> gone,
        Set<MemberId> unreachable,
        Set<MemberId> suspects,
        Set<MemberId> coordinators,
        List<MemberId> poor) {

    static final SuspicionHints NONE = new SuspicionHints(Set.of(), Set.of(), Set.of(), Set.of(), List.of());

    SuspicionHints withGone(MemberId id) {
        return new SuspicionHints(plus(gone, id), minus(unreachable, id), minus(suspects, id), coordinators, poor);
    }

    SuspicionHints withUnreachable(MemberId id) {
        return new SuspicionHints(plus(gone, id), plus(unreachable, id), minus(suspects, id), coordinators, poor);
    }

    /** A member that speaks is there again. */
    SuspicionHints heard(MemberId from, Message.Suspicion suspicion) {
        Set<MemberId> chiefs = suspicion.coordinates() ? plus(coordinators, from) : minus(coordinators, from);
        return suspicion.revoked()
                ? new SuspicionHints(minus(gone, from), minus(unreachable, from), minus(suspects, from), chiefs, poor)
                : new SuspicionHints(minus(gone, from), minus(unreachable, from), plus(suspects, from), chiefs, poor);
    }

    /** A member that speaks can be reached; of one that is gone something may still be under way. */
    SuspicionHints reached(MemberId from) {
        return isUnreachable(from)
                ? new SuspicionHints(minus(gone, from), minus(unreachable, from), suspects, coordinators, poor)
                : this;
    }

    /** In whichever incarnation it was so: it is one process. */
    boolean isUnreachable(MemberId id) {
        return unreachable.stream().anyMatch(id::isOfSession);
    }

    /** Whether its process is gone, as far as is known here, and not merely out of reach. */
    boolean isProcessGone(MemberId id) {
        return gone.contains(id) && !isUnreachable(id);
    }

    /** Whether my own process coordinates the transport group. */
    SuspicionHints withCoordinating(MemberId me, boolean does) {
        return new SuspicionHints(
                gone, unreachable, suspects, does ? plus(coordinators, me) : minus(coordinators, me), poor);
    }

    SuspicionHints placing(List<MemberId> last) {
        return new SuspicionHints(gone, unreachable, suspects, coordinators, List.copyOf(last));
    }

    /** These of the roster suspect the holder of that epoch, as the negotiator says. */
    SuspicionHints suspectedBy(List<MemberId> supporters, Roster roster, Epoch failed) {
        SuspicionHints known = this;
        for (MemberId supporter : supporters) {
            if (!roster.has(supporter)) continue;
            known = known.heard(
                    supporter, new Message.Suspicion(failed, false, known.coordinators.contains(supporter)));
        }
        return known;
    }

    /** The backup that may claim by itself, as far as is known here. */
    Optional<MemberId> backupOf(Log log, MemberId suspected) {
        return log.authority().stream()
                .skip(1)
                .filter(m -> !m.equals(suspected) && !gone.contains(m))
                .findFirst();
    }

    SuspicionHints forgetSuspects() {
        return new SuspicionHints(gone, unreachable, Set.of(), coordinators, poor);
    }

    private static Set<MemberId> plus(Set<MemberId> set, MemberId id) {
        if (set.contains(id)) return set;
        Set<MemberId> more = new TreeSet<>(set);
        more.add(id);
        return more;
    }

    /** Without all incarnations of that session: what was seen of one says nothing of it any more. */
    private static Set<MemberId> minus(Set<MemberId> set, MemberId id) {
        if (set.stream().noneMatch(id::isOfSession)) return set;
        Set<MemberId> less = new TreeSet<>(set);
        less.removeIf(id::isOfSession);
        return less;
    }

    /** Nobody is taken to be out of reach any more. */
    SuspicionHints allReached() {
        SuspicionHints now = this;
        for (MemberId each : unreachable) now = now.reached(each);
        return now;
    }
}
