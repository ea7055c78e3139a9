package org.gamenet.rgs.core.arbiter;

import static org.gamenet.rgs.core.arbiter.Electors.told;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.gamenet.rgs.core.machine.Basis;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Claims that nobody could grant: they are denied, so that others are made. */
class ClaimsInVainTest {
    private static final MemberId A = Electors.id(0);
    private static final MemberId B = Electors.id(1);
    private static final MemberId C = Electors.id(2);
    private static final Epoch ONE = new Epoch(1, 1);
    private static final Epoch TWO = new Epoch(2, 22);
    private static final Effect.Claim CLAIM = new Effect.Claim(1, List.of(B), Basis.REBUILD, List.of(), 22);
    private static final Sight SIGHT = new Sight(true, true, false, ONE, Set.of());

    @Test
    @DisplayName("P57 P33 whoever does not know yet who decides is told to leave the claim to others")
    void isTooNew() {
        Event denied = new Event.Denied(22, Epoch.NONE, Event.DenialReason.NOT_ADMITTED);
        assertEquals(List.of(denied), told(Election.of(B, Quorum.KEEP_PLAYING).claim(CLAIM, SIGHT)));
    }

    @Test
    @DisplayName("P57 a number that it gave up it does not ask for again: it would lack its own vote")
    void wasGivenUp() {
        Reign reign = new Reign(ONE, List.of(A), List.of(A, B));
        Election back = Election.of(B, Quorum.MAJORITY)
                .knowing(reign)
                .claim(CLAIM, SIGHT)
                .next()
                .release(TWO)
                .next();
        assertEquals(List.of(new Event.Denied(22, TWO, Event.DenialReason.OVERTAKEN)), told(back.claim(CLAIM, SIGHT)));
    }

    @Test
    @DisplayName(
            "P6 of a number that it voted for, and whose claimant is dead, a member that asks is told, by itself if need be")
    void waitsForTheDead() {
        Reign reign = new Reign(ONE, List.of(A), List.of(A, B, C));
        Election voted = Election.of(B, Quorum.KEEP_PLAYING)
                .knowing(reign)
                .heard(C, new Ballot.VoteWanted(reign, TWO, C, false), SIGHT)
                .next();
        assertEquals(List.of(), told(voted.askGameStatus(SIGHT)), "it lives");
        assertEquals(
                List.of(),
                told(voted.askGameStatus(new Sight(true, true, false, TWO, Set.of(C)))),
                "it has answered it");
        assertEquals(
                List.of(), told(voted.askGameStatus(new Sight(false, true, false, ONE, Set.of(C)))), "it is served");
        assertEquals(
                List.of(), told(voted.askGameStatus(new Sight(true, false, true, ONE, Set.of(C)))), "a quorum says so");
        Event known = new Event.GameStatusKnown(TWO, false, ONE, false, false, Optional.of(C), false);
        assertEquals(List.of(known), told(voted.askGameStatus(new Sight(true, true, false, ONE, Set.of(A, C)))));
    }
}
