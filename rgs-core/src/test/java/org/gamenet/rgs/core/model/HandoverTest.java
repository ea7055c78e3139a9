package org.gamenet.rgs.core.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.gamenet.rgs.core.machine.Basis;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.machine.Listing;
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

/** A server that plays hands its game over to its backup Ann, and Bob notices nothing (P46). */
class HandoverTest extends HandoverMembers {
    private static final Epoch THIRD = new Epoch(3, 0);

    /** Ann has the ACK; her application restores the state. */
    private MemberState restores(Message.EpochStart news) {
        MemberState restoring = hears(backup, server.id(), news);
        assertEquals("Restoring", restoring.name());
        return restoring;
    }

    private MemberState serves(MemberState restoring) {
        MemberState activating = step(restoring, new Event.RestoreDone(true, 3, "", List.of()));
        Effect.Activate asks = did(Effect.Activate.class).orElseThrow();
        return step(activating, new Event.Activated(asks.epoch(), true, new Listing(all, 2)));
    }

    // ---- step by step

    @Test
    @DisplayName(
            "P46 the old server stamps the ACK and nothing behind it, its backup serves from there: nobody freezes")
    void nobodyNotices() {
        Position stoppedAt = serving.log().end();
        Message.EpochStart news = handsOver();
        EntryBody.Ack ack = (EntryBody.Ack) news.ack().body();
        assertEquals(List.of(ann.id(), server.id()), ack.authority());
        assertEquals(stoppedAt, ack.end());
        assertEquals(marks, ack.marks());
        assertEquals("HandedOver", serving.name());
        assertFalse(did(Effect.Freeze.class).isPresent());
        assertEquals(
                Optional.of(marks),
                bobs.log().restoredAlong(List.of(news.ack())),
                "who has another server now repeats what its state lacks");
        bobs = hears(bobs, server.id(), news);
        assertFalse(did(Effect.Freeze.class).isPresent());
        assertEquals("Following", bobs.name());
        backup = restores(news);
        assertFalse(did(Effect.Freeze.class).isPresent());
        assertEquals(
                3,
                did(Effect.Restore.class)
                        .orElseThrow()
                        .packages()
                        .get(0)
                        .packed()
                        .stateTime());
        backup = serves(backup);
        assertEquals("Serving", backup.name());
        assertEquals(news.ack(), last(backup), "the ACK is the old server's");
        assertFalse(did(Effect.Freeze.class).isPresent());
        backup = hears(backup, bob.id(), new Message.OrderRequest(1, 5, 1, Payload.EMPTY));
        assertEquals(1, backup.log().end().seq());
        serving = step(
                serving,
                new Event.HeartbeatSeen(
                        ann.id(), backup.epoch(), backup.log().end(), news.ack().at()));
        assertEquals("Following", serving.name());
    }

    @Test
    @DisplayName("P46 from its stop on the old server stamps nothing, and lets nobody in")
    void standsStill() {
        stops();
        Position end = serving.log().end();
        serving = hears(serving, bob.id(), new Message.OrderRequest(1, 5, 1, Payload.EMPTY));
        assertEquals(end, serving.log().end());
        LocalMember carl = self(4, Kind.PLAYER);
        serving = hears(serving, carl.id(), new Message.JoinRequest(carl.me(), 1, 1, 0));
        assertTrue(sent(Message.FrozenWait.class).isPresent());
        serving = hears(handedOver(), bob.id(), new Message.OrderRequest(1, 5, 1, Payload.EMPTY));
        assertEquals(0, serving.log().end().seq(), "behind its ACK stands nothing of it");
    }

    private MemberState handedOver() {
        copies(3);
        serving = step(serving, new Event.HandoverReady(ann.id(), state(3)));
        granted();
        return serving;
    }

    @Test
    @DisplayName("P46 nothing is claimed before the backup holds the state with which the application stopped")
    void copiesFirst() {
        stops();
        assertFalse(did(Effect.Claim.class).isPresent());
        serving = step(serving, new Event.TimerFired(Timer.ASK_ARBITER));
        assertFalse(did(Effect.Claim.class).isPresent());
        serving = step(serving, new Event.HandoverReady(bob.id(), state(3)));
        assertFalse(did(Effect.Claim.class).isPresent(), "of another");
        serving = step(serving, new Event.HandoverReady(ann.id(), state(3).at(new Position(ONE, 1))));
        assertFalse(did(Effect.Claim.class).isPresent(), "of another place");
        serving = step(serving, new Event.HandoverReady(ann.id(), state(3)));
        assertEquals(
                List.of(ann.id(), server.id()),
                did(Effect.Claim.class).orElseThrow().authority());
        serving = step(serving, new Event.TimerFired(Timer.ASK_ARBITER));
        assertTrue(did(Effect.Claim.class).isPresent(), "again, until it is answered");
    }

    @Test
    @DisplayName("P46 a backup that takes no last copy, or is lost meanwhile, is not waited for: the game goes on here")
    void servesOn() {
        stops();
        MemberState late = step(serving, new Event.TimerFired(Timer.HANDOVER));
        assertEquals(ann.id(), did(Effect.ServeOn.class).orElseThrow().to());
        late = hears(late, bob.id(), new Message.OrderRequest(1, 5, 1, Payload.EMPTY));
        assertEquals(1, late.log().end().seq(), "it stamps again");
        step(late, new Event.HandoverReady(ann.id(), state(3)));
        assertFalse(did(Effect.Claim.class).isPresent(), "too late");
        step(serving, new Event.MemberGone(bob.id()));
        assertFalse(did(Effect.ServeOn.class).isPresent(), "that is another");
        step(serving, new Event.MemberGone(ann.id()));
        assertTrue(did(Effect.ServeOn.class).isPresent());
        serving = step(serving, new Event.HandoverReady(ann.id(), state(3)));
        step(serving, new Event.TimerFired(Timer.HANDOVER));
        assertFalse(did(Effect.ServeOn.class).isPresent(), "it is claimed: the arbiter decides");
    }

    @Test
    @DisplayName("P46 who is no backup is not handed anything, nor is anybody while something else is changed")
    void refuses() {
        step(serving, new Event.HandoverAsked(bob.id()));
        assertEquals(bob.id().peer(), did(Effect.Refuse.class).orElseThrow().peer());
        step(serving, new Event.HandoverAsked(server.id()));
        assertTrue(did(Effect.Refuse.class).isPresent());
        MemberState changes = step(serving, new Event.ChangeAsked(List.of(server.id())));
        step(changes, new Event.HandoverAsked(ann.id()));
        assertTrue(did(Effect.Refuse.class).isPresent());
        step(step(serving, new Event.EndAsked("over")), new Event.HandoverAsked(ann.id()));
        assertTrue(did(Effect.Refuse.class).isPresent());
        stops();
        serving = step(serving, new Event.HandoverAsked(ann.id()));
        assertTrue(did(Effect.Refuse.class).isPresent(), "one is under way");
        assertFalse(did(Effect.ServeOn.class).isPresent(), "and goes on");
    }

    @Test
    @DisplayName("P46 a handover that the arbiter denies, or does not confirm, leaves the game where it is")
    void isDenied() {
        stops();
        copies(3);
        serving = step(serving, new Event.HandoverReady(ann.id(), state(3)));
        Effect.Claim claim = did(Effect.Claim.class).orElseThrow();
        MemberState denied =
                step(serving, new Event.Denied(claim.claimId(), serving.epoch(), Event.DenialReason.NEVER));
        assertTrue(did(Effect.ServeOn.class).isPresent());
        assertEquals("Serving", denied.name());
        Epoch next = new Epoch(claim.expected() + 1, claim.claimId());
        MemberState granted = step(serving, new Event.Granted(claim.claimId(), next, all));
        step(granted, new Event.Activated(next, false, new Listing(all, 1)));
        assertTrue(did(Effect.ServeOn.class).isPresent());
    }

    @Test
    @DisplayName("P46 P22 what is ordered after the stop does not vanish before the old server holds a later copy")
    void keepsWhatTheOldServerLacks() {
        backup = serves(restores(handsOver()));
        backup = hears(backup, bob.id(), new Message.OrderRequest(1, 5, 1, Payload.EMPTY));
        Position here = backup.log().end();
        for (LocalMember each : List.of(server, bob)) backup = step(backup, new Event.EchoSeen(each.id(), here));
        assertEquals(2, backup.log().kept().size(), "the ACK, and what was ordered");
        backup = step(backup, new Event.Copied(server.id(), 1, Optional.of(here)));
        assertEquals(List.of(), backup.log().kept());
    }

    @Test
    @DisplayName("P46 P21 who doubts its right meanwhile goes on as soon as the arbiter has confirmed the next epoch")
    void doubtsMeanwhile() {
        stops();
        copies(3);
        serving = step(serving, new Event.HandoverReady(ann.id(), state(3)));
        Effect.Claim claim = did(Effect.Claim.class).orElseThrow();
        Epoch next = new Epoch(claim.expected() + 1, claim.claimId());
        serving = step(serving, new Event.Granted(claim.claimId(), next, all));
        serving = hears(serving, bob.id(), new Message.Stale(next));
        assertTrue(did(Effect.Freeze.class).isPresent());
        serving = step(serving, new Event.Activated(next, true, new Listing(all, 1)));
        assertTrue(did(Effect.Thaw.class).isPresent());
        assertEquals("HandedOver", serving.name());
    }

    // ---- either dies, at each step

    @Test
    @DisplayName("P46 the old server dies before its claim is known: its backup takes over as from any server")
    void diesBefore() {
        stops();
        copies(3);
        MemberState claims = step(backup, new Event.HolderSuspected(server.id(), "gone", 1));
        assertEquals(Basis.HELD, did(Effect.Claim.class).orElseThrow().basis());
        assertEquals(3, backupsCopy(claims), "from the last copy");
    }

    private double backupsCopy(MemberState claims) {
        Effect.Claim claim = did(Effect.Claim.class).orElseThrow();
        Epoch next = new Epoch(claim.expected() + 1, claim.claimId());
        step(claims, new Event.Granted(claim.claimId(), next, all));
        return did(Effect.Restore.class)
                .orElseThrow()
                .packages()
                .get(0)
                .packed()
                .stateTime();
    }

    @Test
    @DisplayName("P46 the successor dies before it serves: the old server goes on from the state with which it stopped")
    void successorDies() {
        Message.EpochStart news = handsOver();
        bobs = hears(bobs, server.id(), news);
        MemberState claims = step(serving, new Event.HolderSuspected(ann.id(), "gone", 1));
        assertEquals(Basis.HELD, did(Effect.Claim.class).orElseThrow().basis());
        assertEquals(3, backupsCopy(claims));
    }

    @Test
    @DisplayName("P46 the ACK is shown to the successor until it serves, and to nobody who is not waiting for it")
    void showsItAgain() {
        Message.EpochStart news = handsOver();
        serving = step(serving, new Event.TimerFired(Timer.RESEND));
        assertEquals(news.ack(), sent(Message.EpochStart.class).orElseThrow().ack());
        assertEquals(ann.id(), did(Effect.Send.class).orElseThrow().to());
        Event restoring = new Event.HeartbeatSeen(
                ann.id(), serving.epoch(), backup.log().end(), backup.log().end());
        serving = step(serving, restoring);
        assertEquals("HandedOver", serving.name(), "it restores, and may fail yet");
        assertFalse(sent(Message.EntriesWanted.class).isPresent());
        bobs = hears(bobs, server.id(), news);
        step(bobs, restoring);
        assertFalse(sent(Message.EntriesWanted.class).isPresent(), "its heartbeat tells of the epoch before");
    }

    @Test
    @DisplayName("P46 a successor whose application does not restore the state gives the epoch back, and says so")
    void cannotRestore() {
        MemberState failed = step(restores(handsOver()), new Event.RestoreDone(false, 1, "thrown", List.of()));
        assertEquals("Suspecting", failed.name());
        assertEquals(serving.epoch(), did(Effect.Release.class).orElseThrow().epoch());
        assertTrue(did(Effect.Freeze.class).isPresent(), "its application had noticed nothing");
        MemberState claims = hears(serving, ann.id(), new Message.Released(serving.epoch()));
        assertTrue(did(Effect.Freeze.class).isPresent());
        assertEquals("Suspecting", claims.name());
    }

    @Test
    @DisplayName("P46 P8 an ACK that the arbiter does not know of makes nobody a server")
    void isNotBelieved() {
        MemberState activating = step(restores(handsOver()), new Event.RestoreDone(true, 1, "", List.of()));
        Effect.Activate asks = did(Effect.Activate.class).orElseThrow();
        MemberState not = step(activating, new Event.Activated(asks.epoch(), false, new Listing(all, 1)));
        assertEquals("Suspecting", not.name());
        assertTrue(did(Effect.Freeze.class).isPresent());
        assertTrue(did(Effect.Release.class).isEmpty(), "the old server may hold that epoch");
    }

    @Test
    @DisplayName("P46 HG26 who is named and does not hold the state gives the epoch back")
    void holdsNothing() {
        Message.EpochStart news = handsOver();
        EntryBody.Ack body = (EntryBody.Ack) news.ack().body();
        EntryBody.Ack forBob = new EntryBody.Ack(
                body.end(),
                List.of(bob.id(), server.id()),
                body.admitted(),
                body.members(),
                body.packaged(),
                body.exits(),
                body.marks(),
                true,
                body.rebuilt(),
                false,
                body.listed());
        MemberState still = hears(
                bobs, server.id(), new Message.EpochStart(new LogEntry(new Position(THIRD, 0), forBob), List.of()));
        assertEquals("Following", still.name());
        assertEquals(THIRD, did(Effect.Release.class).orElseThrow().epoch());
    }

    @Test
    @DisplayName("P46 P28 who wants to leave when it has handed over goes as soon as its successor serves")
    void leavesAfterwards() {
        Message.EpochStart news = handsOver();
        serving = step(serving, new Event.LeaveAsked());
        assertEquals("HandedOver", serving.name());
        serving = step(
                serving,
                new Event.HeartbeatSeen(
                        ann.id(), serving.epoch(), news.ack().at(), news.ack().at()));
        assertEquals("Leaving", serving.name());
    }

    @Test
    @DisplayName("P46 who has handed over follows: it answers a holder, orders and hears entries as all others do")
    void follows() {
        Message.EpochStart news = handsOver();
        LogEntry next = new LogEntry(news.ack().at().next(), new EntryBody.Ordered(bob.id(), 1, 5, 1, Payload.EMPTY));
        serving = hears(serving, ann.id(), new Message.EntryNews(next));
        assertEquals(next.at(), serving.log().end());
        assertEquals("HandedOver", serving.name());
        serving = step(serving, new Event.CopyHeld(ann.id(), serving.epoch(), 1, state(5).at(next.at())));
        assertTrue(did(Effect.ConfirmCopy.class).isPresent(), "it backs its successor up");
        MemberState asks =
                hears(serving, bob.id(), new Message.Collect(new Epoch(9, 9), 1, Basis.REBUILD, bob.me(), List.of()));
        asks = step(asks, new Event.TimerFired(Timer.CHECK));
        assertEquals("Promised", asks.name());
    }
}
