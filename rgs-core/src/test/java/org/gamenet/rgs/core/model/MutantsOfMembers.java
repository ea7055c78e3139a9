package org.gamenet.rgs.core.model;

import java.util.List;
import org.gamenet.rgs.core.model.Edit.Answers;
import org.gamenet.rgs.core.model.Edit.Instead;
import org.gamenet.rgs.core.model.Edit.Never;
import org.gamenet.rgs.core.model.Mutants.Mutant;

/** Mutants of the rules of coming in and going out; see {@link Mutants}. */
final class MutantsOfMembers {
    private static final String SERVING = "reconfiguration/Serving";
    private static final String NEWCOMERS = "reconfiguration/Newcomers";
    private static final String FULL = "reconfiguration/FullMember";
    private static final String LOG = "ordering/Log";

    static final List<Mutant> ALL = List.of(
            new Mutant(
                    "P25 its own exit means nothing, and an outsider is not told",
                    "traces",
                    new Never(FULL + ".afterDelivery: Exited who.equals"),
                    new Instead(
                            NEWCOMERS + ".tellEvicted",
                            "$at.stay(new Effect.Send($id, new Message.JoinDenied($why, "
                                    + " \"this member is out of the game\", Payload.EMPTY)))",
                            "$at.stay()")),
            new Mutant(
                    "P25 who was heard meanwhile is put out",
                    "traces",
                    new Instead("reconfiguration/Supply.onEchoSeen", "Exits.heardAgain($at, $echo.from())", "$at")),
            new Mutant(
                    "P26 HG11 InitialAck before JOIN",
                    "traces",
                    new Instead(
                            NEWCOMERS + ".letIn",
                            "Step $stamped = $at.stamp(new EntryBody.Joined($who, $known), $first);"
                                    + " Newcomer $waiting = Newcomer.waiting($stamped.state().log());",
                            "Step $stamped = $at.stamp(new EntryBody.Joined($who, $known), $first);"
                                    + " Newcomer $waiting = Newcomer.waiting($at.log());")),
            new Mutant(
                    "P26 a newcomer is let in while all is frozen",
                    "lively walks",
                    new Never(NEWCOMERS + ".onJoin: !mayTakeTurn intent.isEnding"),
                    new Never(NEWCOMERS + ".onJoin: !mayStamp")),
            new Mutant(
                    "P27 S7 an incarnation comes in twice", "traces", new Never(NEWCOMERS + ".onJoin: roster.isOut")),
            new Mutant(
                    "P27 the seat of a player is anybody's",
                    "traces",
                    new Instead(
                            "reconfiguration/Refusal.of",
                            "$seat.isPresent() && $join.token() != 0"
                                    + " && SeatToken.hash($join.token(), $who.id().peer()) == $seat.get().tokenHash()",
                            "$seat.isEmpty()")),
            new Mutant("P28 a goodbye is not an exit", "traces", new Never(SERVING + ".TABLE: LeaveRequest MEMBER")),
            new Mutant("P28 who was kicked comes back", "traces", new Answers(LOG + ".returns", "true")));

    private MutantsOfMembers() {}
}
