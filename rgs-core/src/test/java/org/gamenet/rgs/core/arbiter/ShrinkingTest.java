package org.gamenet.rgs.core.arbiter;

import static org.gamenet.rgs.core.arbiter.ElectionTest.A;
import static org.gamenet.rgs.core.arbiter.ElectionTest.B;
import static org.gamenet.rgs.core.arbiter.ElectionTest.C;
import static org.gamenet.rgs.core.arbiter.ElectionTest.FIRST;
import static org.gamenet.rgs.core.arbiter.ElectionTest.ONE;
import static org.gamenet.rgs.core.arbiter.ElectionTest.THREE;
import static org.gamenet.rgs.core.arbiter.ElectionTest.TWO;
import static org.gamenet.rgs.core.arbiter.ElectionTest.claim;
import static org.gamenet.rgs.core.arbiter.ElectionTest.sees;
import static org.gamenet.rgs.core.arbiter.Electors.said;
import static org.gamenet.rgs.core.arbiter.Electors.told;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.gamenet.rgs.core.machine.Basis;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * The voters of an epoch can also end it: an electorate loses members only as far as its voters are a quorum of the
 * rest.
 */
class ShrinkingTest {

    /** B is granted the next number by that voter, A is lost as whoever served is, and B and C are members of it. */
    private static Reign proposed(MemberId voter, Quorum rule, MemberId... lost) {
        Election.Turn turn = Election.of(B, rule).knowing(FIRST).claim(claim(1, B, Basis.REBUILD, 22), sees(lost));
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
        turn = turn.next().claim(claim(1, A, Basis.HELD, 22), sees());
        turn = turn.next().activate(new Effect.Activate(TWO, List.of(A, B)), sees());
        assertEquals(
                List.of(new Event.Activated(TWO, true, new Reign(TWO, List.of(A), List.of(A, B)).listing())),
                told(turn));
    }

    /** A serves, and asks for that list; B votes, C has not, and may be dead. */
    private static List<MemberId> enlisted(Quorum rule, MemberId... listed) {
        Election.Turn turn = Election.of(A, rule).knowing(FIRST).enlist(new Effect.Enlist(ONE, 0, List.of(listed)));
        turn = turn.next().claim(claim(1, A, Basis.HELD, 22), sees());
        turn = turn.next().heard(B, new Ballot.Vote(TWO, Optional.empty()), sees());
        turn = turn.next().activate(new Effect.Activate(TWO, List.of(A, B, C, Electors.id(3))), sees());
        return ((Ballot.AcceptanceWanted) said(turn, B).get(0)).next().electorate();
    }

    @Test
    @DisplayName("P61 a list of those that have not voted is not proposed: a server alone with a dead member")
    void listsNobodyBesideItsVoters() {
        assertEquals(List.of(A, B), enlisted(Quorum.MAJORITY, A, B));
        assertEquals(List.of(A, B, C), enlisted(Quorum.MAJORITY, A, C));
        assertEquals(List.of(A, B, C), enlisted(Quorum.BY_SIZE, A, C));
        assertEquals(List.of(A, Electors.id(3)), enlisted(Quorum.MAJORITY, A, Electors.id(3)), "one that had no vote");
    }

    @Test
    @DisplayName("P57 whoever finishes what another began tells the electorate: its number is spent, the next is free")
    void tellsWhatItFinished() {
        Reign begun = new Reign(TWO, List.of(B), List.of(B, C));
        Election.Turn turn =
                Election.of(A, Quorum.MAJORITY).knowing(FIRST).claim(claim(2, A, Basis.REBUILD, 33), sees());
        turn = turn.next().heard(C, new Ballot.Vote(THREE, Optional.of(new Ballot.Accepted(begun, TWO))), sees());
        turn = turn.next().heard(C, new Ballot.Acceptance(THREE, TWO), sees());
        Ballot.StatusReply finished =
                new Ballot.StatusReply(new Ballot.ElectorStatus(begun, THREE, true, false, false));
        for (MemberId each : List.of(B, C)) assertEquals(List.of(finished), said(turn, each));
    }
}
