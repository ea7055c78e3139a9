package org.gamenet.rgs.core.lanes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.lanes.World.Say;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.machine.Payload;
import org.gamenet.rgs.core.ordering.EntryBody;
import org.gamenet.rgs.core.ordering.LogEntry;
import org.gamenet.rgs.core.ordering.Marks;
import org.gamenet.rgs.core.wire.FrameHeader;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("P24 the lanes, while members and epochs come and go")
class LivesTest {
    private final World world = new World(1);
    private final End server = world.found(1);
    private final End b = world.join(2);

    private static List<Integer> upTo(int count) {
        return IntStream.range(0, count).boxed().toList();
    }

    // ---- readers

    @Test
    @DisplayName("P44 nothing that waits for room is delivered while the game is frozen, all of it afterwards")
    void nothingWhileFrozen() {
        b.reads = 0;
        for (int i = 0; i < 1_200; i++) {
            server.say(Delivery.RELIABLE_ORDERED);
            if (i % 100 == 0) world.run(300);
        }
        world.run(300);
        b.lanes.frozen();
        b.reads = Integer.MAX_VALUE;
        world.run(300);
        assertEquals(1_024, b.heard.get("p1 RELIABLE_ORDERED").size());
        b.lanes.thawed(world.now);
        world.run(1_000);
        assertEquals(upTo(1_200), b.heard.get("p1 RELIABLE_ORDERED"));
    }

    @Test
    @DisplayName("P23 a server that reads nothing for a while has every request then, its own as well, in order")
    void slowServer() {
        server.reads = 0;
        for (int i = 0; i < 2_000; i++) {
            server.buy(Delivery.RELIABLE_ORDERED);
            b.buy(Delivery.RELIABLE_ORDERED);
            if (i % 100 == 0) world.run(200);
        }
        server.reads = Integer.MAX_VALUE;
        world.run(3_000);
        for (End end : List.of(server, b)) {
            String who = "p" + end.peer + "/";
            assertEquals(
                    upTo(2_000),
                    server.bought.stream()
                            .filter(w -> w.startsWith(who))
                            .map(w -> Integer.valueOf(w.substring(3)))
                            .toList());
            assertEquals(0, end.outbox.waiting());
        }
    }

    @Test
    @DisplayName("P46 a server that hands over is handed no request, its own neither; if it serves on it gets them all")
    void handsOver() {
        server.lanes.hold();
        server.buy(Delivery.RELIABLE_ORDERED);
        b.buy(Delivery.RELIABLE_ORDERED);
        b.buy(Delivery.RELIABLE_UNORDERED);
        world.run(1_000);
        assertEquals(List.of(), server.bought);
        server.lanes.holdNoMore(world.now);
        world.run(3_000);
        assertEquals(3, server.bought.size());
    }

    @Test
    @DisplayName("P25 who reads nothing is named after D, even where nothing more waits than the window lets out")
    void readsNothing() {
        world.run(300);
        b.reads = 0;
        for (int i = 0; i < 1_100; i++) {
            server.say(Delivery.RELIABLE_ORDERED);
            if (i % 200 == 0) world.run(250);
        }
        world.run(300);
        assertTrue(b.inbox.isFull(1));
        world.run(600);
        assertEquals(0, server.fullFor);
        world.run(1_000);
        assertTrue(server.fullFor >= World.D, () -> "full for " + server.fullFor);
    }

    @Test
    @DisplayName("P25 who takes nothing and says nothing is named after D, once more waits than the window lets out")
    void takesNothing() {
        world.run(300);
        b.dead = true;
        for (int i = 0; i < 300; i++) server.say(Delivery.RELIABLE_ORDERED);
        world.run(990);
        assertEquals(0, server.fullFor);
        world.run(20);
        assertTrue(server.fullFor >= World.D, () -> "full for " + server.fullFor);
    }

    // ---- epochs

    private byte[] word(End from, Epoch epoch, int count) {
        return DataFrame.message(
                new FrameHeader(DataFrame.UNRELIABLE, World.GAME, epoch, from.me, 0, 1, 0),
                World.all(new Say("p" + from.peer, "word", count), Delivery.UNRELIABLE, 1),
                0,
                0,
                0,
                null);
    }

    @Test
    @DisplayName(
            "P2 HA26 HA27 HB7 S8 who plays answers an older epoch, and takes a newer one's messages once it plays there")
    void fence() {
        Epoch first = world.log.end().epoch();
        LogEntry ack = world.acknowledge(server.me, Optional.empty(), List.of());
        world.resume(b, ack, Optional.empty());
        b.receive(word(server, first, 1));
        assertEquals(List.of(server.me), b.answered);
        assertEquals(1, b.lanes.stale());
        LogEntry next = world.acknowledge(server.me, Optional.empty(), List.of());
        b.receive(word(server, next.epoch(), 2));
        b.drain();
        assertEquals(Map.of(), b.heard);
        world.resume(b, next, Optional.empty());
        b.drain();
        assertEquals(List.of(2), b.heard.get("p1 word"));
    }

    @Test
    @DisplayName("P2 what came while I was frozen and is of an epoch that is over now is counted, not "
            + "answered: its sender may have gone on, too")
    void overtaken() {
        b.lanes.frozen();
        b.receive(word(server, world.log.end().epoch(), 1));
        LogEntry ack = world.acknowledge(server.me, Optional.empty(), List.of());
        world.resume(b, ack, Optional.empty());
        b.drain();
        assertEquals(1, b.lanes.stale());
        assertEquals(List.of(), b.answered);
        assertEquals(Map.of(), b.heard);
    }

    @Test
    @DisplayName("P23 a server that goes on from an older package itself has the requests that this one lacks, once")
    void restoredItself() {
        server.buy(Delivery.RELIABLE_ORDERED);
        b.buy(Delivery.RELIABLE_ORDERED);
        world.run(50);
        world.share(b);
        server.buy(Delivery.RELIABLE_ORDERED);
        b.buy(Delivery.RELIABLE_ORDERED);
        world.run(500);
        world.freeze();
        server.restore(b.packaged, b.packagedMarks);
        assertEquals(2, server.bought.size());
        Optional<Map<MemberId, Marks>> base = Optional.of(b.packagedMarks.marks());
        LogEntry ack = world.acknowledge(server.me, base, List.of());
        for (End end : List.of(server, b)) world.resume(end, ack, base);
        world.run(500);
        assertEquals(
                List.of("p1/0", "p1/1", "p2/0", "p2/1"),
                server.bought.stream().sorted().toList());
        assertEquals(0, server.outbox.waiting() + b.outbox.waiting());
    }

    private LogEntry admitting(End spare, Optional<Map<MemberId, Marks>> base) {
        return world.admit(spare.me, List.of(b.me), server.me, base);
    }

    private End spare() {
        End spare = new End(world, 4);
        world.ends.put(4L, spare);
        spare.me = world.draw(4);
        server.dead = true;
        world.freeze();
        spare.lanes.tookOver(spare.me, world.log, world.now);
        return spare;
    }

    @Test
    @DisplayName("P23 who serves from a state that nothing was restored to takes requests by what it was handed")
    void nothingRestored() {
        End spare = spare();
        LogEntry ack = admitting(spare, Optional.empty());
        for (End end : List.of(spare, b)) world.resume(end, ack, Optional.empty());
        b.buy(Delivery.RELIABLE_ORDERED);
        spare.buy(Delivery.RELIABLE_ORDERED);
        world.run(500);
        assertEquals(List.of("p2/0", "p4/0"), spare.bought.stream().sorted().toList());
    }

    @Test
    @DisplayName("P22 P41 who catches up with several epochs knows the server of each by name, though it is gone again")
    void catchesUp() {
        End spare = spare();
        LogEntry admits = admitting(spare, Optional.empty());
        b.lanes.delivered(admits, world.now);
        byte[] said = World.all(new Say("p4", "TOTAL_ORDER", 7), Delivery.TOTAL_ORDER, 1)
                .bytes();
        byte[] payload = new byte[said.length + 1];
        System.arraycopy(said, 0, payload, 1, said.length);
        LogEntry ordered = new LogEntry(
                world.log.end().next(), new EntryBody.Ordered(spare.me, 1, World.SAY, 1, new Payload(payload)));
        world.log = world.log.with(ordered);
        b.lanes.delivered(ordered, world.now);
        b.drain();
        assertEquals(List.of("p4/7"), b.ordered);
        assertEquals("p4", b.sender);
    }

    @Test
    @DisplayName("P23 who serves no more takes no requests")
    void servesNoMore() {
        End c = world.join(3);
        b.takePackage();
        world.freeze();
        Optional<Map<MemberId, Marks>> base = Optional.of(b.packagedMarks.marks());
        LogEntry ack = world.acknowledge(b.me, base, List.of());
        for (End end : List.of(server, b, c)) world.resume(end, ack, base);
        server.receive(DataFrame.message(
                new FrameHeader(DataFrame.REQUEST, World.GAME, ack.epoch(), c.me, 1, 1, 0),
                World.all(new Say("p3", "buy", 0), Delivery.RELIABLE_UNORDERED, 1),
                0,
                1,
                0,
                null));
        server.drain();
        assertEquals(List.of(), server.bought);
        c.buy(Delivery.RELIABLE_ORDERED);
        world.run(50);
        assertEquals(List.of("p3/0"), b.bought);
        // The worker's news of its own epoch mean nothing to it any more, and nothing is thrown.
        server.lanes.gave(c.me, StateMarks.NONE);
    }

    // ---- members

    @Test
    @DisplayName(
            "P25 nothing waits for those who went while I was out, nor for those who go before they have said how far they had got with me")
    void owesNothing() {
        End c = world.join(3);
        End d = world.join(4);
        c.dead = true;
        d.dead = true;
        for (int i = 0; i < 5; i++) b.say(Delivery.RELIABLE_ORDERED);
        world.run(500);
        assertEquals(5, b.outbox.waiting());
        world.exit(b.me);
        world.exit(c.me);
        world.join(2);
        world.run(500);
        assertEquals(5, b.outbox.waiting());
        world.exit(d.me);
        assertEquals(0, b.outbox.waiting());
    }

    @Test
    @DisplayName(
            "P25 P52 who is out is not put out again: its next incarnation's share of the inbox stays as full as it is")
    void outOnce() {
        MemberId before = b.me;
        world.exit(before);
        world.join(2);
        server.reads = 0;
        for (int i = 0; i < 1_500; i++) {
            b.say(Delivery.RELIABLE_ORDERED);
            if (i % 200 == 0) world.run(250);
        }
        world.run(300);
        assertTrue(server.inbox.isFull(2));
        server.lanes.delivered(
                new LogEntry(world.log.end().next(), new EntryBody.Exited(before, Reason.CRASHED, "")), world.now);
        assertTrue(server.inbox.isFull(2));
        world.run(300);
        assertTrue(server.inbox.queued() <= 1_024 + 10, () -> server.inbox.queued() + " wait");
    }

    @Test
    @DisplayName("P25 a message of somebody who is out is counted at once, however often the roster changes then")
    void ofWhoIsOut() {
        MemberId before = b.me;
        byte[] late = word(b, world.log.end().epoch(), 1);
        world.exit(before);
        server.receive(late);
        assertEquals(1, server.lanes.stale());
        world.join(3);
        assertEquals(1, server.lanes.stale());
        server.drain();
        assertEquals(Map.of(), server.heard);
    }

    // ---- packages

    @Test
    @DisplayName("P23 a package of an older state than one before it is not the one to keep")
    void olderPackage() {
        Epoch one = new Epoch(1, 1);
        Epoch two = new Epoch(2, 2);
        assertTrue(b.lanes.packaged(state(two, 5)));
        assertFalse(b.lanes.packaged(state(two, 4)));
        assertFalse(b.lanes.packaged(state(one, 9)));
        assertTrue(b.lanes.packaged(state(two, 5)));
        assertTrue(b.lanes.packaged(state(new Epoch(3, 3), 1)));
    }

    private static StateMarks state(Epoch epoch, double time) {
        return new StateMarks(epoch, time, Map.of());
    }

    @Test
    @DisplayName("P23 who has no state handler is not waited for: requests are stable without its packages")
    void packagesNothing() {
        world.ends.put(3L, new End(world, 3, 1_024, false));
        world.join(3);
        b.buy(Delivery.RELIABLE_ORDERED);
        world.run(500);
        world.share(b);
        world.run(500);
        assertEquals(0, b.lanes.kept());
    }

    @Test
    @DisplayName("P23 the state that a newcomer is given is its package until it tells of one")
    void newcomersPackage() {
        b.buy(Delivery.RELIABLE_ORDERED);
        world.run(50);
        world.join(3).dead = true;
        world.share(b);
        world.run(500);
        assertEquals(0, b.lanes.kept());
    }
}
