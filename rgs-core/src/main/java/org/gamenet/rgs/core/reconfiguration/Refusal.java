package org.gamenet.rgs.core.reconfiguration;

import java.util.Optional;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.machine.Payload;
import org.gamenet.rgs.core.machine.SeatToken;
import org.gamenet.rgs.core.membership.Roster;

/** Why whoever serves lets somebody not in (P26, P27). */
final class Refusal {

    private Refusal() {}

    /** Empty if it may come in. */
    static Optional<Message.JoinDenied> of(Serving at, Message.JoinRequest join) {
        LocalMember self = at.self();
        Membership membership = at.membership();
        Member who = join.me();
        if (join.version() != self.version())
            return no(
                    Reason.VERSIONS_DIFFER,
                    "the game speaks version " + self.version() + " of RGS's protocol, the newcomer version "
                            + join.version());
        if (join.schema() != self.schema())
            return Optional.of(new Message.JoinDenied(Reason.RECORDS_DIFFER, "the records differ", self.shapes()));
        Optional<Member> seat = membership
                .log()
                .roster()
                .findPeer(who.id().peer())
                .or(() -> membership.log().roster().findLapsed(who.id().peer()));
        // Its exit may not have reached it; only in these words does it learn why (P28).
        if (seat.filter(m -> m.tokenHash() == Roster.VOID).isPresent())
            return no(Reason.KICKED, "this player was put out");
        boolean returns = seat.isPresent()
                && join.token() != 0
                && SeatToken.hash(join.token(), who.id().peer()) == seat.get().tokenHash();
        if (seat.isPresent() && !returns)
            return no(Reason.NOT_ADMITTED, "this player has a seat in the game, and the token is not its own");
        if (!at.intent().open() && !returns && who.kind() != Kind.SERVER)
            return no(Reason.NOT_ADMITTED, "the game lets nobody in");
        boolean inside = membership.log().roster().findPeer(who.id().peer()).isPresent()
                || membership.log().roster().findAway(who.id().peer()).isPresent();
        if (at.followers().newcomers() >= self.pendingJoinsMax())
            return no(Reason.FULL, at.followers().newcomers() + " newcomers wait for a seat already: try again");
        int away = membership.log().roster().away().size();
        if (!inside && membership.log().roster().members().size() + away >= self.membersMax())
            return no(Reason.FULL, "the game has " + self.membersMax() + " members, as many as its server takes");
        if (who.kind() == Kind.PLAYER
                && !inside
                && membership.log().roster().seated().size()
                        >= membership.rules().maxPlayers())
            return no(Reason.FULL, "all " + membership.rules().maxPlayers() + " seats are taken");
        return Optional.empty();
    }

    private static Optional<Message.JoinDenied> no(Reason reason, String detail) {
        return Optional.of(new Message.JoinDenied(reason, detail, Payload.EMPTY));
    }
}
