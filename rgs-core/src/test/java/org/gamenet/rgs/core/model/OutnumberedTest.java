package org.gamenet.rgs.core.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.core.machine.Basis;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.GameRules;
import org.gamenet.rgs.core.machine.Incarnation;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.gamenet.rgs.core.reconfiguration.LocalMember;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.gamenet.rgs.core.reconfiguration.Timer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * A side of no more than half of the members burns no numbers that the others need (P74), and holders are found (P36).
 */
class OutnumberedTest extends OneMachine {
    private final LocalMember server = self(1, Kind.SERVER);
    private final LocalMember ann = self(2, Kind.PLAYER);
    private final LocalMember bob = self(3, Kind.PLAYER);
    private final LocalMember cat = self(4, Kind.PLAYER);
    private final LocalMember dan = self(5, Kind.PLAYER);
    private MemberState serving;

    @BeforeEach
    void fourPlay() {
        serving =
                MemberState.found(server, rules(Failover.PROMOTED_PLAYER), ONE).state();
        for (LocalMember each : List.of(ann, bob, cat, dan))
            serving = hears(serving, each.id(), new Message.JoinRequest(each.me(), 1, 1, 0));
    }

    private static GameRules rules(Failover... ways) {
        return new GameRules("sides", 8, List.of(ways), 1_000, 30_000, 50, Map.of());
    }

    /** Ann, first by rank, frozen: the server is gone, and somebody has tried the next number in vain. */
    private MemberState frozen(Failover... ways) {
        return step(loses(ways), new Event.GameStatusKnown(TWO, true, ONE, false, false));
    }

    @Test
    @DisplayName("P6 P57 a number is waited for once, whichever of two claims of it the members name")
    void waitsOnceForANumber() {
        MemberState waits =
                step(loses(Failover.PROMOTED_PLAYER), new Event.GameStatusKnown(TWO, false, ONE, false, false));
        assertTrue(runs(Timer.AWAIT_HOLDER));
        MemberState hears = step(waits, new Event.GameStatusKnown(new Epoch(2, 5), false, ONE, false, false));
        assertFalse(runs(Timer.AWAIT_HOLDER));
        step(hears, new Event.GameStatusKnown(TWO, false, ONE, false, false));
        assertFalse(runs(Timer.AWAIT_HOLDER));
        step(hears, new Event.GameStatusKnown(THREE, false, ONE, false, false));
        assertTrue(runs(Timer.AWAIT_HOLDER), "a later one is another");
    }

    /** Ann, when the server has just gone: it is her turn. */
    private MemberState loses(Failover... ways) {
        MemberState follows = hears(
                MemberState.join(ann, rules(ways), Epoch.NONE).state(),
                server.id(),
                new Message.InitialAck(ONE, serving.log(), rules(ways), Optional.empty()));
        return step(follows, new Event.HolderSuspected(server.id(), "gone", 1));
    }

    private MemberState without(MemberState state, LocalMember... away) {
        MemberState now = state;
        for (LocalMember each : away) now = step(now, new Event.MemberUnreachable(each.id()));
        return now;
    }

    private MemberState turn(MemberState state) {
        return step(state, new Event.TimerFired(Timer.NEGOTIATE));
    }

    private boolean claims() {
        return did(Effect.Claim.class).isPresent();
    }

    private long waits() {
        return did(Effect.StartTimer.class)
                .filter(t -> t.timer() == Timer.NEGOTIATE)
                .orElseThrow()
                .millis();
    }

    @Test
    @DisplayName(
            "P74 N3 a negotiator that reaches no more than half seeks nobody and claims nothing, longer each time, "
                    + "and then does all the same: the arbiter's list may be shorter than its roster")
    void leavesTheNumberToTheOthers() {
        MemberState few = without(frozen(Failover.SPARE_SERVER), cat, dan);
        for (long pause : List.of(500L, 1_000L)) {
            few = turn(few);
            assertEquals(pause, waits());
            assertFalse(did(Effect.SeekSpare.class).isPresent());
        }
        turn(few);
        assertTrue(did(Effect.SeekSpare.class).isPresent());
    }

    @Test
    @DisplayName("P74 the first number is tried: who is in the roster need not be on the arbiter's list")
    void triesTheFirst() {
        turn(without(loses(Failover.SPARE_SERVER), bob, cat, dan));
        assertTrue(did(Effect.SeekSpare.class).isPresent());
    }

    @Test
    @DisplayName("P74 three of four, and two of three living, go on at once; so does who waited, once it hears a third")
    void moreThanHalfGoOn() {
        turn(without(frozen(Failover.SPARE_SERVER), dan));
        assertTrue(did(Effect.SeekSpare.class).isPresent());
        MemberState one = step(frozen(Failover.SPARE_SERVER), new Event.MemberGone(dan.id()));
        turn(without(one, cat));
        assertTrue(did(Effect.SeekSpare.class).isPresent());
        MemberState waiting = turn(without(frozen(Failover.SPARE_SERVER), cat, dan));
        hears(waiting, cat.id(), new Message.Suspicion(ONE, false, false));
        assertTrue(did(Effect.SeekSpare.class).isPresent(), "cat is there again");
        Incarnation next = new Incarnation(
                cat.id().incarnation().attempt() + 1, cat.id().incarnation().nonce());
        hears(waiting, new MemberId(cat.id().peer(), next), new Message.Suspicion(ONE, false, false));
        assertTrue(did(Effect.SeekSpare.class).isPresent(), "in another incarnation");
    }

    /** The server, once its claim in a dispute found ann and bob out of reach; its roster has nobody else. */
    private MemberState gaveUp() {
        MemberState served =
                MemberState.found(server, rules(Failover.SPARE_SERVER), ONE).state();
        for (LocalMember each : List.of(ann, bob))
            served = hears(served, each.id(), new Message.JoinRequest(each.me(), 1, 1, 0));
        MemberState doubts = step(served, new Event.GameStatusKnown(TWO, true, ONE, false, false));
        long claimId = did(Effect.Claim.class).orElseThrow().claimId();
        Epoch three = new Epoch(3, claimId);
        MemberState holder = step(
                doubts, new Event.Granted(claimId, three, doubts.log().roster().ids()));
        return without(holder, ann, bob);
    }

    @Test
    @DisplayName(
            "P74 half of the others are out of reach: who served last is waited for, for with it there are enough; "
                    + "not once that is out of reach, too")
    void whoServedLastMayAnswer() {
        List<MemberId> three = List.of(server.id(), ann.id(), bob.id());
        MemberState claims = loses(Failover.PROMOTED_PLAYER);
        Effect.Claim claim = did(Effect.Claim.class).orElseThrow();
        MemberState holder = without(
                step(
                        claims,
                        new Event.Granted(claim.claimId(), new Epoch(2, claim.claimId()), three, List.of(server.id()))),
                bob);
        assertEquals("Gathering", holder.name());
        assertEquals("Suspecting", without(holder, server).name());
        assertEquals(
                "Gathering",
                hears(
                                holder,
                                server.id(),
                                new Message.CollectReply(
                                        holder.epoch(), 1, true, serving.log(), rules(), 0, false, Optional.empty()))
                        .name());
    }

    @Test
    @DisplayName("P38 a server whose others are gone claims HELD itself, not for the last resort: a spare would find "
            + "nobody but it, and release")
    void theLastOneClaimsItself() {
        MemberState one = step(gaveUp(), new Event.MemberGone(ann.id()));
        assertFalse(claims(), "bob may be at play elsewhere");
        step(one, new Event.MemberGone(bob.id()));
        assertFalse(did(Effect.SeekSpare.class).isPresent());
        assertEquals(Basis.HELD, did(Effect.Claim.class).orElseThrow().basis());
    }

    @Test
    @DisplayName("P38 a server whose others are merely out of reach lets a spare go first: that may reach them")
    void whoIsOutOfReachMayBeReachedByASpare() {
        MemberState waits = gaveUp();
        for (int turns = 0; turns < 3 && !did(Effect.SeekSpare.class).isPresent(); turns++) {
            waits = turn(waits);
            assertFalse(claims());
        }
        assertTrue(did(Effect.SeekSpare.class).isPresent());
    }

    @Test
    @DisplayName("P74 once the game has stood still for its time fewer than half do")
    void fewerWillDo() {
        MemberState few = turn(without(frozen(Failover.SPARE_SERVER), cat, dan));
        step(few, new Event.TimerFired(Timer.LAST_RESORT));
        assertTrue(did(Effect.SeekSpare.class).isPresent());
    }

    @Test
    @DisplayName("P74 a player that reaches no more than half declines to serve, and takes back what it has claimed")
    void claimsNothing() {
        MemberState few = without(frozen(Failover.SPARE_SERVER), cat, dan);
        hears(few, bob.id(), new Message.Promote(TWO, List.of(bob.id())));
        assertFalse(sent(Message.PromoteAnswer.class).orElseThrow().agrees());
        assertFalse(claims());

        MemberState asked = hears(frozen(Failover.SPARE_SERVER), bob.id(), new Message.Promote(TWO, List.of(bob.id())));
        long claim = did(Effect.Claim.class).orElseThrow().claimId();
        without(asked, cat, dan);
        assertEquals(
                new Epoch(3, claim), did(Effect.Release.class).orElseThrow().epoch());
        assertEquals(500, waits());
    }

    @Test
    @DisplayName("P74 whoever served counts itself: with one of two it is more than half")
    void countsItself() {
        MemberState two =
                MemberState.found(server, rules(Failover.SPARE_SERVER), ONE).state();
        for (LocalMember each : List.of(ann, bob))
            two = hears(two, each.id(), new Message.JoinRequest(each.me(), 1, 1, 0));
        MemberState holder = hears(two, ann.id(), new Message.Stale(TWO));
        holder = step(holder, new Event.GameStatusKnown(TWO, true, ONE, false, false));
        Effect.Claim held = did(Effect.Claim.class).orElseThrow();
        Epoch three = new Epoch(3, held.claimId());
        holder = step(
                holder,
                new Event.Granted(held.claimId(), three, two.log().roster().ids()));
        MemberState given =
                step(step(holder, new Event.TimerFired(Timer.COLLECT)), new Event.TimerFired(Timer.COLLECT));
        turn(without(given, ann));
        assertTrue(did(Effect.SeekSpare.class).isPresent());
        without(given, ann, bob);
        assertFalse(did(Effect.SeekSpare.class).isPresent());
        assertEquals(1_000, waits(), "nobody else is left to take its turn, and it has given one number up");
    }

    @Test
    @DisplayName("P32 every number since the one that failed counts as one that led to nobody, heard of or not")
    void numbersInVain() {
        MemberState frozen = loses(Failover.SPARE_SERVER, Failover.PROMOTED_PLAYER);
        assertTrue(did(Effect.SeekSpare.class).isPresent());
        step(frozen, new Event.GameStatusKnown(new Epoch(3, 9), true, ONE, false, false));
        assertTrue(claims(), "two spares led to nobody: now the players, of whom ann is the first");
        step(frozen, new Event.GameStatusKnown(TWO, true, ONE, false, false));
        assertTrue(did(Effect.SeekSpare.class).isPresent(), "one may be broken");
    }

    @Test
    @DisplayName(
            "P60 P74 where fewer may go on, whoever was out of reach before the grant is waited for: it may be the voter")
    void mayBeTheVoter() {
        MemberState few = step(frozen(Failover.PROMOTED_PLAYER), new Event.MemberGone(server.id()));
        few = turn(without(few, bob, cat, dan));
        assertFalse(claims());
        few = step(few, new Event.TimerFired(Timer.LAST_RESORT));
        long claim = did(Effect.Claim.class).orElseThrow().claimId();
        List<MemberId> listed = List.of(ann.id(), bob.id(), cat.id(), dan.id());
        MemberState holder = step(few, new Event.Granted(claim, new Epoch(2, claim), listed));
        holder = step(holder, new Event.PackageTaken(Optional.empty()));
        assertEquals("Gathering", holder.name());
        for (LocalMember each : List.of(bob, cat, dan)) holder = step(holder, new Event.MemberUnreachable(each.id()));
        assertTrue(
                did(Effect.Activate.class).isPresent()
                        || did(Effect.Restore.class).isPresent(),
                "out of reach since");
    }

    @Test
    @DisplayName("P36 who suspects is called at once by who collects, if it is of the game and has not answered")
    void isCalledWhereItSpeaks() {
        LocalMember x = self(8, Kind.SERVER);
        MemberState spare = step(
                MemberState.standBy(x),
                new Event.Offered(
                        7, rules(Failover.SPARE_SERVER), ONE, List.of(server.me(), ann.me()), List.of(ann.id()), 0));
        long claim = did(Effect.Claim.class).orElseThrow().claimId();
        List<MemberId> listed = List.of(server.id(), ann.id(), bob.id());
        MemberState holder = step(spare, new Event.Granted(claim, new Epoch(2, claim), listed, List.of(server.id())));
        Message.Suspicion looks = new Message.Suspicion(ONE, false, false);
        hears(holder, bob.id(), looks);
        assertEquals(
                x.id(),
                sent(Message.Collect.class).orElseThrow().holder().id(),
                "nobody told the spare where bob listens");
        hears(holder, dan.id(), looks);
        assertTrue(sent(Message.Collect.class).isEmpty(), "nobody lists dan");
        hears(holder, ann.id(), new Message.Suspicion(ONE, true, false));
        assertTrue(sent(Message.Collect.class).isEmpty(), "ann hears the server again");

        Message.CollectReply reply = new Message.CollectReply(
                holder.epoch(), 1, true, serving.log(), rules(Failover.SPARE_SERVER), 0, false, Optional.empty());
        holder = hears(holder, bob.id(), reply);
        hears(holder, bob.id(), looks);
        assertTrue(sent(Message.Collect.class).isEmpty(), "bob has answered");
    }
}
