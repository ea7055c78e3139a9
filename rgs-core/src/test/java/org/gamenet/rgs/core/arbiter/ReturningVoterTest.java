package org.gamenet.rgs.core.arbiter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.gamenet.rgs.core.machine.Basis;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Incarnation;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A member that gave its game up, comes back in a later incarnation, and finds nobody (P66). */
class ReturningVoterTest {
    private static final MemberId A = Electors.id(0);
    private static final MemberId B = Electors.id(1);
    private static final MemberId C = Electors.id(2);
    private static final MemberId AGAIN =
            new MemberId(B.peer(), new Incarnation(2, B.incarnation().nonce()));
    private static final MemberId ANOTHER = new MemberId(B.peer(), new Incarnation(2, 99));
    private static final Epoch ONE = new Epoch(1, 1);
    private static final Epoch TWO = new Epoch(2, 22);

    private static Reign reign(MemberId... electorate) {
        return new Reign(ONE, List.of(electorate[0]), List.of(electorate));
    }

    private static Election of(MemberId... electorate) {
        return Election.of(B, Quorum.BY_SIZE).knowing(reign(electorate));
    }

    private static Sight sees(MemberId... lost) {
        return new Sight(true, false, true, ONE, Set.of(lost));
    }

    private static List<Event> claims(Election back, MemberId... lost) {
        return back
                .claim(new Effect.Claim(1, List.of(AGAIN), Basis.REBUILD, List.of(), 22), sees(lost))
                .rulings()
                .stream()
                .filter(Election.Tell.class::isInstance)
                .map(r -> ((Election.Tell) r).event())
                .toList();
    }

    @Test
    @DisplayName("HG38 P66 it goes on from its own epoch, as one of its electorate, once the other is dead; not before")
    void goesOn() {
        assertEquals(List.of(), claims(of(A, B).as(AGAIN), B), "the other lives");
        assertEquals(List.of(new Event.Granted(22, TWO, List.of(B))), claims(of(A, B).as(AGAIN), A, B));
        assertEquals(List.of(new Event.Granted(22, TWO, List.of(B))), claims(of(B).as(AGAIN), B));
    }

    @Test
    @DisplayName("P66 how its epoch stands it hears from those of it, where it was alone from itself: nobody serves it")
    void asks() {
        Election.Turn alone = of(B).as(AGAIN).askGameStatus(sees(B));
        assertEquals(
                List.of(new Election.Tell(new Event.GameStatusKnown(ONE, false, ONE, false, false))), alone.rulings());
        Election.Turn both = of(A, B).as(AGAIN).askGameStatus(sees(B));
        assertEquals(List.of(new Election.Say(A, new Ballot.StatusRequest())), both.rulings());
    }

    @Test
    @DisplayName("P66 what it has voted for it remembers, and has no claim any more")
    void remembers() {
        Ballot.VoteWanted wanted = new Ballot.VoteWanted(reign(A, B), new Epoch(2, 99), A, false);
        Election back = of(A, B).heard(A, wanted, sees()).next().as(AGAIN);
        assertEquals(new Epoch(2, 99), back.mine().orElseThrow().top());
        Event denied = new Event.Denied(22, new Epoch(2, 99), Event.DenialReason.OVERTAKEN);
        assertEquals(List.of(denied), claims(back, A, B));
        Election claiming = of(A, B).claim(new Effect.Claim(1, List.of(B), Basis.REBUILD, List.of(), 22), sees())
                .next();
        assertTrue(claiming.as(AGAIN).claim().isEmpty());
    }

    @Test
    @DisplayName(
            "HG31 P59 P66 under a majority too it remembers and has one voice, and nobody of another session has it")
    void hasOneVoice() {
        Ballot.VoteWanted wanted = new Ballot.VoteWanted(reign(A, B, C), new Epoch(2, 99), A, false);
        Election back = of(A, B, C).heard(A, wanted, sees()).next().as(AGAIN);
        assertEquals(new Epoch(2, 99), back.mine().orElseThrow().top());
        Election most = Election.of(B, Quorum.MAJORITY).knowing(reign(A, B, C));
        assertEquals(
                new Epoch(2, 99),
                most.heard(A, wanted, sees())
                        .next()
                        .as(AGAIN)
                        .mine()
                        .orElseThrow()
                        .top());
        assertEquals(Optional.empty(), of(A, B).as(ANOTHER).mine());
        assertTrue(of(A, B, C).mayVote(AGAIN));
        assertFalse(of(A, B, C).mayVote(ANOTHER));
        for (Quorum rule : List.of(Quorum.MAJORITY, Quorum.KEEP_PLAYING)) {
            assertTrue(rule.isMet(List.of(B), Set.of(AGAIN), Set.of()));
            assertFalse(rule.isMet(List.of(B), Set.of(ANOTHER), Set.of(B)));
        }
        assertTrue(Quorum.MAJORITY.isMet(List.of(A, B, C), Set.of(A, AGAIN), Set.of()));
        assertFalse(Quorum.MAJORITY.isMet(List.of(A, B, C), Set.of(B, AGAIN), Set.of()), "one session, one voice");
        assertEquals(List.of(A, B, C), Quorum.BY_SIZE.asked(List.of(A, B, C), Set.of(A, B), Set.of(C)));
    }
}
