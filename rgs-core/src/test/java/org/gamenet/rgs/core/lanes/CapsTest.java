package org.gamenet.rgs.core.lanes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.core.lanes.World.Place;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Incarnation;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.Marks;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("P52 tables and queues of the lanes end somewhere")
class CapsTest {
    private static final Epoch EPOCH = new Epoch(1, 1);

    private static MemberId member(int number) {
        return new MemberId(number, new Incarnation(1, number));
    }

    @Test
    @DisplayName("4 096 unreliable messages wait for the worker; more are dropped and counted, none once it keeps up")
    void outbox() {
        SendQueue outbox = new SendQueue(10, () -> {});
        for (int i = 0; i < 5_000; i++) assertTrue(outbox.offer(World.all(new Place(i), Delivery.UNRELIABLE, i)));
        int waited = 0;
        while (outbox.poll() != null) waited++;
        assertEquals(4_096, waited);
        assertEquals(5_000 - 4_096, outbox.dropped());
        for (int i = 0; i < 5_000; i++) {
            outbox.offer(World.all(new Place(i), Delivery.UNRELIABLE, i));
            assertNotNull(outbox.poll());
        }
        assertEquals(5_000 - 4_096, outbox.dropped());
    }

    @Test
    @DisplayName("64 MiB of reliable messages wait, and as many messages as SEND_MESSAGES says")
    void reliableBytes() {
        SendQueue outbox = new SendQueue(100, () -> {});
        OutgoingMessage large = new OutgoingMessage(
                OutgoingMessage.To.ALL, 0, Delivery.RELIABLE_ORDERED, World.PLACE, new byte[1 << 20], 0, null);
        for (int i = 0; i < 64; i++) assertTrue(outbox.offer(large));
        assertFalse(outbox.offer(large));
        assertEquals(64, outbox.waiting());
        outbox.settled(large);
        assertTrue(outbox.offer(large));
    }

    @Test
    @DisplayName("4 096 peers are known by name and by session, those heard of last among them")
    void peers() {
        KnownPeers peers = new KnownPeers();
        for (int i = 1; i <= 5_000; i++) peers.learn(World.member(member(i)));
        assertEquals(
                4_096,
                IntStream.rangeClosed(1, 5_000)
                        .filter(i -> !peers.peer(i).name().isEmpty())
                        .count());
        assertEquals("p5000", peers.peer(5_000).name());
        assertEquals(
                4_096,
                IntStream.rangeClosed(1, 5_000)
                        .filter(i -> peers.session(i) != null)
                        .count());
        assertEquals(member(5_000).origin(), peers.session(5_000));
        assertNull(peers.session(1));
    }

    @Test
    @DisplayName(
            "newest wins for 4 096 subjects of one sender; the one that began longest ago is forgotten for the next")
    void subjects() {
        MemberLane lane = new MemberLane(
                World.member(member(1)), new KnownPeers().peer(1), to -> (message, number, floor, previous) -> {});
        for (int key = 0; key < 4_096; key++) assertTrue(lane.isNewest(new Subject(1, key), 2));
        for (int key = 0; key < 4_096; key++) assertFalse(lane.isNewest(new Subject(1, key), 1));
        assertTrue(lane.isNewest(Subject.of(2), 1));
        assertTrue(lane.isNewest(new Subject(1, 0), 1));
        assertFalse(lane.isNewest(new Subject(1, 4_095), 1));
    }

    @Test
    @DisplayName(
            "P23 P72 a request is handed out once, whichever incarnation sent it; marks name its session until that is"
                    + " forgotten")
    void handedOut() {
        HandedOut handedOut = new HandedOut();
        MemberId again = new MemberId(1, new Incarnation(2, 1));
        for (long number : new long[] {1, 3}) {
            assertTrue(handedOut.add(member(1), number));
            assertFalse(handedOut.add(again, number));
        }
        for (int i = 2; i <= 2_000; i++) handedOut.add(member(i), 1);
        assertEquals(2_000, handedOut.marks().size());
        assertEquals(new Marks(1, List.of(3L)), handedOut.marks().get(again.origin()));
        handedOut.forget(again);
        assertEquals(1_999, handedOut.marks().size());
    }

    private static StateMarks state(double time) {
        return new StateMarks(EPOCH, time, Map.of(member(2), new Marks((long) time, List.of())));
    }

    private static void packaged(Stability stability, int who, double time) {
        stability.packaged(member(who), new DataFrame.Packaged(false, 1, time));
    }

    @Test
    @DisplayName(
            "P23 stable is what the latest state contains that every package reflects, in whatever order states were told of")
    void stable() {
        Stability stability = new Stability(1);
        for (double time : new double[] {1, 3, 2}) stability.made(state(time));
        packaged(stability, 2, 3);
        packaged(stability, 3, 4);
        assertEquals(state(3).marks(), stability.stable(List.of(member(2), member(3))));
    }

    @Test
    @DisplayName(
            "P23 P72 of states 1 024 are remembered, the oldest among them: who reflects one between two of them has the"
                    + " older one for sure")
    void states() {
        Stability stability = new Stability(1);
        for (int time = 1; time <= 1_025; time++) stability.made(state(time));
        packaged(stability, 2, 4);
        assertEquals(state(3).marks(), stability.stable(List.of(member(2))));
        for (int time = 1_026; time <= 5_000; time++) stability.made(state(time));
        assertEquals(state(3).marks(), stability.stable(List.of(member(2))));
        packaged(stability, 2, 5_000);
        assertEquals(state(5_000).marks(), stability.stable(List.of(member(2))));
    }

    @Test
    @DisplayName("P72 of who counts no more nothing is known; who never packages counts as having all")
    void counts() {
        Stability stability = new Stability(1);
        for (double time : new double[] {1, 2}) stability.made(state(time));
        packaged(stability, 2, 1);
        assertTrue(stability.packaged(member(3), new DataFrame.Packaged(true, 0, 0)));
        assertFalse(stability.packaged(member(3), new DataFrame.Packaged(true, 0, 0)));
        assertFalse(stability.packaged(member(4), new DataFrame.Packaged(false, 0, 0)));
        assertNull(stability.stable(List.of(member(2), member(3), member(4))));
        assertEquals(state(1).marks(), stability.stable(List.of(member(2), member(3))));
        stability.keepOnly(List.of(member(3)));
        assertNull(stability.stable(List.of(member(2), member(3))));
        assertEquals(state(2).marks(), stability.stable(List.of(member(3))));
    }

    @Test
    @DisplayName("P22 what is totally ordered is for all")
    void totalOrderIsForAll() {
        assertThrows(IllegalArgumentException.class, () -> World.one(2, new Place(1), Delivery.TOTAL_ORDER, 0));
        assertThrows(IllegalArgumentException.class, () -> World.server(new Place(1), Delivery.TOTAL_ORDER, 0));
    }
}
