package org.gamenet.rgs.core.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.GameRules;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.gamenet.rgs.core.reconfiguration.LocalMember;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.gamenet.rgs.core.reconfiguration.Timer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * A server that dies in its own planned change: its next number is active, nobody has the ACK of it, and those that it
 * left need not wait for a process that is gone (P6).
 */
class DeadHolderTest extends OneMachine {
    private static final GameRules RULES =
            new GameRules("dead", 8, List.of(Failover.PROMOTED_PLAYER), 1_000, 30_000, 50, Map.of());

    private final LocalMember server = self(1, Kind.SERVER);
    private final LocalMember ann = self(2, Kind.PLAYER);
    private final LocalMember bob = self(3, Kind.PLAYER);

    /** Ann, the first by rank, when the server is not heard any more. */
    private MemberState frozen() {
        MemberState serving = MemberState.found(server, RULES, ONE).state();
        for (LocalMember each : List.of(ann, bob))
            serving = hears(serving, each.id(), new Message.JoinRequest(each.me(), 1, 1, 0));
        MemberState follows = hears(
                MemberState.join(ann, RULES, Epoch.NONE).state(),
                server.id(),
                new Message.InitialAck(ONE, serving.log(), RULES, Optional.empty()));
        return step(follows, new Event.HolderSuspected(server.id(), "gone", 1));
    }

    private MemberState told(MemberState state, MemberId holder) {
        return step(state, new Event.GameStatusKnown(TWO, false, TWO, false, false, Optional.of(holder)));
    }

    private boolean suspects(Epoch epoch) {
        return did(Effect.Cast.class)
                .filter(cast -> cast.message() instanceof Message.Suspicion s
                        && s.epoch().equals(epoch))
                .isPresent();
    }

    @Test
    @DisplayName("P6 a holder of the next number whose process is gone is given no time to advertise itself")
    void isNotWaitedFor() {
        told(step(frozen(), new Event.MemberGone(server.id())), server.id());
        assertTrue(suspects(TWO), effects::toString);
        assertEquals(TWO.number(), did(Effect.Claim.class).orElseThrow().expected(), "the one after it is claimed");
    }

    @Test
    @DisplayName("P6 one that is merely out of reach, and one that nothing is known of, have their time")
    void hasItsTime() {
        told(step(frozen(), new Event.MemberUnreachable(server.id())), server.id());
        assertTrue(runs(Timer.AWAIT_HOLDER) && !suspects(TWO), effects::toString);
        told(step(frozen(), new Event.MemberGone(server.id())), bob.id());
        assertTrue(runs(Timer.AWAIT_HOLDER) && !suspects(TWO), effects::toString);
    }
}
