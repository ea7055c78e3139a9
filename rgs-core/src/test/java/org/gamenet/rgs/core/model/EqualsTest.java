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
import org.gamenet.rgs.core.ordering.Log;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.gamenet.rgs.core.reconfiguration.LocalMember;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.gamenet.rgs.core.reconfiguration.Timer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Steps that a recovery of equals is spared. */
class EqualsTest extends OneMachine {
    private static final GameRules SERVED =
            new GameRules("equals", 8, List.of(Failover.PROMOTED_PLAYER), 1_000, 30_000, 50, Map.of());

    private final LocalMember ann = self(1, Kind.PLAYER);
    private final LocalMember bob = self(2, Kind.PLAYER);
    private final LocalMember cat = self(3, Kind.PLAYER);

    private Log playing(GameRules rules) {
        MemberState first = MemberState.found(ann, rules, ONE).state();
        for (LocalMember each : List.of(bob, cat)) {
            first = hears(first, each.id(), new Message.JoinRequest(each.me(), 1, 1, 0));
            first = step(
                    first, new Event.InitialStateTaken(each.id(), first.log().end(), Optional.empty()));
            first = hears(first, each.id(), new Message.Confirmed(first.log().end()));
        }
        return first.log();
    }

    /** Bob, who coordinates the group, has lost Ann. */
    private MemberState suspects(GameRules rules) {
        MemberState second = hears(
                MemberState.join(bob, rules, Epoch.NONE).state(),
                ann.id(),
                new Message.InitialAck(ONE, playing(rules), rules, Optional.empty()));
        second = step(second, new Event.Coordinates(true));
        return step(second, new Event.HolderSuspected(ann.id(), "gone", 1));
    }

    private MemberState granted(GameRules rules) {
        MemberState second = suspects(rules);
        Effect.Claim claim = did(Effect.Claim.class).orElseThrow();
        return step(
                second,
                new Event.Granted(
                        claim.claimId(), new Epoch(2, claim.claimId()), List.of(ann.id(), bob.id(), cat.id())));
    }

    private Message.CollectReply reply(MemberState holder, Log log, GameRules rules) {
        return new Message.CollectReply(holder.promise(), 1, true, log, rules, Double.NaN, false, Optional.empty());
    }

    @Test
    @DisplayName(
            "P32 among equals the negotiator claims at once, though the group is coordinated by it; with a server it asks another first")
    void claimsAtOnce() {
        suspects(SERVED);
        assertEquals(Optional.of(new MemberId(3, cat.id().incarnation())), asked());
        assertFalse(did(Effect.Claim.class).isPresent());
        suspects(SERVED.amongPeers());
        assertTrue(did(Effect.Claim.class).isPresent());
        assertEquals(Optional.empty(), asked());
    }

    private Optional<MemberId> asked() {
        return effects.stream()
                .filter(e -> e instanceof Effect.Send s && s.message() instanceof Message.Promote)
                .map(e -> ((Effect.Send) e).to())
                .findFirst();
    }

    @Test
    @DisplayName("P37 P40 equals wait 150 ms for each other's logs, for no packages, and restore nothing")
    void restoresNothing() {
        GameRules rules = SERVED.amongPeers();
        MemberState holder = granted(rules);
        assertEquals("Gathering", holder.name());
        assertEquals(150, timer(Timer.COLLECT));
        holder = step(holder, new Event.MemberGone(ann.id()));
        holder = hears(holder, cat.id(), reply(holder, playing(rules), rules));
        assertEquals("Activating", holder.name());
        assertTrue(did(Effect.Activate.class).isPresent());
        assertFalse(did(Effect.Restore.class).isPresent());
    }

    private long timer(Timer which) {
        return effects.stream()
                .filter(e -> e instanceof Effect.StartTimer s && s.timer() == which)
                .mapToLong(e -> ((Effect.StartTimer) e).millis())
                .findFirst()
                .orElse(0);
    }
}
