package org.gamenet.rgs.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.Incoming;
import org.gamenet.rgs.ServerRole;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.SessionEvent.Closed;
import org.gamenet.rgs.SessionEvent.Frozen;
import org.gamenet.rgs.SessionEvent.Refused;
import org.gamenet.rgs.SessionEvent.RoleChanged;
import org.gamenet.rgs.core.directory.protocol.DirectoryPush;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.gamenet.rgs.core.replication.CopyMessage;
import org.gamenet.rgs.core.session.Town.Citizen;
import org.gamenet.rgs.core.session.base.SearchGoal;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A server hands its game over to its backup: whole sessions (P46). */
class HandoverSessionsTest extends BackedUp {
    @Test
    @DisplayName("rule 5 a handover that is under way when the game ends is not refused after Closed")
    void saysNothingAfterClosed() {
        party.loses(s -> s.is(CopyMessage.CopyConfirmed.class));
        ann.session.handover(peer(bob));
        town.pass(20);
        ann.session.end("good night");
        town.pass(4_000);
        assertEquals(1, ann.all(Closed.class).size());
        assertEquals(List.of(), ann.all(Refused.class), "after Closed");
    }

    private void untilBobServes() {
        town.until(() -> bob.session.isServer(), 1_000);
        town.pass(1_000);
        assertTrue(backsUp(bob, cat), "and is backed up");
        for (Citizen each : List.of(ann, bob, cat)) assertEquals(List.of(), each.all(Frozen.class), each.name);
        for (Citizen each : List.of(bob, cat)) assertEquals(List.of("ann LEFT"), Party.left(each));
    }

    @Test
    @DisplayName("P46.7 a server that leaves hands over what it shows: nobody's game stands still, nothing is lost")
    void leaves() {
        party.loses(s -> s.from() == ann && s.is(Party.Data.class));
        ann.session.sendToServer(new Town.Hit(7), Delivery.RELIABLE_ORDERED);
        town.until(() -> party.game(ann).sum == 7, 100);
        ann.session.leave();
        town.until(() -> ann.session.worker().isFinished(), 2_000);
        untilBobServes();
        assertEquals(7, party.game(bob).sum);
        assertEquals(1, party.game(bob).given.size(), "the copy, and nothing else");
    }

    @Test
    @DisplayName("P46.7 nor where another thread has it leave, while the game still calls update")
    void leavesOnAnotherThread() throws InterruptedException {
        Thread other = new Thread(ann.session::leave);
        other.start();
        other.join();
        untilBobServes();
    }

    @Test
    @DisplayName("P46.7 P28 a server whose game calls update no more waits for its last state for 100 ms, and goes")
    void packsNoMore() throws InterruptedException {
        ann.updates = false;
        Thread other = new Thread(ann.session::leave);
        other.start();
        other.join();
        long began = town.clock.nanoTime();
        party.untilResumed(1, 1_000, bob, cat);
        assertTrue(town.clock.nanoTime() - began < 400_000_000, "within " + (town.clock.nanoTime() - began) + " ns");
    }

    @Test
    @DisplayName("P46.7 P28 a backup that takes the last copy too late is left, as by any server that goes; within 2 s")
    void isNotTaken() {
        party.hits(cat, 3);
        party.loses(s -> s.is(CopyMessage.CopyConfirmed.class));
        long began = town.clock.nanoTime();
        ann.session.leave();
        town.until(() -> ann.session.worker().isFinished(), 2_000);
        long took = (town.clock.nanoTime() - began) / 1_000_000;
        assertTrue(took >= 500 && took < 1_500, took + " ms");
        party.untilResumed(1, 1_000, bob, cat);
        assertEquals(3, party.game(party.server()).sum);
    }

    @Test
    @DisplayName("P46.7 P28 a backup that dies meanwhile is not waited for: another takes the game over")
    void backupDies() {
        party.hits(cat, 3);
        party.when(s -> s.is(CopyMessage.CopyPart.class), bob::kill);
        ann.session.leave();
        party.untilResumed(1, 2_000, cat);
        assertEquals(3, party.game(cat).sum);
        assertTrue(cat.session.isServer());
    }

    @Test
    @DisplayName("P46.7 P45 while the directory is away nothing is handed over: the game would stand still for it")
    void directoryAway() {
        town.directoryAway = true;
        ann.line.says(new DirectoryPush.LineDown("no answer"));
        town.pass(20);
        ann.session.leave();
        town.pass(20);
        assertTrue(party.said(ann, CopyMessage.CopyPart.class).size() > 0);
        assertEquals(1, bob.all(Frozen.class).size(), "it is released at once");
    }

    @Test
    @DisplayName("P46.7 a directory that does not answer holds nobody up for more than a second")
    void directoryHangs() {
        town.losesAnswer = (request, reply) -> request instanceof DirectoryRequest.Claim;
        party.hits(cat, 3);
        long began = town.clock.nanoTime();
        ann.session.leave();
        town.until(() -> !bob.all(Frozen.class).isEmpty(), 2_000);
        long took = (town.clock.nanoTime() - began) / 1_000_000;
        assertTrue(took > 500 && took < 1_100, took + " ms");
        town.losesAnswer = (request, reply) -> false;
        party.untilResumed(1, 3_000, bob, cat);
        assertEquals(3, party.game(party.server()).sum);
    }

    /** Cat has said something to all, which ann has ordered and her application was not told. */
    private void annIsNotTold(int points) {
        ann.updates = false;
        cat.session.send(new Town.Hit(points), Delivery.TOTAL_ORDER);
        town.pass(60);
        assertEquals(points, party.game(bob).sum);
        assertEquals(0, party.game(ann).sum);
    }

    @Test
    @DisplayName("P46.7 a server that leaves is told first what was ordered before, and nobody's game stands still")
    void isToldWhatWasOrdered() {
        annIsNotTold(5);
        ann.session.leave();
        assertEquals(5, party.game(ann).sum);
        untilBobServes();
        assertEquals(5, party.game(bob).sum);
    }

    @Test
    @DisplayName("P46.7 nor where another thread has it leave, and it is still the server to what it is told then")
    void isToldOnItsOwnThread() throws InterruptedException {
        annIsNotTold(5);
        boolean[] served = {false};
        party.game(ann).onHit = () -> served[0] = ann.session.isServer();
        Thread other = new Thread(ann.session::leave);
        other.start();
        other.join();
        assertEquals(0, party.game(ann).sum, "a handler has run on another thread");
        ann.updates = true;
        untilBobServes();
        assertEquals(5, party.game(bob).sum);
        assertTrue(served[0]);
    }

    @Test
    @DisplayName("P46.7 P28 nor is one told anything that takes what comes by recv: it takes no more")
    void takesNoMore() {
        ann.updates = false;
        for (Incoming next = ann.session.recv(); next != null; ) next = ann.session.recv();
        annIsNotTold(5);
        ann.session.leave();
        assertEquals(0, party.game(ann).sum);
        party.untilResumed(1, 2_000, bob, cat);
        assertEquals(5, party.game(party.server()).sum);
    }

    @Test
    @DisplayName("P46.7 P28 one that leaves within a handler is told no more; what was ordered behind that is not lost")
    void moreWasOrdered() {
        ann.updates = false;
        cat.session.send(new Town.Hit(5), Delivery.TOTAL_ORDER);
        cat.session.send(new Town.Hit(6), Delivery.TOTAL_ORDER);
        town.pass(60);
        assertEquals(11, party.game(bob).sum);
        party.game(ann).onHit = ann.session::leave;
        ann.session.update();
        assertEquals(5, party.game(ann).sum);
        town.until(() -> !bob.all(Frozen.class).isEmpty(), 50);
        party.untilResumed(1, 2_000, bob, cat);
        assertEquals(11, party.game(party.server()).sum);
    }

    @Test
    @DisplayName(
            "P46.7 a server that leaves while it hands over goes on with that, though its application has not stopped yet")
    void leavesWhileItHandsOver() {
        ann.session.handover(peer(bob));
        ann.updates = false;
        town.pass(30);
        ann.session.leave();
        untilBobServes();
    }

    @Test
    @DisplayName("P46.7 nor is it told to stop twice: what it packs as it leaves is the last copy")
    void leavesBeforeItStops() {
        ann.session.handover(peer(bob));
        party.when(s -> s.is(CopyMessage.CopyConfirmed.class), () -> ann.updates = false);
        town.pass(60);
        ann.session.leave();
        untilBobServes();
    }

    @Test
    @DisplayName("P46.7 a server that has handed over waits for its successor for a second at most, and goes")
    void successorIsSlow() {
        party.when(s -> s.from() == ann && s.is(Message.EpochStart.class), () -> {
            bob.updates = false;
            ann.session.leave();
        });
        ann.session.handover(peer(bob));
        town.until(() -> !bob.updates, 500);
        town.until(() -> ann.session.worker().isFinished(), 1_300);
        bob.updates = true;
        town.until(() -> bob.session.isServer(), 1_000);
    }

    @Test
    @DisplayName("P46.7 a server that leaves once it has handed over goes when its successor serves")
    void leavesAfterwards() {
        ann.session.handover(peer(bob));
        town.until(() -> ann.session.role() == ServerRole.BACKUP, 500);
        ann.session.leave();
        untilBobServes();
        assertTrue(ann.session.worker().isFinished());
    }

    /** Ann hands over, leaves, and her successor dies when this is said. */
    private void successorDies(Class<? extends Record> when) {
        ann.session.handover(peer(bob));
        party.when(s -> s.is(when), () -> {
            bob.kill();
            ann.session.leave();
        });
        party.untilResumed(1, 5_000, cat);
        assertTrue(cat.session.isServer());
        town.until(() -> ann.session.worker().isFinished(), 2_000);
    }

    @Test
    @DisplayName("P46.7 a server that leaves, and whose successor dies ahead of the ACK, leaves as always")
    void successorDiesAhead() {
        successorDies(CopyMessage.CopyConfirmed.class);
    }

    @Test
    @DisplayName("P46.7 a server that leaves, and whose successor dies behind the ACK, is no candidate for anything")
    void successorDiesBehind() {
        successorDies(Message.EpochStart.class);
        assertTrue(town.asked(ann, DirectoryRequest.Claim.class).stream()
                .noneMatch(c -> c.authority().size() == 1));
    }

    @Test
    @DisplayName("P46.7 the last player ends the game, whoever backs it up")
    void lastPlayer() {
        ann.session.leave();
        untilBobServes();
        cat.session.leave();
        town.pass(500);
        bob.session.leave();
        town.until(() -> bob.session.worker().isFinished(), 4_000);
    }

    // ---- whose epoch it is

    private List<Message.EpochStart> acks(Citizen by, long epoch) {
        return party.said(by, Message.EpochStart.class).stream()
                .filter(m -> m.ack().epoch().number() == epoch)
                .toList();
    }

    @Test
    @DisplayName(
            "P46 HG27 the ACK of the epoch that is handed over is the old server's: the successor says the same one")
    void oneAck() {
        long next = ann.session.view().epoch() + 1;
        ann.session.handover(peer(bob));
        town.until(() -> bob.session.isServer(), 1_000);
        town.pass(500);
        List<Message.EpochStart> all = new ArrayList<>(acks(ann, next));
        all.addAll(acks(bob, next));
        assertFalse(all.isEmpty());
        assertEquals(1, all.stream().map(Message.EpochStart::ack).distinct().count());
        assertEquals(next, cat.session.view().epoch());
    }

    @Test
    @DisplayName("P46.6 HG27 where the ACK does not come the successor stamps none in that epoch, but takes the next")
    void noAck() {
        long next = ann.session.view().epoch() + 1;
        party.hits(cat, 4);
        party.when(s -> s.from() == ann && s.is(Message.EpochStart.class), ann::kill);
        party.loses(s -> s.from() == ann && s.is(Message.EpochStart.class));
        ann.session.handover(peer(bob));
        party.untilResumed(1, 5_000, bob, cat);
        assertFalse(acks(ann, next).isEmpty());
        assertEquals(List.of(), acks(bob, next), "it would be another");
        assertFalse(acks(bob, next + 1).isEmpty());
        assertEquals(4, party.game(bob).sum);
    }

    @Test
    @DisplayName(
            "P46 HG25 who is being let in while the game is handed over gets its state, and does not resume without")
    void newcomer() {
        party.hits(cat, 4);
        boolean[] handed = {false};
        party.loses(s -> !handed[0] && s.is(Message.InitialAck.class));
        Citizen dan = party.joining("dan", ann.session.game().id());
        town.until(() -> party.said(ann, Message.InitialAck.class).size() > 0, 1_000);
        ann.session.handover(peer(bob));
        town.until(() -> bob.session.isServer(), 1_000);
        town.pass(100);
        assertEquals(List.of(), dan.got, "it is told nothing yet");
        handed[0] = true;
        party.plays(dan);
        assertEquals(4, party.game(dan).given.get(0).state().sum());
        party.hits(dan, 1);
        assertEquals(5, party.game(bob).sum);
    }

    // ---- who does not take it

    @Test
    @DisplayName("P46 a spectator is handed nothing: that is a mistake of whoever asks")
    void spectator() {
        Citizen eve = town
                .new Citizen(
                        "eve", false, new SearchGoal.Join(ann.session.game().id(), "kitchen"), null)
                .listens();
        party.counts(eve).begins();
        town.until(() -> eve.session.phase() == Session.Phase.PLAYING, 2_000);
        assertThrows(IllegalArgumentException.class, () -> ann.session.handover(peer(eve)));
        assertThrows(IllegalArgumentException.class, () -> ann.session.handover(peer(ann)));
        assertThrows(IllegalStateException.class, () -> cat.session.handover(peer(bob)));
    }

    private void assertRefused(long withinMillis) {
        town.until(() -> ann.all(Refused.class).size() > 0, withinMillis);
        assertEquals("handover " + peer(bob), ann.all(Refused.class).get(0).request());
        party.hits(cat, 2);
        assertEquals(2, party.game(ann).sum);
        for (Citizen each : List.of(ann, cat)) assertEquals(List.of(), each.all(Frozen.class), each.name);
        assertEquals(ann, party.server());
    }

    @Test
    @DisplayName("P46.1 a backup that takes no copy is not waited for longer than 2 s, and nobody notices")
    void takesNone() {
        party.loses(s -> s.is(CopyMessage.CopyConfirmed.class));
        ann.session.handover(peer(bob));
        town.pass(1_000);
        assertEquals(
                List.of(),
                ann.all(RoleChanged.class).subList(2, ann.all(RoleChanged.class).size()));
        assertRefused(1_500);
    }
}
