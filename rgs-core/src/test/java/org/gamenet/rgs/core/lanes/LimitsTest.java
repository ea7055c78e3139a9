package org.gamenet.rgs.core.lanes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.core.lanes.World.Place;
import org.gamenet.rgs.core.lanes.World.Say;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Incarnation;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.LogEntry;
import org.gamenet.rgs.core.ordering.Marks;
import org.gamenet.rgs.core.wire.FrameHeader;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class LimitsTest {
    private final World world = new World(1);

    @Test
    @DisplayName(
            "HD9 P24 P52 a reader at a tenth of the rate is full, its backlog is bounded, nobody waits, and the sender says for how long")
    void slowReader() {
        End a = world.found(1);
        End b = world.join(2);
        End slow = world.join(3);
        slow.reads = 1;
        int sent = 0;
        int refused = 0;
        for (int i = 0; a.fullFor == 0 && i < 2_000; i++) {
            for (int k = 0; k < 10; k++) {
                if (a.outbox.offer(
                        World.all(new Say("p1", "ordered", sent), Delivery.RELIABLE_ORDERED, world.seconds()))) sent++;
                else refused++;
            }
            world.run(1);
            assertTrue(slow.inbox.queued() <= 1_024 + 1, () -> slow.inbox.queued() + " wait");
        }
        assertTrue(refused > 0);
        assertTrue(a.outbox.waiting() <= 4_096);
        int expected = sent;
        world.run(100);
        assertEquals(expected, b.heard.get("p1 ordered").size());
        assertTrue(a.fullFor >= World.D, () -> "full for " + a.fullFor);
        world.exit(slow.me);
        world.run(300);
        assertEquals(0, a.outbox.waiting());
        assertEquals(expected, b.heard.get("p1 ordered").size());
    }

    @Test
    @DisplayName("P23 the marks of a state take 12 bytes for each player that makes requests, an hour of 30 a "
            + "second behind it: 85 with 8 players, 757 with 64")
    void sizeOfMarks() {
        Epoch epoch = new Epoch(1, 1);
        for (int players : List.of(8, 64)) {
            Map<MemberId, Marks> marks = new HashMap<>();
            for (long peer = 2; peer <= players; peer++)
                marks.put(new MemberId(peer, new Incarnation(1, peer)), new Marks(108_000, List.of()));
            assertEquals(1 + 12 * (players - 1), DataFrame.marks(new StateMarks(epoch, 1, marks), epoch).length);
        }
    }

    @Test
    @DisplayName("P24 a slow reader that is let catch up has everything, in order")
    void catchesUp() {
        End a = world.found(1);
        End slow = world.join(2);
        slow.reads = 0;
        for (int i = 0; i < 3_000; i++)
            assertTrue(a.outbox.offer(World.all(new Say("p1", "ordered", i), Delivery.RELIABLE_ORDERED, 0)));
        world.run(500);
        assertTrue(slow.inbox.isFull(1));
        slow.reads = Integer.MAX_VALUE;
        world.run(3_000);
        assertEquals(IntStream.range(0, 3_000).boxed().toList(), slow.heard.get("p1 ordered"));
        assertEquals(0, a.outbox.waiting());
    }

    @Test
    @DisplayName(
            "P24 P52 messages that wait for an earlier one take four windows of bytes: what comes then is dropped and counted")
    void heldBytes() {
        End a = world.found(1);
        End b = world.join(2);
        for (int number = 2; number <= 6; number++) {
            assertEquals(0, a.lanes.overflowed());
            a.receive(large(b, a, number));
        }
        assertEquals(1, a.lanes.overflowed());
        assertEquals(0, a.inbox.queued());
        a.receive(large(b, a, 1));
        assertEquals(4, a.inbox.queued(), "as many as its inbox has room for");
    }

    private byte[] large(End from, End to, int number) {
        FrameHeader header =
                new FrameHeader(DataFrame.RELIABLE, World.GAME, world.log.end().epoch(), from.me, number, 1.0, 0);
        OutgoingMessage message = new OutgoingMessage(
                OutgoingMessage.To.ALL, 0, Delivery.RELIABLE_ORDERED, World.SAY, new byte[1 << 20], 1, null);
        return DataFrame.message(header, DataFrame.addressOf(to.me), message, DataFrame.ORDERED, 1, number - 1, null);
    }

    @Test
    @DisplayName(
            "P52 QUEUE_FULL: with SEND_MESSAGES reliable ones waiting the next is refused, and taken again once some went out")
    void sendQueueFull() {
        End a = world.found(1);
        world.join(2);
        world.freeze();
        for (int i = 0; i < 4_096; i++) a.say(Delivery.RELIABLE_ORDERED);
        assertEquals(4_096, a.outbox.waiting());
        assertFalse(a.outbox.offer(World.all(new Place(1), Delivery.RELIABLE_ORDERED, 0)));
        assertTrue(a.outbox.offer(World.all(new Place(1), Delivery.UNRELIABLE, 0)));
        for (End end : world.ends.values()) end.lanes.thawed(world.now);
        world.run(2_000);
        assertEquals(0, a.outbox.waiting());
        assertTrue(a.outbox.offer(World.all(new Place(1), Delivery.RELIABLE_ORDERED, 0)));
    }

    @Test
    @DisplayName("S10 newest wins: a reader that is late is handed the newest alone, and never an older one after it")
    void newestWins() {
        world.jitterNanos = 30 * World.MILLI;
        End a = world.found(1);
        End slow = world.join(2);
        int handed = 0;
        for (int i = 0; i < 500; i++) {
            a.outbox.offer(World.all(new Place(i), Delivery.UNRELIABLE_SEQUENCED, 0));
            slow.reads = i % 10 == 0 ? 1 : 0;
            world.run(3);
            assertTrue(slow.inbox.queued() <= 1);
            if (slow.places.size() > handed) {
                int newest = slow.places.get(handed++);
                int lag = i - newest;
                assertTrue(lag <= 24, () -> "behind by " + lag);
            }
        }
        assertTrue(handed > 30, "handed " + handed);
        assertEquals(slow.places.stream().sorted().distinct().toList(), slow.places);
    }

    @Test
    @DisplayName("S10 newest wins: what was overtaken before I came in anew does not arrive after that")
    void newestWinsAcrossARejoin() {
        End a = world.found(1);
        End b = world.join(2);
        byte[] late = sequenced(a, 1);
        b.receive(sequenced(a, 2));
        b.drain();
        world.exit(b.me);
        world.join(2);
        b.receive(late);
        b.drain();
        assertEquals(List.of(2), b.places);
    }

    @Test
    @DisplayName(
            "HB10 S10 newest wins: a state update that overtook the one before it stays the last, and one that comes again counts once")
    void overtakenAndReplayed() {
        End a = world.found(1);
        End b = world.join(2);
        for (int number : new int[] {2, 1, 2, 3, 2, 3, 1}) {
            b.receive(sequenced(a, number));
            b.drain();
        }
        assertEquals(List.of(2, 3), b.places);
    }

    private byte[] sequenced(End from, int number) {
        FrameHeader header =
                new FrameHeader(DataFrame.SEQUENCED, World.GAME, world.log.end().epoch(), from.me, number, 1.0, 0);
        return DataFrame.message(header, World.all(new Place(number), Delivery.UNRELIABLE_SEQUENCED, 1), 0, 0, 0, null);
    }

    @Test
    @DisplayName("P24 T14 T58 the sender's own queue keeps the newest of each type only")
    void senderConflates() {
        SendQueue outbox = new SendQueue(10, () -> {});
        for (int i = 0; i < 1_000; i++) outbox.offer(World.all(new Place(i), Delivery.UNRELIABLE_SEQUENCED, i));
        OutgoingMessage first = outbox.poll();
        assertTrue(first != null && first.sentAt() == 999);
        assertEquals(null, outbox.poll());
    }

    @Test
    @DisplayName(
            "S10 newest wins for each key: what is said about two things waits for both, and nothing is kept for them later")
    void senderConflatesByKey() {
        SendQueue outbox = new SendQueue(10, () -> {});
        for (int i = 0; i < 1_000; i++) outbox.offer(keyed(1 + i % 2, i));
        List<Double> out = new ArrayList<>();
        for (OutgoingMessage next = outbox.poll(); next != null; next = outbox.poll()) out.add(next.sentAt());
        assertEquals(List.of(998.0, 999.0), out);
        assertEquals(0, outbox.places());
        outbox.offer(keyed(1, 1_000));
        outbox.offer(keyed(1, 1_001));
        OutgoingMessage last = outbox.poll();
        assertTrue(last != null && last.sentAt() == 1_001);
    }

    @Test
    @DisplayName(
            "S10 newest wins for each key: who reads late is handed the newest about each thing, and an older one about another")
    void newestWinsByKey() {
        End a = world.found(1);
        End b = world.join(2);
        world.run(50);
        long number = 100;
        for (int key : new int[] {1, 2, 1}) {
            b.receive(keyedFrame(a, keyed(key, key), number));
            number++;
        }
        assertEquals(2, b.inbox.queued());
        b.receive(keyedFrame(a, keyed(3, 3), 99));
        b.receive(keyedFrame(a, keyed(2, 2), 99));
        b.receive(keyedFrame(a, World.all(new Place(4), Delivery.UNRELIABLE_SEQUENCED, 4), 99));
        assertEquals(4, b.inbox.queued());
        int malformed = (int) b.lanes.malformed();
        FrameHeader reliable =
                new FrameHeader(DataFrame.RELIABLE, World.GAME, world.log.end().epoch(), a.me, 1, 1.0, 0);
        b.receive(DataFrame.message(reliable, DataFrame.addressOf(b.me), keyed(1, 1), 0, 1, 0, null));
        assertEquals(malformed + 1, b.lanes.malformed(), "a key where it has no meaning");
    }

    private static OutgoingMessage keyed(long key, int number) {
        OutgoingMessage plain = World.all(new Place(number), Delivery.UNRELIABLE_SEQUENCED, number);
        return new OutgoingMessage(
                plain.to(), 0, plain.how(), new Subject(plain.type(), key), plain.bytes(), number, null, null, 0);
    }

    private byte[] keyedFrame(End from, OutgoingMessage message, long number) {
        FrameHeader header =
                new FrameHeader(DataFrame.SEQUENCED, World.GAME, world.log.end().epoch(), from.me, number, 1.0, 0);
        return DataFrame.message(header, message, 0, 0, 0, null);
    }

    @Test
    @DisplayName("P2 S3 HA26 HA27 S8 older epochs are turned away and counted, newer ones wait until they are resumed")
    void fencing() {
        End a = world.found(1);
        End b = world.join(2);
        End c = world.join(3);
        a.say(Delivery.UNRELIABLE);
        a.lanes.pump(world.now);
        world.freeze();
        LogEntry ack = world.acknowledge(a.me, Optional.empty(), List.of());
        world.resume(a, ack, Optional.empty());
        a.say(Delivery.UNRELIABLE);
        a.say(Delivery.RELIABLE_ORDERED);
        world.run(50);
        assertEquals(Map.of(), b.heard);
        assertEquals(0, b.lanes.stale());
        world.resume(b, ack, Optional.empty());
        world.run(5);
        assertEquals(1, b.lanes.stale());
        assertEquals(List.of(1), b.heard.get("p1 UNRELIABLE"));
        assertEquals(List.of(2), b.heard.get("p1 RELIABLE_ORDERED"));
        assertEquals(Map.of(), c.heard);
    }

    @Test
    @DisplayName("P25 nothing of a member arrives after its exit, nothing of a newcomer before its JOIN")
    void joinAndExit() {
        End a = world.found(1);
        End b = world.join(2);
        b.say(Delivery.RELIABLE_ORDERED);
        b.lanes.pump(world.now);
        world.exit(b.me);
        world.run(10);
        assertEquals(List.of(), a.heard.getOrDefault("p2 RELIABLE_ORDERED", List.of()));
        End late = new End(world, 9);
        late.me = world.draw(9);
        byte[] frame = DataFrame.message(
                new FrameHeader(
                        DataFrame.UNRELIABLE, World.GAME, world.log.end().epoch(), late.me, 0, 1.0, 0),
                World.all(new Say("p9", "early", 0), Delivery.UNRELIABLE, 1),
                0,
                0,
                0,
                null);
        a.receive(frame);
        a.drain();
        assertEquals(null, a.heard.get("p9 early"));
        world.stamp(new org.gamenet.rgs.core.ordering.EntryBody.Joined(World.member(late.me), false));
        a.drain();
        assertEquals(List.of(0), a.heard.get("p9 early"));
    }

    @Test
    @DisplayName(
            "P23 P52 P72 while no package shows that requests are stable they are kept, up to the cap; what falls out of it is at"
                    + " risk, and told once")
    void fallsOut() {
        World small = new World(3);
        small.found(1);
        End client = new End(small, 2);
        small.ends.put(2L, client);
        small.join(2);
        for (int i = 0; i < 6_000; i++) {
            client.buy(Delivery.RELIABLE_ORDERED);
            if (i % 50 == 0) small.run(10);
        }
        small.run(2_000);
        assertEquals(6_000, small.server().bought.size());
        assertEquals(0, client.outbox.waiting());
        assertEquals(4_096, client.lanes.kept());
        assertEquals(6_000 - 4_096, client.lanes.atRisk());
        assertEquals(1, client.letGo);
        assertEquals(0, client.lanes.overflowed(), "the server has had them all");
        assertEquals(
                6_000 - 4_096, client.lanes.uncertain(Optional.of(Map.of()), small.log), "if nobody had a package");
        small.share(client);
        small.run(500);
        assertEquals(0, client.lanes.kept() + client.lanes.atRisk());
    }

    @Test
    @DisplayName("P53 HF1 HF2 damaged frames are counted, never thrown, and break no lane")
    void damaged() {
        End a = world.found(1);
        End b = world.join(2);
        Random random = new Random(5);
        int count = 0;
        for (int i = 0; i < 20_000; i++) {
            byte[] body = new byte[random.nextInt(40)];
            random.nextBytes(body);
            if (random.nextBoolean() && body.length > 0) body[0] &= 15;
            int type = DataFrame.RELIABLE + random.nextInt(5);
            long number = random.nextBoolean() ? random.nextLong() : random.nextInt(20) - 2;
            if (type == DataFrame.RELIABLE) type = DataFrame.REQUEST; // would be a valid message of b's in b's place
            Epoch epoch = world.log.end().epoch();
            a.lanes.received(
                    new FrameHeader(type, World.GAME, epoch, b.me, number, 1, body.length),
                    ByteBuffer.wrap(body),
                    world.now);
            count++;
            if (i % 100 == 0) a.drain();
        }
        assertEquals(20_000, count);
        assertTrue(a.lanes.malformed() > 5_000);
        b.say(Delivery.RELIABLE_ORDERED);
        world.run(10);
        assertEquals(List.of(0), a.heard.get("p2 RELIABLE_ORDERED"));
    }
}
