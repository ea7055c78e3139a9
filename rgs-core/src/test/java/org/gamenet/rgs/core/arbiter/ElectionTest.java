package org.gamenet.rgs.core.arbiter;

import static org.gamenet.rgs.core.arbiter.Electors.said;
import static org.gamenet.rgs.core.arbiter.Electors.told;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

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

/** One member's part in deciding what follows, step by step. */
class ElectionTest {
    static final MemberId A = Electors.id(0);
    static final MemberId B = Electors.id(1);
    static final MemberId C = Electors.id(2);
    static final Epoch ONE = new Epoch(1, 1);
    static final Epoch TWO = new Epoch(2, 22);
    static final Epoch THREE = new Epoch(3, 33);
    static final Reign FIRST = new Reign(ONE, List.of(A), List.of(A, B, C));

    static Sight sees(MemberId... lost) {
        return new Sight(true, true, false, ONE, Set.of(lost));
    }

    private static Election member(MemberId me, Reign reign) {
        return Election.of(me, Quorum.BY_SIZE).knowing(reign);
    }

    static Effect.Claim claim(long expected, MemberId me, Basis basis, long claimId) {
        return new Effect.Claim(expected, List.of(me), basis, List.of(), claimId);
    }

    private static Ballot answer(Election voter, MemberId from, Ballot asked, boolean suspects) {
        Election.Turn turn = voter.heard(from, asked, new Sight(suspects, true, false, ONE, Set.of()));
        return said(turn, from).get(0);
    }

    private static Ballot.VoteWanted wants(Epoch number, MemberId claimant) {
        return new Ballot.VoteWanted(FIRST, number, claimant, false);
    }

    @Test
    @DisplayName("P56 P57 two of three votes are a grant, that lists the electorate")
    void grantsByMajority() {
        Election.Turn asked = member(B, FIRST).claim(claim(1, B, Basis.REBUILD, 22), sees());
        assertEquals(List.of(), told(asked));
        assertEquals(List.of(wants(TWO, B)), said(asked, C));
        assertEquals(List.of(wants(TWO, B)), said(asked, A));
        Election.Turn granted = asked.next().heard(C, new Ballot.Vote(TWO, Optional.empty()), sees());
        assertEquals(List.of(new Event.Granted(22, TWO, List.of(A, B, C))), told(granted));
        assertEquals(
                List.of(new Event.Granted(22, TWO, List.of(A, B, C))),
                told(granted.next().claim(claim(1, B, Basis.REBUILD, 22), sees())));
        assertEquals(
                1,
                said(granted.next().claim(claim(1, B, Basis.REBUILD, 22), sees()), C)
                        .size());
    }

    @Test
    @DisplayName("P56 a vote of another number, or the same one twice, is none")
    void countsEachVoteOnce() {
        Reign five = new Reign(ONE, List.of(A), List.of(A, B, C, Electors.id(3), Electors.id(4)));
        Election.Turn asked = member(B, five).claim(claim(1, B, Basis.REBUILD, 22), sees());
        Election.Turn once = asked.next().heard(C, new Ballot.Vote(TWO, Optional.empty()), sees());
        assertEquals(List.of(), told(once));
        assertEquals(List.of(), told(once.next().heard(C, new Ballot.Vote(TWO, Optional.empty()), sees())));
        assertEquals(List.of(), told(once.next().heard(A, new Ballot.Vote(new Epoch(2, 7), Optional.empty()), sees())));
        assertEquals(
                List.of(),
                told(once.next().heard(Electors.id(7), new Ballot.Vote(TWO, Optional.empty()), sees())),
                "of the electorate alone");
        assertEquals(
                1,
                told(once.next().heard(A, new Ballot.Vote(TWO, Optional.empty()), sees()))
                        .size());
    }

    @Test
    @DisplayName("P56 a member votes once for a number, for whom it suspects nobody else holds, and again alike")
    void votesOnce() {
        Election c = member(C, FIRST);
        Election.Turn voted = c.heard(B, wants(TWO, B), sees());
        assertEquals(List.of(new Ballot.Vote(TWO, Optional.empty())), said(voted, B));
        assertEquals(new Ballot.Vote(TWO, Optional.empty()), answer(voted.next(), B, wants(TWO, B), false));
        assertInstanceOf(Ballot.Refusal.class, answer(voted.next(), A, wants(new Epoch(2, 5), A), true));
        assertInstanceOf(Ballot.Vote.class, answer(voted.next(), A, wants(THREE, A), true));
    }

    @Test
    @DisplayName("P56 without suspicion only the holder is voted for, or who follows one that gave up")
    void votesForTheHolder() {
        Election c = member(C, FIRST);
        assertInstanceOf(Ballot.Refusal.class, answer(c, B, wants(TWO, B), false));
        assertInstanceOf(Ballot.Vote.class, answer(c, A, wants(TWO, A), false));
        Election afterB = c.heard(B, wants(TWO, B), sees()).next();
        assertInstanceOf(Ballot.Vote.class, answer(afterB, B, wants(THREE, B), false));
        Election given = c.heard(A, new Ballot.GivenUp(ONE), sees()).next();
        assertInstanceOf(Ballot.Vote.class, answer(given, B, wants(TWO, B), false));
        assertInstanceOf(
                Ballot.Refusal.class,
                answer(c.heard(A, new Ballot.GivenUp(TWO), sees()).next(), B, wants(TWO, B), false));
    }

    @Test
    @DisplayName("P56 a member that says that it suspects is asked for its vote, while a claim waits for one of it")
    void asksWhoeverSuspectsLater() {
        Election.Turn asked = member(B, FIRST).claim(claim(1, B, Basis.REBUILD, 22), sees());
        assertEquals(List.of(wants(TWO, B)), said(asked.next().suspects(C, sees()), C));
        assertEquals(List.of(), asked.next().suspects(Electors.id(7), sees()).rulings());
        Election.Turn voted = asked.next().heard(A, new Ballot.Vote(TWO, Optional.empty()), sees());
        for (Election.Turn other : List.of(voted, asked.next().release(TWO)))
            assertEquals(List.of(), other.next().suspects(C, sees()).rulings());
    }

    @Test
    @DisplayName("P9 who claims to hold the state was in the authority")
    void onlyTheAuthorityHolds() {
        assertInstanceOf(
                Ballot.Refusal.class, answer(member(C, FIRST), B, new Ballot.VoteWanted(FIRST, TWO, B, true), true));
        assertInstanceOf(
                Ballot.Vote.class, answer(member(C, FIRST), A, new Ballot.VoteWanted(FIRST, TWO, A, true), true));
        assertEquals(
                List.of(new Event.Denied(22, ONE, Event.DenialReason.NEVER)),
                told(member(B, FIRST).claim(claim(1, B, Basis.HELD, 22), sees())));
    }

    @Test
    @DisplayName("P56 who knows a later epoch to be on refuses with it, and the claimant learns of it")
    void refusesWithTheLaterEpoch() {
        Reign later = new Reign(THREE, List.of(C), List.of(C, B));
        Ballot refusal = answer(member(C, later), B, wants(new Epoch(4, 44), B), true);
        assertEquals(later, ((Ballot.Refusal) refusal).status().active());
        Election.Turn asked = member(B, FIRST).claim(claim(3, B, Basis.REBUILD, 44), sees());
        Election.Turn learned = asked.next().heard(C, refusal, sees());
        assertTrue(
                told(learned).contains(new Event.GameStatusKnown(THREE, false, THREE, false, false, Optional.of(C))),
                "told: " + told(learned));
        assertEquals(later, learned.next().mine().orElseThrow().active());
        assertTrue(learned.next().claim().isEmpty());
    }

    @Test
    @DisplayName("P56 a member that lacks the claimant's epoch learns it from the claim")
    void learnsFromAClaim() {
        Reign later = new Reign(TWO, List.of(B), List.of(B, C));
        Election.Turn voted = member(C, FIRST).heard(B, new Ballot.VoteWanted(later, THREE, B, true), sees());
        assertEquals(List.of(new Ballot.Vote(THREE, Optional.empty())), said(voted, B));
        assertEquals(later, voted.next().mine().orElseThrow().active());
    }

    @Test
    @DisplayName("P57 a claim that is refused for a higher number is overtaken by it")
    void isOvertaken() {
        Election.Turn asked = member(B, FIRST).claim(claim(1, B, Basis.REBUILD, 22), sees());
        Election voted = member(A, FIRST).heard(C, wants(THREE, C), sees()).next();
        Election.Turn refused = asked.next().heard(A, answer(voted, B, wants(TWO, B), true), sees());
        assertTrue(told(refused).contains(new Event.Denied(22, THREE, Event.DenialReason.OVERTAKEN)));
        assertEquals(
                List.of(new Event.Denied(22, ONE, Event.DenialReason.OVERTAKEN)),
                told(member(B, FIRST).claim(claim(0, B, Basis.REBUILD, 22), sees())));
    }

    @Test
    @DisplayName("P57 a claim that nobody suspects with is refused, and stays a claim")
    void staysWhereNobodySuspects() {
        Election.Turn asked = member(B, FIRST).claim(claim(1, B, Basis.REBUILD, 22), sees());
        Election.Turn refused = asked.next().heard(C, answer(member(C, FIRST), B, wants(TWO, B), false), sees());
        assertEquals(List.of(), told(refused));
        assertTrue(refused.next().claim().isPresent());
        assertEquals(List.of(wants(TWO, B)), said(refused.next().claim(claim(1, B, Basis.REBUILD, 22), sees()), C));
    }

    private static Election granted() {
        return member(B, FIRST)
                .claim(claim(1, B, Basis.REBUILD, 22), sees())
                .next()
                .heard(C, new Ballot.Vote(TWO, Optional.empty()), sees())
                .next();
    }

    @Test
    @DisplayName("P58 an epoch is on when a quorum has accepted it, with those that stay for its electorate (P61)")
    void activatesByMajority() {
        Election.Turn asked = granted().activate(new Effect.Activate(TWO, List.of(B, C)), sees());
        assertEquals(List.of(), told(asked));
        Reign next = new Reign(TWO, List.of(B), List.of(B, C));
        assertEquals(List.of(new Ballot.AcceptanceWanted(FIRST, TWO, B, next)), said(asked, C));
        Election.Turn on = asked.next().heard(C, new Ballot.Acceptance(TWO, TWO), sees());
        assertEquals(List.of(new Event.Activated(TWO, true, next.listing())), told(on));
        assertEquals(
                List.of(new Event.Activated(TWO, true, next.listing())),
                told(on.next().activate(new Effect.Activate(TWO, List.of(B, C)), sees())));
        assertEquals(
                List.of(new Event.Activated(THREE, false, next.listing())),
                told(on.next().activate(new Effect.Activate(THREE, List.of(B)), sees())));
        Election repeats = asked.next()
                .activate(new Effect.Activate(TWO, List.of(B, C)), sees())
                .next();
        assertEquals(List.of(), told(repeats.heard(C, new Ballot.Acceptance(THREE, TWO), sees())));
        assertEquals(List.of(), told(repeats.heard(C, new Ballot.Acceptance(TWO, THREE), sees())));
        assertEquals(List.of(), told(repeats.heard(B, new Ballot.Acceptance(TWO, TWO), sees())), "its own counts once");
    }

    @Test
    @DisplayName("P58 who has voted for a higher number accepts no lower one")
    void acceptsNothingLower() {
        Election c = member(C, FIRST).heard(A, wants(THREE, A), sees()).next();
        Reign next = new Reign(TWO, List.of(B), List.of(B, C));
        Ballot refusal = answer(c, B, new Ballot.AcceptanceWanted(FIRST, TWO, B, next), true);
        assertEquals(THREE, ((Ballot.Refusal) refusal).status().top());
        Election.Turn asked = granted().activate(new Effect.Activate(TWO, List.of(B, C)), sees());
        assertTrue(told(asked.next().heard(C, refusal, sees()))
                .contains(new Event.Activated(TWO, false, org.gamenet.rgs.core.machine.Listing.NOBODY)));
    }

    @Test
    @DisplayName("P58 what was given up is not accepted, what is on already is")
    void acceptsWhatIsOn() {
        Reign next = new Reign(TWO, List.of(B), List.of(B, C));
        Ballot.AcceptanceWanted wanted = new Ballot.AcceptanceWanted(FIRST, TWO, B, next);
        Election given = member(C, FIRST)
                .heard(B, wants(TWO, B), sees())
                .next()
                .heard(B, new Ballot.GivenUp(TWO), sees())
                .next();
        assertInstanceOf(Ballot.Refusal.class, answer(given, B, wanted, true));
        assertEquals(new Ballot.Acceptance(TWO, TWO), answer(member(C, next), B, wanted, true));
        assertInstanceOf(
                Ballot.Refusal.class, answer(member(C, new Reign(THREE, List.of(A), List.of(A, C))), B, wanted, true));
        assertInstanceOf(
                Ballot.Refusal.class,
                answer(
                        member(C, FIRST)
                                .heard(A, new Ballot.GameEnded(ONE), sees())
                                .next(),
                        B,
                        wanted,
                        true));
    }

    @Test
    @DisplayName(
            "HG34 P57 what a dead holder had half activated is finished, under the number of whoever finds it, and not contradicted")
    void finishesWhatOthersBegan() {
        Reign begun = new Reign(TWO, List.of(A), List.of(A, C));
        Election.Turn asked = member(B, FIRST).claim(claim(2, B, Basis.REBUILD, 33), sees());
        Election.Turn found =
                asked.next().heard(C, new Ballot.Vote(THREE, Optional.of(new Ballot.Accepted(begun, TWO))), sees());
        assertEquals(List.of(), told(found));
        assertEquals(List.of(new Ballot.AcceptanceWanted(FIRST, THREE, B, begun)), said(found, C));
        Election.Turn on = found.next().heard(C, new Ballot.Acceptance(THREE, TWO), sees());
        Event spent = new Event.Denied(33, THREE, Event.DenialReason.OVERTAKEN);
        assertEquals(List.of(spent, new Event.GameStatusKnown(THREE, true, TWO, false, false)), told(on));
        assertEquals(begun, on.next().mine().orElseThrow().active());
    }

    @Test
    @DisplayName("P57 of several that were begun the one under the highest number is finished")
    void finishesTheHighest() {
        Reign two = new Reign(TWO, List.of(A), List.of(A, C));
        Reign three = new Reign(THREE, List.of(C), List.of(A, C));
        Reign five = new Reign(ONE, List.of(A), List.of(A, B, C, Electors.id(3), Electors.id(4)));
        Election.Turn asked = member(B, five).claim(claim(3, B, Basis.REBUILD, 44), sees());
        Epoch four = new Epoch(4, 44);
        Election one = asked.next()
                .heard(C, new Ballot.Vote(four, Optional.of(new Ballot.Accepted(three, THREE))), sees())
                .next();
        Election.Turn found = one.heard(A, new Ballot.Vote(four, Optional.of(new Ballot.Accepted(two, TWO))), sees());
        assertEquals(
                new Ballot.AcceptanceWanted(five, four, B, three),
                said(found, A).get(0));
    }

    @Test
    @DisplayName("P55 hearing of the same epoch again does not forget what was accepted; of a later one it does")
    void keepsWhatItAccepted() {
        Reign next = new Reign(TWO, List.of(B), List.of(B, C));
        Election c = member(C, FIRST)
                .heard(B, new Ballot.AcceptanceWanted(FIRST, TWO, B, next), sees())
                .next();
        assertEquals(
                new Ballot.Vote(THREE, Optional.of(new Ballot.Accepted(next, TWO))),
                answer(c.knowing(FIRST), A, wants(THREE, A), true));
        assertEquals(Optional.empty(), c.knowing(next).mine().orElseThrow().accepted());
        assertEquals(TWO, c.knowing(next).mine().orElseThrow().top());
        Election voted = member(C, FIRST).heard(A, wants(THREE, A), sees()).next();
        assertEquals(THREE, voted.knowing(next).mine().orElseThrow().top(), "numbers never fall");
        assertEquals(A, voted.knowing(next).mine().orElseThrow().claimant());
        Election given =
                member(C, FIRST).heard(A, new Ballot.GivenUp(ONE), sees()).next();
        assertTrue(given.mine().orElseThrow().released());
        assertFalse(given.knowing(next).mine().orElseThrow().released());
    }

    @Test
    @DisplayName("HG37 P59 up to two: all but those proved dead; nobody is never a quorum")
    void keepsPlayingAsTwo() {
        Reign two = new Reign(ONE, List.of(A), List.of(A, B));
        Election.Turn asked = member(B, two).claim(claim(1, B, Basis.REBUILD, 22), sees());
        assertEquals(List.of(), told(asked));
        Election.Turn alone = asked.next().claim(claim(1, B, Basis.REBUILD, 22), sees(A));
        assertEquals(List.of(new Event.Granted(22, TWO, List.of(B))), told(alone), "nobody waits for the dead");
        assertEquals(
                1,
                told(alone.next().activate(new Effect.Activate(TWO, List.of(B)), sees(A)))
                        .size());
        assertEquals(List.of(), told(alone.next().activate(new Effect.Activate(TWO, List.of(B)), sees())));
        assertEquals(List.of(), told(member(C, two).claim(claim(1, C, Basis.REBUILD, 22), sees(A, B))));
        assertFalse(Quorum.KEEP_PLAYING.isMet(List.of(A, B), Set.of(), Set.of(A, B)));
        assertTrue(Quorum.KEEP_PLAYING.isMet(List.of(A, B, C), Set.of(A), Set.of(B, C)));
        assertFalse(Quorum.MAJORITY.isMet(List.of(A, B), Set.of(A), Set.of(B)));
        assertFalse(Quorum.BY_SIZE.isMet(List.of(A, B, C), Set.of(A), Set.of(B, C)), "from three on it is a majority");
    }

    @Test
    @DisplayName("P61 an entry of the list is a planned change of whoever serves, and the next electorate")
    void listsByAPlannedChange() {
        Reign alone = new Reign(ONE, List.of(A), List.of(A));
        assertEquals(
                List.of(new Event.Listed(ONE, alone.listing().next(List.of(A)))),
                told(member(A, alone).enlist(new Effect.Enlist(ONE, 0, List.of(A)))));
        assertEquals(List.of(), told(member(A, alone).enlist(new Effect.Enlist(TWO, 0, List.of(A, B)))));
        Election.Turn wanted = member(A, alone).enlist(new Effect.Enlist(ONE, 0, List.of(A, B)));
        assertEquals(List.of(new Event.ChangeAsked(List.of(A))), told(wanted));
        Election.Turn granted = wanted.next().claim(claim(1, A, Basis.HELD, 22), sees());
        assertEquals(List.of(new Event.Granted(22, TWO, List.of(A))), told(granted));
        Election.Turn on = granted.next().activate(new Effect.Activate(TWO, List.of(A, B, C)), sees());
        Reign two = new Reign(TWO, List.of(A), List.of(A, B));
        assertEquals(List.of(new Event.Activated(TWO, true, two.listing())), told(on));
        assertTrue(two.listing().count() > alone.listing().count());
        assertTrue(on.next().wanted().isEmpty());
    }

    @Test
    @DisplayName("P67 a number that is given up, and the end, are told to the electorate")
    void tellsTheElectorate() {
        Election.Turn given = granted().release(TWO);
        assertEquals(List.of(new Ballot.GivenUp(TWO)), said(given, C));
        assertTrue(given.next().claim().isEmpty());
        assertTrue(granted().release(THREE).next().claim().isPresent());
        Election.Turn over = member(A, FIRST).end(ONE);
        assertEquals(List.of(new Ballot.GameEnded(ONE)), said(over, B));
        assertEquals(List.of(new Event.EndConfirmed()), told(over));
        assertEquals(
                List.of(new Event.EndConfirmed()),
                told(Election.of(A, Quorum.BY_SIZE).end(ONE)));
        assertEquals(List.of(), told(granted().end(ONE)), "its own claim may be active by now");
        assertEquals(List.of(new Event.EndConfirmed()), told(given.next().end(ONE)), "it gave that back");
        Election knows =
                member(C, FIRST).heard(A, new Ballot.GameEnded(ONE), sees()).next();
        assertEquals(
                List.of(new Event.Denied(22, ONE, Event.DenialReason.ENDED)),
                told(knows.claim(claim(1, C, Basis.REBUILD, 22), sees())));
        assertFalse(member(C, FIRST)
                .heard(A, new Ballot.GameEnded(TWO), sees())
                .next()
                .mine()
                .orElseThrow()
                .ended());
        Ballot refusal = answer(knows, B, wants(TWO, B), true);
        Election.Turn told = member(B, FIRST)
                .claim(claim(1, B, Basis.REBUILD, 22), sees())
                .next()
                .heard(C, refusal, sees());
        assertTrue(told(told).contains(new Event.Denied(22, ONE, Event.DenialReason.ENDED)));
        assertTrue(told(told).contains(new Event.GameStatusKnown(ONE, false, ONE, false, true, Optional.of(A))));
        assertTrue(told.next().mine().orElseThrow().ended());
    }

    @Test
    @DisplayName("P67 only what is news is told; whoever serves is certain once a quorum knows of nothing later")
    void tellsHowItStands() {
        Election.Turn asked = member(B, FIRST).askGameStatus(sees());
        assertEquals(List.of(), told(asked));
        assertEquals(List.of(new Ballot.StatusRequest()), said(asked, C));
        Ballot answer = said(member(C, FIRST).heard(B, new Ballot.StatusRequest(), sees()), B)
                .get(0);
        assertEquals(new Ballot.StatusReply(new Ballot.ElectorStatus(FIRST, ONE, false, true, false)), answer);
        assertEquals(
                List.of(),
                told(asked.next().heard(C, answer, sees())),
                "that it knows of nothing speaks against no grant (P36)");
        Sight serves = new Sight(false, true, true, ONE, Set.of());
        Election.Turn doubts = member(A, FIRST).askGameStatus(serves);
        assertEquals(List.of(), told(doubts));
        assertEquals(
                List.of(new Event.GameStatusKnown(ONE, false, ONE, true, false, Optional.empty(), true)),
                told(doubts.next().heard(C, answer, serves)));
        assertEquals(List.of(), told(member(A, FIRST).heard(C, answer, serves)), "it was not asked");
        Ballot news = new Ballot.StatusReply(new Ballot.ElectorStatus(FIRST, TWO, true, false, false));
        assertEquals(
                List.of(new Event.GameStatusKnown(TWO, true, ONE, false, false)),
                told(asked.next().heard(C, news, sees())));
        Reign later = new Reign(TWO, List.of(B), List.of(B, C));
        Ballot on = new Ballot.StatusReply(new Ballot.ElectorStatus(later, TWO, false, true, false));
        assertEquals(
                List.of(new Event.GameStatusKnown(TWO, false, TWO, true, false, Optional.of(B))),
                told(doubts.next().heard(C, on, serves)));
    }

    @Test
    @DisplayName("P6 P67 whose number it is that others know of is told where this member voted for it")
    void tellsWhoseNumberItIs() {
        Ballot news = new Ballot.StatusReply(new Ballot.ElectorStatus(FIRST, TWO, false, false, false));
        Election voted = member(C, FIRST).heard(B, wants(TWO, B), sees()).next();
        assertEquals(
                List.of(new Event.GameStatusKnown(TWO, false, ONE, false, false, Optional.of(B))),
                told(voted.heard(A, news, sees())));
    }

    @Test
    @DisplayName("P55 P33 who knows no epoch yet can claim nothing, and votes by what a claim says")
    void beginsWithAClaim() {
        Election nobody = Election.of(C, Quorum.BY_SIZE);
        Event denied = new Event.Denied(22, Epoch.NONE, Event.DenialReason.NOT_ADMITTED);
        assertEquals(List.of(denied), told(nobody.claim(claim(1, C, Basis.REBUILD, 22), sees())));
        assertEquals(
                List.of(),
                nobody.activate(new Effect.Activate(TWO, List.of(C)), sees()).rulings());
        assertEquals(
                List.of(), nobody.enlist(new Effect.Enlist(ONE, 0, List.of(C))).rulings());
        assertEquals(List.of(), nobody.release(TWO).rulings());
        assertEquals(List.of(), nobody.askGameStatus(sees()).rulings());
        assertEquals(
                List.of(), nobody.heard(B, new Ballot.StatusRequest(), sees()).rulings());
        assertEquals(
                List.of(),
                nobody.heard(B, new Ballot.Vote(TWO, Optional.empty()), sees()).rulings());
        assertEquals(new Ballot.Vote(TWO, Optional.empty()), answer(nobody, B, wants(TWO, B), true));
        Reign next = new Reign(TWO, List.of(B), List.of(B, C));
        assertEquals(
                new Ballot.Acceptance(TWO, TWO),
                answer(nobody, B, new Ballot.AcceptanceWanted(FIRST, TWO, B, next), true));
    }

    @Test
    @DisplayName("a reign has somebody who serves, and an electorate of some, each once")
    void reignsAreWhole() {
        assertThrows(IllegalArgumentException.class, () -> new Reign(ONE, List.of(), List.of(A)));
        assertThrows(IllegalArgumentException.class, () -> new Reign(ONE, List.of(A), List.of()));
        assertThrows(IllegalArgumentException.class, () -> new Reign(ONE, List.of(A), List.of(A, A)));
    }
}
