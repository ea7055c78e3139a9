package org.gamenet.rgs.core.model;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.GameRules;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.gamenet.rgs.core.reconfiguration.LocalMember;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.junit.jupiter.api.BeforeEach;

/** Two machines of one game: a server, and Ann, who was let in and has not said so yet. */
abstract class AnnFollows extends OneMachine {
    static final GameRules RULES =
            new GameRules("two", 8, List.of(Failover.PROMOTED_PLAYER), 1_000, 30_000, 50, Map.of());

    final LocalMember server = self(1, Kind.SERVER);
    final LocalMember ann = self(2, Kind.PLAYER);
    MemberState serving;
    MemberState following;

    @BeforeEach
    void annIsIn() {
        serving = MemberState.found(server, RULES, ONE).state();
        serving = hears(serving, ann.id(), new Message.JoinRequest(ann.me(), 1, 1, 0));
        serving = step(
                serving, new Event.InitialStateTaken(ann.id(), serving.log().end(), Optional.empty()));
        Message.InitialAck initial = sent(Message.InitialAck.class).orElseThrow();
        following = hears(MemberState.join(ann, RULES, Epoch.NONE).state(), server.id(), initial);
    }
}
