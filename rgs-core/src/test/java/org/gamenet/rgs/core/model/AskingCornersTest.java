package org.gamenet.rgs.core.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Listing;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.machine.Payload;
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

/** Answers, permits that are waited for, and entries that are shown, in the corners of P68 to P70. */
class AskingCornersTest extends AskingGame {

    private long stamp(LocalMember who) {
        return at(who).permission().orElseThrow().wish().orElseThrow().stamp();
    }

    private long clock(LocalMember who) {
        return at(who).permission().orElseThrow().clock();
    }

    private static boolean isBetween(Said one, LocalMember from, LocalMember to) {
        return one.from().equals(from.id()) && one.to().equals(to.id());
    }

    /** Cat is dead, the arbiter has taken it off the list, and Ann goes on with Bob in the next epoch. */
    private void goesOnWithoutCat() {
        losesCat();
        goesOn(List.of(ann.id(), bob.id()));
    }

    @Test
    @DisplayName(
            "P68 a stamp is never used twice, nor below one that was heard, in whatever epoch: the clock never falls")
    void stampsRise() {
        playing(ann, bob, cat);
        long last = 0;
        for (LocalMember each : List.of(bob, ann, bob, bob, cat)) {
            wants(each, last + 1);
            assertTrue(stamp(each) > last, "the clock of " + each.id());
            last = stamp(each);
            quiet();
        }
        goesOnWithoutCat();
        assertTrue(clock(ann) >= last && clock(bob) >= last);
        wants(bob, 99);
        assertTrue(stamp(bob) > last);
    }

    @Test
    @DisplayName("P68 a late permit for a wish that is over counts for no other")
    void latePermits() {
        playing(ann, bob, cat);
        wants(bob, 1);
        List<Said> late = new ArrayList<>();
        lost = one -> one.message() instanceof Message.Permit && one.to().equals(bob.id()) && late.add(one);
        quiet();
        assertEquals(2, late.size());
        lost = one -> false;
        later(Timer.PERMIT);
        assertEquals(List.of("2/1"), told(ann));
        lost = one -> one.message() instanceof Message.Permit && one.to().equals(bob.id());
        wants(bob, 2);
        quiet();
        for (Said one : late) happens(one.to(), new Event.Heard(one.from(), one.message()));
        quiet();
        assertEquals(List.of("2/1"), told(ann));
    }

    @Test
    @DisplayName("HD8 P68 a stamp that nobody can have stops nobody, and is not answered")
    void impossibleStamps() {
        playing(ann, bob, cat);
        for (LocalMember each : List.of(ann, bob))
            for (long impossible : new long[] {Long.MAX_VALUE, 0, -1})
                happens(each.id(), new Event.Heard(cat.id(), new Message.Wish(ONE, impossible)));
        quiet();
        assertEquals(0, count(Message.Permit.class));
        wants(bob, 1);
        wants(ann, 1);
        quiet();
        assertEquals(2, told(cat).size());
        assertTrue(clock(ann) < 1_000);
    }

    @Test
    @DisplayName("P69 whoever waited for a turn to end stamps behind it, though what was shown got lost")
    void behindTheTurn() {
        playing(ann, bob, cat);
        wants(ann, 1);
        quiet();
        wants(bob, 1);
        wants(cat, 1);
        lost = one -> one.message() instanceof Message.Shown && one.to().equals(cat.id());
        quiet();
        assertEquals(List.of("1/1", "2/1"), told(ann), "cat has the permits, and lacks a frame");
        lost = one -> false;
        later(Timer.PERMIT);
        for (LocalMember each : List.of(ann, bob, cat)) assertEquals(List.of("1/1", "2/1", "3/1"), told(each));
    }

    @Test
    @DisplayName("P69 the greatest place among the permits is waited for, whoever else knows less")
    void greatestPlace() {
        playing(ann, bob, cat, dan);
        lost = one -> one.message() instanceof Message.Shown && !one.to().equals(ann.id());
        wants(bob, 1);
        quiet();
        lost = one -> one.message() instanceof Message.Shown && one.to().equals(cat.id());
        wants(cat, 1);
        quiet();
        assertEquals(List.of("2/1"), told(ann), "dan knows of nothing, ann does");
        lost = one -> false;
        later(Timer.PERMIT);
        later(Timer.PERMIT);
        for (LocalMember each : List.of(ann, bob, cat, dan)) assertEquals(List.of("2/1", "3/1"), told(each));
    }

    @Test
    @DisplayName(
            "HD11 P69 whoever has asked later waits for 64 messages at most, however many wait with the one before")
    void waitsForOneTurn() {
        playing(ann, bob, cat);
        wants(ann, 1);
        quiet();
        for (int i = 1; i <= 200; i++) wants(bob, i);
        wants(cat, 1);
        quiet();
        assertEquals(202, told(ann).size());
        assertEquals(1 + 64, told(ann).indexOf("3/1"));
    }

    @Test
    @DisplayName("P18 P69 a server that may not act answers nobody and stamps nothing, and does both when it may again")
    void mayNotAct() {
        playing(ann, bob, cat);
        lost = one -> one.message() instanceof Message.Permit && isBetween(one, cat, ann);
        wants(ann, 1);
        quiet();
        happens(ann.id(), new Event.MayAct(false));
        happens(ann.id(), new Event.Heard(cat.id(), new Message.Permit(ONE, stamp(ann), 0)));
        quiet();
        assertEquals(List.of(), told(ann));
        lost = one -> false;
        said.clear();
        happens(ann.id(), new Event.Heard(bob.id(), new Message.Wish(ONE, 1)));
        quiet();
        assertEquals(0, count(Message.Permit.class));
        happens(ann.id(), new Event.MayAct(true));
        quiet();
        later(Timer.PERMIT);
        for (LocalMember each : List.of(ann, bob, cat)) assertEquals(List.of("1/1"), told(each));
    }

    @Test
    @DisplayName(
            "S8 P18 P69 a server that may not act delivers what others stamp when it may again, and nothing before")
    void keepsWhatIsShown() {
        playing(ann, bob, cat);
        happens(ann.id(), new Event.MayAct(false));
        others.clear();
        List<LogEntry> frames = new ArrayList<>();
        for (long i = 1; i <= 3; i++) frames.add(stampedByBob(i));
        hears(ann, bob, new Message.Shown(ONE, List.of(frames.get(1))));
        hears(ann, bob, new Message.Shown(ONE, List.of(frames.get(0))));
        later(Timer.PERMIT);
        assertEquals(List.of(), others, "it is frozen");
        assertEquals(List.of(), told(ann));
        happens(ann.id(), new Event.MayAct(true));
        assertEquals(List.of("2/1", "2/2"), told(ann));
        assertTrue(others.get(0) instanceof Effect.Thaw, () -> "Resumed comes first: " + others);
        hears(ann, bob, new Message.Shown(ONE, List.of(frames.get(2))));
        assertEquals(List.of("2/1", "2/2", "2/3"), told(ann));
    }

    @Test
    @DisplayName("S19 P18 P69 a server that may not act is frozen, and not once more when its next epoch is granted")
    void freezesOnce() {
        playing(ann, bob, cat);
        losesCat();
        long claimId = claim().claimId();
        happens(ann.id(), new Event.MayAct(false));
        happens(ann.id(), new Event.Granted(claimId, TWO, List.of(ann.id(), bob.id())));
        assertEquals("Gathering", at(ann).name());
        assertEquals(1, others.stream().filter(Effect.Freeze.class::isInstance).count());
    }

    @Test
    @DisplayName("P18 P69 a server that may not act lacks nothing that it keeps; of a gap it asks, then and afterwards")
    void asksOfAGap() {
        playing(ann, bob);
        happens(ann.id(), new Event.MayAct(false));
        hears(ann, bob, new Message.Shown(ONE, List.of(stampedByBob(1))));
        hears(ann, bob, new Message.Shown(ONE, List.of(stampedByBob(3))));
        said.clear();
        later(Timer.PERMIT);
        assertEquals(0, count(Message.ShownWanted.class), "the first is there");
        happens(ann.id(), new Event.MayAct(true));
        later(Timer.PERMIT);
        assertEquals(1, count(Message.ShownWanted.class), "the second is not");
    }

    /** Right behind the log that Ann has. */
    private LogEntry stampedByBob(long number) {
        Position end = at(bob).log().end();
        return new LogEntry(
                new Position(ONE, end.seq() + number),
                new EntryBody.Ordered(bob.id(), number, 5, 1, new Payload(new byte[] {(byte) number})));
    }

    private void hears(LocalMember who, LocalMember from, Message message) {
        happens(who.id(), new Event.Heard(from.id(), message));
    }

    @Test
    @DisplayName("HD1 P70 whoever is believed gone is waited for, by its server too, until the log says that it is out")
    void believedGone() {
        playing(ann, bob, cat);
        happens(ann.id(), new Event.Listed(ONE, new Listing(List.of(ann.id(), bob.id(), cat.id()), 9)));
        all.remove(cat.id());
        happens(ann.id(), new Event.MemberGone(cat.id()));
        wants(ann, 1);
        quiet();
        later(Timer.PERMIT);
        assertEquals(List.of(), told(bob));
        assertEquals(List.of(), told(ann));
    }

    @Test
    @DisplayName("HD5 P70 one leaves, one comes, while another asks: that one asks whoever came, and not whoever left")
    void oneComesForAnother() {
        playing(ann, bob, cat);
        all.put(dan.id(), MemberState.join(dan, RULES, Epoch.NONE).state());
        happens(cat.id(), new Event.LeaveAsked());
        happens(ann.id(), new Event.Heard(dan.id(), new Message.JoinRequest(dan.me(), 1, 1, 0)));
        wants(bob, 1);
        lost = one -> one.message() instanceof Message.Permit && one.from().equals(dan.id());
        quiet();
        later(Timer.PERMIT);
        assertTrue(at(bob).log().roster().has(dan.id()), "dan came");
        assertFalse(at(bob).log().roster().has(cat.id()), "cat went");
        assertEquals(List.of(), told(ann), "dan has not answered");
        lost = one -> false;
        later(Timer.PERMIT);
        for (LocalMember each : List.of(ann, bob, dan)) assertEquals(List.of("2/1"), told(each));
    }

    @Test
    @DisplayName("P70 a wish of the epoch before is void: permits for it give no turn in the next one")
    void wishesAreVoid() {
        playing(ann, bob, cat);
        wants(bob, 1);
        quiet();
        lost = one -> one.message() instanceof Message.Permit
                && one.to().equals(bob.id())
                && one.from().equals(cat.id());
        wants(bob, 2);
        quiet();
        lost = one -> false;
        goesOnWithoutCat();
        assertTrue(at(bob).permission().orElseThrow().wish().isEmpty());
        wants(ann, 1);
        quiet();
        assertTrue(told(bob).contains("1/1"), () -> "nobody waits for a wish of the last epoch: " + told(bob));
    }

    @Test
    @DisplayName(
            "P45 P70 a planned change keeps its turn up to the ACK; then whoever waits is answered, in the next epoch")
    void changesInItsTurn() {
        playing(ann, bob, cat);
        happens(ann.id(), new Event.ChangeAsked(List.of(ann.id())));
        quiet();
        Effect.Claim claim = claim();
        said.clear();
        wants(bob, 1);
        quiet();
        later(Timer.PERMIT);
        assertEquals(List.of(), told(bob), "it is ann's turn");
        List<MemberId> list = List.of(ann.id(), bob.id(), cat.id());
        happens(ann.id(), new Event.Granted(claim.claimId(), TWO, list));
        happens(ann.id(), new Event.Activated(TWO, true, new Listing(list, 1)));
        quiet();
        for (LocalMember each : List.of(ann, bob, cat)) assertEquals(TWO, at(each).epoch());
        assertEquals(List.of(), told(bob));
        wants(bob, 1);
        quiet();
        for (LocalMember each : List.of(ann, bob, cat)) assertEquals(List.of("2/1"), told(each));
    }

    @Test
    @DisplayName("P70 a server that was refused the next number asks again, and serves on; a later number deposes it")
    void deniedTheNext() {
        playing(ann, bob, cat);
        losesCat();
        Effect.Claim claim = claim();
        others.clear();
        happens(ann.id(), new Event.Denied(claim.claimId(), ONE, Event.DenialReason.OVERTAKEN));
        assertTrue(at(ann).changes(), "nobody else can replace that permit");
        assertFalse(others.contains(claim), "not at once: an arbiter that refuses would be asked without end");
        happens(ann.id(), new Event.TimerFired(Timer.ASK_ARBITER));
        assertTrue(others.contains(claim));
    }

    @Test
    @DisplayName("P28 P46.3 an end that is asked for while the server claims its own next number is that epoch's")
    void endsTheNext() {
        playing(ann, bob, cat);
        losesCat();
        happens(ann.id(), new Event.EndAsked("the match is over"));
        goesOn(List.of(ann.id(), bob.id()));
        quiet();
        assertTrue(others.contains(new Effect.TellEnd(TWO)), () -> "nobody tells the arbiter: " + others);
        happens(ann.id(), new Event.EndConfirmed());
        quiet();
        assertEquals("GameOver", at(bob).name());
    }

    @Test
    @DisplayName("P28 P69 whoever leaves is out as soon as it is shown its exit")
    void isOut() {
        playing(ann, bob, cat);
        happens(bob.id(), new Event.LeaveAsked());
        assertEquals("Leaving", at(bob).name());
        quiet();
        assertEquals("GameOver", at(bob).name());
    }

    @Test
    @DisplayName("P52 P68 what somebody wants to say while it has no turn waits, 1 024 of it")
    void waitsWithinBounds() {
        playing(ann, bob);
        lost = one -> one.message() instanceof Message.Permit;
        for (int i = 1; i <= 1_500; i++) wants(bob, i);
        quiet();
        lost = one -> false;
        later(Timer.PERMIT);
        assertEquals(1_024, told(ann).size());
    }

    @Test
    @DisplayName("P69 whoever is alone has nobody to ask: it stamps at once, and is content with nothing to say")
    void alone() {
        playing(ann);
        happens(ann.id(), new Event.MayAct(false));
        happens(ann.id(), new Event.MayAct(true));
        happens(ann.id(), new Event.OpenAsked(true));
        assertEquals(0, at(ann).log().orderedOf(ann.id()));
        wants(ann, 1);
        assertEquals(1, at(ann).log().orderedOf(ann.id()));
        assertEquals(List.of(), said);
    }
}
