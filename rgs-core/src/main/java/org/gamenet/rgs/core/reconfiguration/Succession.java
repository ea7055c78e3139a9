package org.gamenet.rgs.core.reconfiguration;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.gamenet.rgs.core.machine.Basis;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.machine.MemberId;

/**
 * The members that may follow a server that is not heard, as a frozen member sees it (P32, P33).
 *
 * @param suspected the holder of the epoch that failed
 */
record Succession(Membership membership, MemberId suspected, FreezeContext freezing) {

    /** Whether this member holds a copy of the state of the last active epoch: it claims unasked (P32). */
    boolean backsUp() {
        return membership.isInAuthority(membership.id()) && freezing.copy().isPresent() && !freezing.superseded();
    }

    /** Whether the epoch that has failed has a backup, which claims without being asked. */
    boolean isBackupFirst(Epoch failed) {
        Optional<MemberId> backup = freezing.hints().backupOf(membership.log(), suspected);
        return failed.equals(membership.log().end().epoch())
                && backup.isPresent()
                && !membership.isInAuthority(membership.id());
    }

    /** The server is dead or out of reach, and no way leads to another. */
    boolean leadsNowhere() {
        return freezing.hints().gone().contains(suspected)
                && Search.ways(membership.rules().failover()).isEmpty()
                && freezing.hints().backupOf(membership.log(), suspected).isEmpty();
    }

    /**
     * The freeze view: the roster without the old authority and those gone, by rank (P33). They negotiate; for whom a
     * holder waits is {@link CollectedReplies#awaited}.
     */
    List<MemberId> view() {
        return membership.log().roster().ids().stream()
                .filter(m -> !membership.isInAuthority(m)
                        && !m.equals(suspected)
                        && !freezing.hints().gone().contains(m))
                .toList();
    }

    /**
     * Whether no more than half of those in the game can be reached from here, another one that served aside: a claim
     * of this side would be granted in vain (P74).
     */
    boolean isOutnumbered() {
        SuspicionHints hints = freezing.hints();
        List<MemberId> electors = membership.log().roster().ids().stream()
                .filter(m -> m.equals(membership.id()) || !membership.isInAuthority(m) && !m.equals(suspected))
                .filter(m -> hints.isUnreachable(m) || !hints.gone().contains(m))
                .toList();
        long near = electors.stream().filter(m -> !hints.isUnreachable(m)).count();
        return !freezing.late() && !electors.isEmpty() && near * 2 <= electors.size();
    }

    /** Whether the processes of all others in the game are gone, and none is merely out of reach. */
    boolean isLastOne() {
        return membership.log().roster().ids().stream()
                .allMatch(m -> m.equals(membership.id()) || freezing.hints().isProcessGone(m));
    }

    /** This member's place in the freeze view, or the place behind all others. */
    int turn() {
        int at = view().indexOf(membership.id());
        return at < 0 ? view().size() : at;
    }

    /** Whether a member ahead of this one in the freeze view hears nothing of the server either. */
    boolean doesAnEarlierOneAct() {
        return view().stream()
                .limit(turn())
                .anyMatch(m -> freezing.hints().suspects().contains(m));
    }

    /**
     * The server of the epoch that its log ends in, or its backup, holds the state of it, as long as that is the last
     * active one (P9). A server that says goodbye hands over more than its last copy; of a synchronous game nobody was
     * shown that. There a copy is confirmed before its holder is named, and the arbiter knows whether it is (P48.7).
     */
    Basis basis() {
        boolean synchronous = membership.rules().synchronous();
        boolean mayBeNamed = synchronous ? freezing.copy().isPresent() : backsUp() && !freezing.serverLeaves();
        return !freezing.superseded() && (membership.log().isPrimary(membership.id()) || mayBeNamed)
                ? Basis.HELD
                : Basis.REBUILD;
    }

    /** A member that gave a number up, or served before, tries again once nobody else is left to ask. */
    Optional<MemberId> lastChoice(Search search, Set<MemberId> excluded) {
        boolean able = membership.self().me().kind() == Kind.PLAYER || membership.isInAuthority(membership.id());
        return able
                        && membership.self().mayServe()
                        && excluded.contains(membership.id())
                        && !search.asked().contains(membership.id())
                ? Optional.of(membership.id())
                : Optional.empty();
    }

    /** The members that suspect the failed epoch, this one among them. */
    List<MemberId> supporters() {
        Set<MemberId> all = new TreeSet<>(freezing.hints().suspects());
        all.add(membership.id());
        return List.copyOf(all);
    }
}
