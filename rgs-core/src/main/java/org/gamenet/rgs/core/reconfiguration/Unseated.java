package org.gamenet.rgs.core.reconfiguration;

import java.util.List;
import java.util.Optional;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.machine.Payload;
import org.gamenet.rgs.core.membership.Roster;

/** Members that play nothing, and may serve: a spare that has joined to back the server up is one (P49). */
final class Unseated {

    private Unseated() {}

    /**
     * A game that wants a backup, or a spare to serve it, lets one of them in beside its server; each more would wait
     * in vain. One that was in the game comes back like anybody.
     */
    static Optional<Message.JoinDenied> refusal(Membership membership, Member who) {
        if (who.kind() != Kind.SERVER) return Optional.empty();
        boolean wanted = membership.rules().takesSpare()
                && (returns(membership, who) || others(membership).isEmpty());
        return wanted
                ? Optional.empty()
                : Optional.of(new Message.JoinDenied(
                        Reason.NOT_ADMITTED,
                        "the game wants no further process to back it up; stand by again for the next one",
                        Payload.EMPTY));
    }

    /** Whether it was in the game, or an older self of it is. */
    private static boolean returns(Membership membership, Member who) {
        Roster roster = membership.log().roster();
        long peer = who.id().peer();
        return roster.findPeer(peer)
                .or(() -> roster.findLapsed(peer))
                .filter(m -> m.kind() == Kind.SERVER)
                .isPresent();
    }

    /** Beside this member. */
    private static List<Member> others(Membership membership) {
        return membership.log().roster().members().stream()
                .filter(m -> m.kind() == Kind.SERVER && !m.id().equals(membership.id()))
                .toList();
    }
}
