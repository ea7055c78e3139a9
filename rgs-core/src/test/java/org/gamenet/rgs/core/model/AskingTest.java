package org.gamenet.rgs.core.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.machine.Incarnation;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.machine.Listing;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.machine.Payload;
import org.gamenet.rgs.core.machine.SeatToken;
import org.gamenet.rgs.core.ordering.EntryBody;
import org.gamenet.rgs.core.ordering.LogEntry;
import org.gamenet.rgs.core.ordering.Position;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.gamenet.rgs.core.reconfiguration.LocalMember;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.gamenet.rgs.core.reconfiguration.Timer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A place in the order, asked for and given (P68 to P70). */
class AskingTest extends AskingGame {
    @Test
    @DisplayName("Z9 Z13 Z19 P68 P69 a lone event among four takes three wishes, three permits, and is shown to three")
    void aLoneEvent() {
        playing(ann, bob, cat, dan);
        wants(bob, 1);
        quiet();
        for (LocalMember each : List.of(ann, bob, cat, dan)) assertEquals(List.of("2/1"), told(each));
        assertEquals(3, count(Message.Wish.class));
        assertEquals(3, count(Message.Permit.class));
        assertEquals(3, count(Message.Shown.class));
        // And one to itself: 3 N - 2.
        assertEquals(3 * 4 - 2, said.size() + 1);
    }

    @Test
    @DisplayName(
            "Z8 P22 what is said comes to everybody with its sender, its place in which epoch, its type and its data")
    void whatAnEntrySays() {
        playing(ann, bob, cat);
        long last = at(ann).log().end().seq();
        wants(bob, 1);
        quiet();
        EntryBody.Ordered said = new EntryBody.Ordered(bob.id(), 1, 5, 1, new Payload(new byte[] {1}));
        LogEntry entry = new LogEntry(new Position(ONE, last + 1), said);
        for (LocalMember each : List.of(ann, bob, cat))
            assertEquals(Optional.of(entry), at(each).log().entryAt(entry.at()));
    }

    @Test
    @DisplayName(
            "Z10 Z11 Z14 HD2 HD3 P68 all ask at once with the same stamp: the one order is by stamp and member, and nobody waits for ever")
    void allAtOnce() {
        playing(ann, bob, cat);
        wants(ann, 1);
        quiet();
        said.clear();
        for (LocalMember each : List.of(cat, bob)) wants(each, 1);
        wants(ann, 2);
        quiet();
        for (LocalMember each : List.of(ann, bob, cat)) assertEquals(List.of("1/1", "1/2", "2/1", "3/1"), told(each));
        assertEquals(6, count(Message.Permit.class), "nobody is refused, nobody asks twice");
    }

    @Test
    @DisplayName("HD11 P69 who always has something to say stamps 64 in a turn, and another gets its turn between two")
    void turnsAreShort() {
        playing(ann, bob, cat);
        for (int i = 1; i <= 200; i++) wants(bob, i);
        wants(cat, 1);
        quiet();
        List<String> order = told(ann);
        assertEquals(201, order.size());
        assertTrue(order.indexOf("3/1") <= 2 * 64, () -> "" + order);
        assertEquals(order, told(cat));
    }

    @Test
    @DisplayName(
            "Z20 HD4 P69 frames that got lost are had from whoever has them, and whoever lacks them stamps nothing before")
    void lostFrames() {
        playing(ann, bob, cat);
        lost = one -> one.message() instanceof Message.Shown && one.to().equals(cat.id());
        wants(bob, 1);
        quiet();
        assertEquals(List.of(), told(cat));
        lost = one -> false;
        wants(cat, 1);
        quiet();
        assertEquals(List.of(), told(cat), "it has not caught up");
        later(Timer.PERMIT);
        assertEquals(List.of("2/1", "3/1"), told(cat));
        assertEquals(told(ann), told(cat));
    }

    @Test
    @DisplayName("P22 P69 of frames beyond a gap those nearest to it are kept, 1 024 of them")
    void keepsTheNearest() {
        playing(ann, bob);
        Position end = at(bob).log().end();
        List<LogEntry> frames = new ArrayList<>();
        for (long i = 1; i <= 1_500; i++)
            frames.add(new LogEntry(
                    new Position(ONE, end.seq() + i), new EntryBody.Ordered(ann.id(), i, 5, 1, Payload.EMPTY)));
        for (List<LogEntry> some : List.of(frames.subList(200, 1_500), frames.subList(0, 200)))
            happens(bob.id(), new Event.Heard(ann.id(), new Message.Shown(ONE, some)));
        assertEquals(end.seq() + 200 + 1_024, at(bob).log().end().seq());
    }

    @Test
    @DisplayName("P29 P68 a wish, or an answer, that got lost is said again")
    void lostWords() {
        playing(ann, bob, cat);
        lost = one -> one.message() instanceof Message.Permit && one.to().equals(bob.id());
        wants(bob, 1);
        quiet();
        assertEquals(List.of(), told(ann));
        lost = one -> false;
        later(Timer.PERMIT);
        assertEquals(List.of("2/1"), told(ann));
    }

    @Test
    @DisplayName("HB9 P68 a permit of another incarnation, or for another stamp, counts for nothing")
    void whoseWord() {
        playing(ann, bob);
        lost = one -> one.message() instanceof Message.Permit;
        wants(bob, 1);
        quiet();
        MemberId twin = new MemberId(ann.id().peer(), new Incarnation(9, 9));
        long stamp = at(bob).permission().orElseThrow().wish().orElseThrow().stamp();
        happens(bob.id(), new Event.Heard(twin, new Message.Permit(ONE, stamp, 0)));
        happens(bob.id(), new Event.Heard(ann.id(), new Message.Permit(ONE, stamp + 1, 0)));
        assertEquals(List.of(), told(bob));
        long end = at(bob).log().end().seq();
        happens(bob.id(), new Event.Heard(ann.id(), new Message.Permit(ONE, stamp, end)));
        assertEquals(List.of("2/1"), told(bob));
    }

    @Test
    @DisplayName("P68 nothing is said where nobody has anything to say")
    void idle() {
        playing(ann, bob, cat);
        timers.clear();
        wants(bob, 1);
        quiet();
        said.clear();
        later(Timer.PERMIT);
        later(Timer.PERMIT);
        assertEquals(List.of(), said);
    }

    @Test
    @DisplayName(
            "HD1 G12 Z12 P70 one that died is waited for until the next epoch, which its server claims, and whose first frame is its exit")
    void theDead() {
        playing(ann, bob, cat);
        MemberState dead = all.remove(cat.id());
        assertTrue(dead.plays());
        wants(bob, 1);
        quiet();
        later(Timer.PERMIT);
        assertEquals(List.of(), told(bob), "nobody recounts");
        happens(ann.id(), new Event.MemberGone(cat.id()));
        List<MemberId> rest = List.of(ann.id(), bob.id());
        happens(ann.id(), new Event.Listed(ONE, new Listing(rest, 9)));
        Effect.Claim claim = claim();
        assertEquals(1, claim.expected());
        happens(ann.id(), new Event.Granted(claim.claimId(), TWO, rest));
        quiet();
        assertFalse(at(ann).plays());
        happens(bob.id(), new Event.GameStatusKnown(TWO, false, ONE, true, false, Optional.of(ann.id())));
        happens(bob.id(), new Event.PackageTaken(Optional.empty()));
        quiet();
        happens(ann.id(), new Event.Activated(TWO, true, new Listing(rest, 1)));
        quiet();
        assertTrue(at(ann).plays());
        assertEquals(TWO, at(bob).epoch());
        assertFalse(at(bob).log().roster().has(cat.id()));
        wants(bob, 1);
        quiet();
        assertEquals(List.of("2/1"), told(ann));
        assertEquals(List.of("2/1"), told(bob));
    }

    @Test
    @DisplayName(
            "P27 P70 a peer that comes back as another comes in with the first turn of the next epoch, in the place of its older self")
    void comesBack() {
        LocalMember eve = seated(7);
        playing(ann, bob, eve);
        all.remove(eve.id());
        Member again = seated(8).me();
        happens(ann.id(), new Event.Heard(again.id(), new Message.JoinRequest(again, 1, 1, SECRET)));
        Effect.Claim claim = claim();
        List<MemberId> listed = List.of(ann.id(), bob.id(), eve.id());
        happens(ann.id(), new Event.Granted(claim.claimId(), TWO, listed));
        quiet();
        happens(bob.id(), new Event.GameStatusKnown(TWO, false, ONE, true, false, Optional.of(ann.id())));
        happens(bob.id(), new Event.PackageTaken(Optional.empty()));
        quiet();
        later(Timer.COLLECT);
        happens(ann.id(), new Event.Activated(TWO, true, new Listing(listed, 1)));
        quiet();
        assertTrue(at(ann).log().roster().has(again.id()));
        assertFalse(at(ann).log().roster().has(eve.id()));
        assertEquals(new Position(TWO, 1), at(bob).log().end());
    }

    @Test
    @DisplayName(
            "P28 P18 one that is kicked while the server may not act is out as soon as that may, though nobody speaks")
    void kickedMeanwhileItMayNotAct() {
        playing(ann, bob, cat);
        happens(ann.id(), new Event.MayAct(false));
        happens(ann.id(), new Event.KickAsked(cat.id().peer(), "rude"));
        quiet();
        assertTrue(at(ann).log().roster().has(cat.id()));
        happens(ann.id(), new Event.MayAct(true));
        quiet();
        assertFalse(at(bob).log().roster().has(cat.id()));
        happens(ann.id(), new Event.MayAct(false));
        happens(ann.id(), new Event.KickAsked(bob.id().peer(), "rude"));
        happens(ann.id(), new Event.GameStatusKnown(TWO, false, TWO, true, false, Optional.empty()));
        assertTrue(others.stream().anyMatch(Effect.Refuse.class::isInstance));
    }

    @Test
    @DisplayName("P28 P70 one that is kicked while its server replaces a dead peer's permit is out in the next epoch")
    void kickedMeanwhile() {
        playing(ann, bob, cat, dan);
        all.remove(cat.id());
        happens(ann.id(), new Event.MemberGone(cat.id()));
        List<MemberId> rest = List.of(ann.id(), bob.id(), dan.id());
        happens(ann.id(), new Event.Listed(ONE, new Listing(rest, 9)));
        Effect.Claim claim = claim();
        for (int twice = 0; twice < 2; twice++)
            happens(ann.id(), new Event.KickAsked(dan.id().peer(), "rude"));
        happens(ann.id(), new Event.Granted(claim.claimId(), TWO, rest));
        quiet();
        for (MemberId id : List.of(bob.id(), dan.id())) {
            happens(id, new Event.GameStatusKnown(TWO, false, ONE, true, false, Optional.of(ann.id())));
            happens(id, new Event.PackageTaken(Optional.empty()));
        }
        quiet();
        happens(ann.id(), new Event.Activated(TWO, true, new Listing(rest, 1)));
        quiet();
        assertFalse(at(bob).log().roster().has(dan.id()));
        assertEquals(new Position(TWO, 1), at(bob).log().end());
    }

    /** Eve, as often as she came. */
    private static LocalMember seated(long attempt) {
        MemberId id = new MemberId(5, new Incarnation(attempt, 5));
        Member me = new Member(id, "eve", Kind.PLAYER, new Endpoint("x", 1, 1), SeatToken.hash(SECRET, 5));
        return new LocalMember(me, 1, Payload.EMPTY, 1, 0);
    }

    @Test
    @DisplayName("HD10 P25 two that do not reach each other: after D the younger is put out")
    void twoThatDoNotReachEachOther() {
        playing(ann, bob, cat);
        lost = one -> Set.of(one.from(), one.to()).equals(Set.of(bob.id(), cat.id()));
        wants(bob, 1);
        quiet();
        int turns = 0;
        while (all.get(cat.id()).plays() && turns < 40) {
            later(Timer.PERMIT);
            turns++;
        }
        assertTrue(turns >= 10 && turns <= 20, "after " + turns + " times 100 ms");
        assertTrue(at(bob).plays(), "the elder stays");
        assertTrue(others.stream().anyMatch(Effect.Rejoin.class::isInstance));
        assertTrue(said.stream().anyMatch(m -> m instanceof Message.JoinDenied no && no.reason() == Reason.CRASHED));
    }

    @Test
    @DisplayName("P25 a primary that may not act puts nobody out, however often two complain of each other")
    void putsNobodyOutMeanwhile() {
        playing(ann, bob, cat);
        lost = one -> Set.of(one.from(), one.to()).equals(Set.of(bob.id(), cat.id()));
        wants(bob, 1);
        quiet();
        happens(ann.id(), new Event.MayAct(false));
        for (int i = 0; i < 40; i++) later(Timer.PERMIT);
        assertTrue(count(Message.Unanswered.class) > 20);
        assertTrue(at(bob).plays() && at(cat).plays());
    }

    @Test
    @DisplayName("HD6 P28 who leaves says first what it had to say; its exit comes behind it, at everybody")
    void leaves() {
        playing(ann, bob, cat);
        lost = one -> one.message() instanceof Message.Permit && one.to().equals(bob.id());
        wants(bob, 1);
        wants(bob, 2);
        quiet();
        happens(bob.id(), new Event.LeaveAsked());
        quiet();
        assertEquals(0, count(Message.LeaveRequest.class));
        lost = one -> false;
        later(Timer.PERMIT);
        for (LocalMember each : List.of(ann, cat)) {
            assertEquals(List.of("2/1", "2/2"), told(each));
            assertFalse(at(each).log().roster().has(bob.id()));
        }
    }

    @Test
    @DisplayName("P28 P70 a server that leaves as it asks for the next number gives that number back, and goes")
    void serverLeaves() {
        playing(ann, bob, cat);
        all.remove(cat.id());
        happens(ann.id(), new Event.MemberGone(cat.id()));
        List<MemberId> rest = List.of(ann.id(), bob.id());
        happens(ann.id(), new Event.Listed(ONE, new Listing(rest, 9)));
        Effect.Claim claim = claim();
        happens(ann.id(), new Event.LeaveAsked());
        assertTrue(at(ann).plays(), "the arbiter may have decided meanwhile");
        happens(ann.id(), new Event.Granted(claim.claimId(), TWO, rest));
        assertTrue(others.contains(new Effect.Release(TWO)), others::toString);
        assertFalse(at(ann).leads());
        assertEquals(1, count(Message.Released.class));
    }

    @Test
    @DisplayName("P36 nobody stamps when it has answered a holder")
    void stampsNoMore() {
        playing(ann, bob, cat);
        lost = one -> one.message() instanceof Message.Permit && one.from().equals(cat.id());
        wants(bob, 1);
        quiet();
        long stamp = at(bob).permission().orElseThrow().wish().orElseThrow().stamp();
        happens(bob.id(), new Event.HolderSuspected(ann.id(), "silent", 1));
        happens(
                bob.id(),
                new Event.Heard(
                        cat.id(),
                        new Message.Collect(TWO, 1, org.gamenet.rgs.core.machine.Basis.REBUILD, cat.me(), List.of())));
        happens(bob.id(), new Event.GameStatusKnown(TWO, false, ONE, false, false, Optional.of(cat.id())));
        assertEquals(TWO, at(bob).promise());
        happens(bob.id(), new Event.Heard(cat.id(), new Message.Permit(ONE, stamp, 3)));
        assertEquals(List.of(), told(bob));
    }
}
