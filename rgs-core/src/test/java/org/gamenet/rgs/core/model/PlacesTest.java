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
import org.gamenet.rgs.core.ordering.Log;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.gamenet.rgs.core.reconfiguration.LocalMember;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A negotiator's choice of a server, where the last server had measured the others' connections. */
class PlacesTest extends OneMachine {
    private static final GameRules RULES =
            new GameRules("places", 8, List.of(Failover.PROMOTED_PLAYER), 1_000, 30_000, 50, Map.of());

    private final LocalMember ann = self(1, Kind.PLAYER);
    private final LocalMember bob = self(2, Kind.PLAYER);
    private final LocalMember cat = self(3, Kind.PLAYER);
    private final LocalMember dan = self(4, Kind.PLAYER);

    private MemberState bob() {
        MemberState first = MemberState.found(ann, RULES, ONE).state();
        for (LocalMember each : List.of(bob, cat, dan)) {
            first = hears(first, each.id(), new Message.JoinRequest(each.me(), 1, 1, 0));
            first = step(
                    first, new Event.InitialStateTaken(each.id(), first.log().end(), Optional.empty()));
            first = hears(first, each.id(), new Message.Confirmed(first.log().end()));
        }
        Log log = first.log();
        return hears(
                MemberState.join(bob, RULES, Epoch.NONE).state(),
                ann.id(),
                new Message.InitialAck(ONE, log, RULES, Optional.empty()));
    }

    private MemberState told(MemberState of, LocalMember by, LocalMember... poor) {
        return step(
                of,
                new Event.PlacesTold(
                        by.id(), List.of(poor).stream().map(LocalMember::id).toList()));
    }

    private MemberState loses(MemberState of) {
        return step(of, new Event.HolderSuspected(ann.id(), "gone", 1));
    }

    private Optional<MemberId> asked() {
        return effects.stream()
                .filter(e -> e instanceof Effect.Send s && s.message() instanceof Message.Promote)
                .map(e -> ((Effect.Send) e).to())
                .findFirst();
    }

    private MemberState declines(MemberState of, LocalMember who) {
        return hears(of, who.id(), new Message.PromoteAnswer(ONE, false, "no"));
    }

    @Test
    @DisplayName("P33 of equals the first by rank serves")
    void byRank() {
        loses(bob());
        assertTrue(did(Effect.Claim.class).isPresent());
        loses(told(bob(), ann, dan));
        assertTrue(did(Effect.Claim.class).isPresent());
    }

    @Test
    @DisplayName("P33 players with a poor connection are asked last, the poorest of them at the very end")
    void thePoorestLast() {
        MemberState frozen = loses(told(bob(), ann, cat, bob));
        assertEquals(Optional.of(dan.id()), asked());
        frozen = declines(frozen, dan);
        assertEquals(Optional.of(cat.id()), asked());
        declines(frozen, cat);
        assertTrue(did(Effect.Claim.class).isPresent());
    }

    @Test
    @DisplayName("P33 one that coordinates the group with a good connection comes before one with a poor one")
    void coordinatorBeforeThePoor() {
        MemberState frozen = loses(step(told(bob(), ann, cat, dan), new Event.Coordinates(true)));
        assertTrue(did(Effect.Claim.class).isPresent(), () -> "asked " + asked());
        assertEquals("Suspecting", frozen.name());
    }

    @Test
    @DisplayName("P33 the server alone says who has a poor connection, and its latest word counts")
    void theServersWord() {
        loses(told(bob(), cat, bob));
        assertTrue(did(Effect.Claim.class).isPresent());
        loses(told(told(bob(), ann, bob), ann));
        assertTrue(did(Effect.Claim.class).isPresent());
    }
}
