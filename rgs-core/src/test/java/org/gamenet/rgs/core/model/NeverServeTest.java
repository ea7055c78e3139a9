package org.gamenet.rgs.core.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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

/** A member that was set up never to serve. */
class NeverServeTest extends OneMachine {
    private static final GameRules RULES =
            new GameRules("never", 8, List.of(Failover.PROMOTED_PLAYER), 1_000, 30_000, 50, Map.of());

    private final LocalMember ann = self(1, Kind.PLAYER);
    private final LocalMember bob = never(self(2, Kind.PLAYER));
    private final LocalMember cat = self(3, Kind.PLAYER);

    private static LocalMember never(LocalMember m) {
        return new LocalMember(
                m.me(),
                m.schema(),
                m.shapes(),
                m.version(),
                m.token(),
                m.membersMax(),
                m.pendingJoinsMax(),
                m.chance(),
                false);
    }

    /** Bob, who has lost Ann, who served. */
    private MemberState suspects(GameRules rules) {
        MemberState first = MemberState.found(ann, rules, ONE).state();
        for (LocalMember each : List.of(bob, cat)) {
            first = hears(first, each.id(), new Message.JoinRequest(each.me(), 1, 1, 0));
            first = step(
                    first, new Event.InitialStateTaken(each.id(), first.log().end(), Optional.empty()));
            first = hears(first, each.id(), new Message.Confirmed(first.log().end()));
        }
        MemberState second = hears(
                MemberState.join(bob, rules, Epoch.NONE).state(),
                ann.id(),
                new Message.InitialAck(ONE, first.log(), rules, Optional.empty()));
        return step(second, new Event.HolderSuspected(ann.id(), "gone", 1));
    }

    private Optional<MemberId> asked() {
        return effects.stream()
                .filter(e -> e instanceof Effect.Send send && send.message() instanceof Message.Promote)
                .map(e -> ((Effect.Send) e).to())
                .findFirst();
    }

    @Test
    @DisplayName("G20 a member that never serves declines when it is asked to, and claims nothing")
    void declines() {
        MemberState frozen = suspects(RULES);
        hears(frozen, cat.id(), new Message.Promote(ONE, List.of(cat.id())));
        Message.PromoteAnswer answer = sent(Message.PromoteAnswer.class).orElseThrow();
        assertFalse(answer.agrees());
        assertEquals("I never serve", answer.why());
        assertFalse(did(Effect.Claim.class).isPresent());
    }

    @Test
    @DisplayName("G20 a negotiator that never serves asks the others, and itself not even when they all decline")
    void asksOthersOnly() {
        MemberState frozen = suspects(RULES);
        assertEquals(Optional.of(cat.id()), asked(), "its turn is not put off");
        frozen = hears(frozen, cat.id(), new Message.PromoteAnswer(ONE, false, "no"));
        assertFalse(did(Effect.Claim.class).isPresent());
        frozen = step(frozen, new Event.TimerFired(Timer.LAST_RESORT));
        for (int turn = 0; turn < 20; turn++) {
            frozen = step(frozen, new Event.TimerFired(Timer.NEGOTIATE));
            assertFalse(did(Effect.Claim.class).isPresent(), "turn " + turn);
            frozen = step(frozen, new Event.TimerFired(Timer.CANDIDATE));
            assertFalse(did(Effect.Claim.class).isPresent(), "turn " + turn);
        }
        frozen = step(frozen, new Event.MemberGone(cat.id()));
        assertFalse(did(Effect.Claim.class).isPresent(), "alone");
        step(frozen, new Event.TimerFired(Timer.NEGOTIATE));
        assertFalse(did(Effect.Claim.class).isPresent(), "alone");
    }

    @Test
    @DisplayName("G20 P26 a member that never serves has nobody wait for it: one that comes back may go on itself")
    void letsNobodyWait() {
        LocalMember dan = self(4, Kind.PLAYER);
        hears(suspects(RULES), dan.id(), new Message.JoinRequest(dan.me(), 1, 1, 0));
        assertEquals(List.of(), effects);
    }

    @Test
    @DisplayName("G20 a member of equals that never serves asks another to number the messages, and claims not itself")
    void equals() {
        suspects(RULES.amongPeers());
        assertFalse(did(Effect.Claim.class).isPresent());
        assertTrue(asked().filter(cat.id()::equals).isPresent());
    }
}
