package org.gamenet.rgs.core.arbiter;

import static org.gamenet.rgs.core.arbiter.Electors.said;
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

/** Whoever could begin an epoch can also end it: an electorate loses members only as far as its voters are enough. */
class ShrinkingTest {
    private static final MemberId A = Electors.id(0);
    private static final MemberId B = Electors.id(1);
    private static final MemberId C = Electors.id(2);
    private static final Epoch ONE = new Epoch(1, 1);
    private static final Epoch TWO = new Epoch(2, 22);
    private static final Epoch THREE = new Epoch(3, 33);
    private static final Reign FIRST = new Reign(ONE, List.of(A), List.of(A, B, C));

    private static Election.Sight sees(MemberId... lost) {
        return new Election.Sight(true, true, false, ONE, Set.of(lost));
    }

    /** B is granted the next number by that voter, A is lost as whoever served is, and B and C are members of it. */
    private static Reign proposed(MemberId voter, Quorum rule, MemberId... lost) {
        Election.Turn turn = Election.of(B, rule)
                .knowing(FIRST)
                .claim(new Effect.Claim(1, List.of(B), Basis.REBUILD, List.of(), 22), sees(lost));
        turn = turn.next().heard(voter, new Ballot.Vote(TWO, Optional.empty()), sees(lost));
        turn = turn.next().activate(new Effect.Activate(TWO, List.of(B, C)), sees(lost));
        return ((Ballot.AcceptanceWanted) said(turn, voter).get(0)).next();
    }

    @Test
    @DisplayName("P61 the server that was lost is listed while it is the voter that made the majority")
    void keepsTheVoter() {
        assertEquals(List.of(B, A, C), proposed(A, Quorum.MAJORITY).electorate());
        assertEquals(List.of(B, A, C), proposed(A, Quorum.BY_SIZE).electorate());
        assertEquals(List.of(B, C), proposed(C, Quorum.MAJORITY).electorate());
        assertEquals(List.of(B, C), proposed(C, Quorum.BY_SIZE).electorate());
    }

    @Test
    @DisplayName("P61 not so where whoever did not vote is dead, and those that are left decide")
    void listsNobodyInVain() {
        assertEquals(List.of(B, C), proposed(A, Quorum.BY_SIZE, C).electorate());
        assertEquals(List.of(B, A, C), proposed(A, Quorum.MAJORITY, C).electorate(), "more than half, dead or not");
    }

    @Test
    @DisplayName("P61 a member that is new to the list has not voted, and is listed all the same")
    void growsWithoutItsVote() {
        Reign alone = new Reign(ONE, List.of(A), List.of(A));
        Election.Turn turn =
                Election.of(A, Quorum.BY_SIZE).knowing(alone).enlist(new Effect.Enlist(ONE, 0, List.of(A, B)));
        turn = turn.next().claim(new Effect.Claim(1, List.of(A), Basis.HELD, List.of(), 22), sees());
        turn = turn.next().activate(new Effect.Activate(TWO, List.of(A, B)), sees());
        assertEquals(
                List.of(new Event.Activated(TWO, true, new Reign(TWO, List.of(A), List.of(A, B)).listing())),
                told(turn));
    }

    @Test
    @DisplayName("P57 whoever finishes what another began tells the electorate: its number is spent, the next is free")
    void tellsWhatItFinished() {
        Reign begun = new Reign(TWO, List.of(B), List.of(B, C));
        Election.Turn turn = Election.of(A, Quorum.MAJORITY).knowing(FIRST).claim(claimOf(A, 33), sees());
        turn = turn.next().heard(C, new Ballot.Vote(THREE, Optional.of(new Ballot.Accepted(begun, TWO))), sees());
        turn = turn.next().heard(C, new Ballot.Acceptance(THREE, TWO), sees());
        Ballot.OutlookTold finished = new Ballot.OutlookTold(new Ballot.Outlook(begun, THREE, true, false, false));
        for (MemberId each : List.of(B, C)) assertEquals(List.of(finished), said(turn, each));
    }

    private static Effect.Claim claimOf(MemberId me, long claimId) {
        return new Effect.Claim(2, List.of(me), Basis.REBUILD, List.of(), claimId);
    }
}
