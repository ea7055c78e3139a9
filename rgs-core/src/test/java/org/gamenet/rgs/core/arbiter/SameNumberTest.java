package org.gamenet.rgs.core.arbiter;

import static org.gamenet.rgs.core.arbiter.Electors.said;
import static org.gamenet.rgs.core.arbiter.Electors.told;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.gamenet.rgs.core.machine.Basis;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Two members that ask for the same number after the same epoch: one of them goes first (P57). */
class SameNumberTest {
    private static final MemberId A = Electors.id(0);
    private static final MemberId B = Electors.id(1);
    private static final MemberId C = Electors.id(2);
    private static final MemberId D = Electors.id(3);
    private static final Reign FIRST = new Reign(new Epoch(1, 1), List.of(A), List.of(A, B, C, D));
    private static final Epoch LESSER = new Epoch(2, 22);
    private static final Epoch GREATER = new Epoch(2, 99);
    private static final Sight SUSPECTS = new Sight(true, true, false, FIRST.epoch(), Set.of(A));

    private static Election member(MemberId me) {
        return Election.of(me, Quorum.KEEP_PLAYING).knowing(FIRST);
    }

    private static Election.Turn claims(MemberId me, Epoch number, Basis basis) {
        return member(me).claim(new Effect.Claim(1, List.of(me), basis, List.of(), number.claimId()), SUSPECTS);
    }

    private static Ballot.VoteWanted asks(Epoch number, MemberId claimant) {
        return new Ballot.VoteWanted(FIRST, number, claimant, false);
    }

    @Test
    @DisplayName("P57 the lesser of two claims of one number is given up, and its claimant votes for the greater")
    void lesserGivesWay() {
        Election.Turn gives = claims(B, LESSER, Basis.REBUILD).next().heard(C, asks(GREATER, C), SUSPECTS);
        Event denied = new Event.Denied(22, GREATER, Event.DenialReason.OVERTAKEN);
        assertEquals(List.of(denied), told(gives));
        Ballot over = new Ballot.GivenUp(LESSER, false);
        assertEquals(List.of(over, new Ballot.Vote(GREATER, Optional.empty())), said(gives, C));
        assertEquals(List.of(over), said(gives, D));

        Election.Turn refuses = claims(C, GREATER, Basis.REBUILD).next().heard(B, asks(LESSER, B), SUSPECTS);
        assertEquals(List.of(), told(refuses));
        assertInstanceOf(Ballot.Refusal.class, said(refuses, B).get(0));
    }

    /** Both ask at the same moment for the number after the last one that they know, and hear the other at the same. */
    @Test
    @DisplayName("P57 two that keep pace with each other do not refuse each other without end")
    void keepPace() {
        Random chance = new Random(1);
        Map<MemberId, Election> both = new TreeMap<>(Map.of(B, member(B), C, member(C)));
        Sight sight = new Sight(true, true, false, FIRST.epoch(), Set.of(A, D));
        List<Event> granted = new ArrayList<>();
        for (int expected = 1; granted.isEmpty() && expected < 50; expected++) {
            List<Election.Say> underWay = new ArrayList<>();
            for (MemberId me : List.of(B, C)) {
                Effect.Claim claim =
                        new Effect.Claim(expected, List.of(me), Basis.REBUILD, List.of(), chance.nextLong());
                take(both, me, both.get(me).claim(claim, sight), underWay, granted);
            }
            while (!underWay.isEmpty()) {
                List<Election.Say> arriving = List.copyOf(underWay);
                underWay.clear();
                for (Election.Say each : arriving) {
                    MemberId from = each.to().equals(B) ? C : B;
                    if (both.containsKey(each.to()))
                        take(both, each.to(), both.get(each.to()).heard(from, each.ballot(), sight), underWay, granted);
                }
            }
        }
        assertEquals(1, granted.size(), "of one number");
        assertEquals(2, ((Event.Granted) granted.get(0)).epoch().number());
    }

    private static void take(
            Map<MemberId, Election> both,
            MemberId me,
            Election.Turn turn,
            List<Election.Say> says,
            List<Event> granted) {
        both.put(me, turn.next());
        for (Election.Ruling each : turn.rulings()) if (each instanceof Election.Say say) says.add(say);
        told(turn).stream().filter(Event.Granted.class::isInstance).forEach(granted::add);
    }

    private static Election granted() {
        return claims(B, LESSER, Basis.REBUILD)
                .next()
                .heard(C, new Ballot.Vote(LESSER, Optional.empty()), SUSPECTS)
                .next()
                .heard(D, new Ballot.Vote(LESSER, Optional.empty()), SUSPECTS)
                .next();
    }

    @Test
    @DisplayName("P58 what was proposed under a number stays, whoever is a member when it is asked for again")
    void proposedOnce() {
        Effect.Activate first = new Effect.Activate(LESSER, List.of(B, C, D));
        Election.Turn asked = granted().activate(first, SUSPECTS);
        Effect.Activate again = new Effect.Activate(LESSER, List.of(B, C));
        assertEquals(said(asked, C), said(asked.next().activate(again, SUSPECTS), C));
    }

    @Test
    @DisplayName("P57 P1 a number that was granted is not given up for another claim of it")
    void grantedStays() {
        // One that was lost when the number was granted is heard again: there are not enough votes any more.
        Sight all = new Sight(true, true, false, FIRST.epoch(), Set.of());
        Election.Turn asked = granted().heard(C, asks(GREATER, C), all);
        assertEquals(List.of(), told(asked));
        assertInstanceOf(Ballot.Refusal.class, said(asked, C).get(0));
    }

    @Test
    @DisplayName(
            "P57 a backup that goes on from its copy gives way like anybody: two that hold the state would not end")
    void backupGivesWay() {
        Reign backedUp = new Reign(FIRST.epoch(), List.of(A, B), FIRST.electorate());
        Election backup = Election.of(B, Quorum.KEEP_PLAYING).knowing(backedUp);
        Effect.Claim held = new Effect.Claim(1, List.of(B), Basis.HELD, List.of(), LESSER.claimId());
        Election.Turn gives = backup.claim(held, SUSPECTS)
                .next()
                .heard(C, new Ballot.VoteWanted(backedUp, GREATER, C, false), SUSPECTS);
        assertEquals(List.of(new Event.Denied(22, GREATER, Event.DenialReason.OVERTAKEN)), told(gives));
        assertTrue(new Ballot.VoteWanted(backedUp, LESSER, A, true).isServers());
        assertFalse(new Ballot.VoteWanted(backedUp, LESSER, B, true).isServers());
        assertFalse(new Ballot.VoteWanted(backedUp, LESSER, A, false).isServers());
    }

    @Test
    @DisplayName("P57 whoever serves does not give its number up for a member that would")
    void serverStays() {
        Election.Turn asked = claims(A, LESSER, Basis.HELD).next().heard(C, asks(GREATER, C), SUSPECTS);
        assertEquals(List.of(), told(asked));
        assertInstanceOf(Ballot.Refusal.class, said(asked, C).get(0));
    }

    @Test
    @DisplayName("P57 P61 after one member's false alarm it votes for the server's next number, whatever that one's id")
    void serverFollowsAFalseAlarm() {
        Sight plays = new Sight(false, true, false, FIRST.epoch(), Set.of());
        Election.Turn calm = claims(B, GREATER, Basis.REBUILD).next().release(GREATER);
        assertEquals(List.of(new Ballot.GivenUp(GREATER, false)), said(calm, D));
        Ballot.VoteWanted servers = new Ballot.VoteWanted(FIRST, LESSER, A, true);
        Election.Turn votes = calm.next().heard(A, servers, plays);
        assertEquals(List.of(new Ballot.Vote(LESSER, Optional.empty())), said(votes, A));
        Epoch third = new Epoch(2, 100);
        for (Election.Turn after : List.of(votes, votes.next().heard(A, new Ballot.GivenUp(LESSER), SUSPECTS)))
            for (Epoch other : List.of(GREATER, third))
                assertInstanceOf(
                        Ballot.Refusal.class,
                        said(after.next().heard(B, asks(other, B), SUSPECTS), B).get(0),
                        "nothing follows the server's");
        Ballot.VoteWanted members = new Ballot.VoteWanted(FIRST, LESSER, C, false);
        assertInstanceOf(
                Ballot.Refusal.class,
                said(calm.next().heard(C, members, SUSPECTS), C).get(0));
    }

    @Test
    @DisplayName("P56 a number that was given up frees nobody's vote who plays on in the epoch before it")
    void playsOn() {
        Sight plays = new Sight(false, true, false, FIRST.epoch(), Set.of());
        Sight frozen = new Sight(false, false, false, FIRST.epoch(), Set.of());
        Election voted = member(C).heard(B, asks(LESSER, B), SUSPECTS).next();
        Election given =
                voted.heard(B, new Ballot.GivenUp(LESSER, false), SUSPECTS).next();
        Epoch third = new Epoch(3, 33);
        for (MemberId next : List.of(B, D)) {
            Election.Turn refuses = given.heard(next, asks(third, next), plays);
            assertInstanceOf(Ballot.Refusal.class, said(refuses, next).get(0));
            for (Sight free : List.of(SUSPECTS, frozen)) {
                Election.Turn votes = given.heard(next, asks(third, next), free);
                assertInstanceOf(Ballot.Vote.class, said(votes, next).get(0));
            }
        }
        Election.Turn servers = given.heard(A, asks(third, A), plays);
        assertInstanceOf(Ballot.Vote.class, said(servers, A).get(0));
    }

    @Test
    @DisplayName("P57 P1 a number that may have been granted, and the server's own, are given up as such")
    void mayHaveBeenGranted() {
        Ballot may = new Ballot.GivenUp(LESSER);
        assertEquals(List.of(may), said(granted().release(LESSER), D));
        assertEquals(List.of(may), said(member(B).release(LESSER), D), "its claim is there no more");
        assertEquals(List.of(may), said(claims(B, GREATER, Basis.REBUILD).next().release(LESSER), D), "another's");
        assertEquals(List.of(may), said(claims(A, LESSER, Basis.HELD).next().release(LESSER), D));
    }

    @Test
    @DisplayName(
            "P57 P1 a voter of the lesser claim is free once that was given up before it was granted, and only then")
    void votersAreFree() {
        Election voted = member(D).heard(B, asks(LESSER, B), SUSPECTS).next();
        assertInstanceOf(
                Ballot.Refusal.class,
                said(voted.heard(C, asks(GREATER, C), SUSPECTS), C).get(0));
        Election free =
                voted.heard(B, new Ballot.GivenUp(LESSER, false), SUSPECTS).next();
        Election.Turn votes = free.heard(C, asks(GREATER, C), SUSPECTS);
        assertEquals(List.of(new Ballot.Vote(GREATER, Optional.empty())), said(votes, C));
        assertInstanceOf(
                Ballot.Refusal.class,
                said(votes.next().heard(B, asks(LESSER, B), SUSPECTS), B).get(0));
        Election bound = voted.heard(B, new Ballot.GivenUp(LESSER), SUSPECTS).next();
        assertInstanceOf(
                Ballot.Refusal.class,
                said(bound.heard(C, asks(GREATER, C), SUSPECTS), C).get(0));
    }

    @Test
    @DisplayName(
            "P57 where it is lost that the lesser was given up, its voter asks its claimant each time that the greater asks")
    void voterAsks() {
        Election voted = member(D).heard(B, asks(LESSER, B), SUSPECTS).next();
        Election.Turn refuses = voted.heard(C, asks(GREATER, C), SUSPECTS);
        assertInstanceOf(Ballot.Refusal.class, said(refuses, C).get(0));
        assertEquals(List.of(new Ballot.StatusRequest()), said(refuses, B));
        assertEquals(List.of(), said(voted.heard(B, asks(LESSER, B), SUSPECTS), A), "nothing to be asked");
        assertEquals(
                1,
                said(claims(B, LESSER, Basis.HELD).next().heard(C, asks(GREATER, C), SUSPECTS), C)
                        .size());

        Election gaveWay = claims(B, LESSER, Basis.REBUILD)
                .next()
                .heard(C, asks(GREATER, C), SUSPECTS)
                .next();
        Ballot answer =
                said(gaveWay.heard(D, new Ballot.StatusRequest(), SUSPECTS), D).get(0);
        Election free = refuses.next().heard(B, answer, SUSPECTS).next();
        assertEquals(
                List.of(new Ballot.Vote(GREATER, Optional.empty())),
                said(free.heard(C, asks(GREATER, C), SUSPECTS), C));

        Ballot claims = said(granted().heard(D, new Ballot.StatusRequest(), SUSPECTS), D)
                .get(0);
        for (Election bound : List.of(
                refuses.next().heard(B, claims, SUSPECTS).next(),
                refuses.next().heard(A, answer, SUSPECTS).next()))
            assertInstanceOf(
                    Ballot.Refusal.class,
                    said(bound.heard(C, asks(GREATER, C), SUSPECTS), C).get(0));
    }

    @Test
    @DisplayName("P57 the greater asks on while voters of the lesser refuse it, until they say that this was given up")
    void greaterAsksOn() {
        Election asking = claims(C, GREATER, Basis.REBUILD).next();
        Ballot.Refusal bound =
                new Ballot.Refusal(GREATER, new Ballot.ElectorStatus(FIRST, LESSER, false, false, false));
        Election.Turn refused = asking.heard(D, bound, SUSPECTS);
        assertTrue(told(refused).stream().noneMatch(Event.Denied.class::isInstance), told(refused)::toString);
        Ballot.Refusal released =
                new Ballot.Refusal(GREATER, new Ballot.ElectorStatus(FIRST, LESSER, true, false, false));
        assertTrue(told(asking.heard(D, released, SUSPECTS)).stream().anyMatch(Event.Denied.class::isInstance));
        Election server = claims(A, GREATER, Basis.HELD).next();
        assertTrue(told(server.heard(D, bound, SUSPECTS)).stream().anyMatch(Event.Denied.class::isInstance));
    }
}
