package org.gamenet.rgs.core.lanes;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.machine.Payload;
import org.gamenet.rgs.core.membership.Roster;
import org.gamenet.rgs.core.ordering.Log;
import org.gamenet.rgs.core.ordering.Position;
import org.gamenet.rgs.core.port.Lane;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("P22 P52 totally ordered messages of mine")
class OrdersTest {
    private static final int WINDOW = Backlog.WINDOW;
    private final List<Long> asked = new ArrayList<>();
    private final SendQueue outbox = new SendQueue(4_096, () -> {});
    private final Orders orders = new Orders(4_096);
    private Log log = Log.EMPTY;
    private final Sink sink = new Sink() {
        @Override
        public void order(long number, int type, double sentAt, Payload message) {
            asked.add(number);
        }

        @Override
        public void transmit(MemberId to, byte[] frame, Lane lane) {}

        @Override
        public void cast(byte[] frame, Lane lane) {}

        @Override
        public void stale(MemberId from) {}

        @Override
        public void full(MemberId receiver, long forNanos) {}

        @Override
        public void letGo() {}

        @Override
        public void reported(MemberId member) {}

        @Override
        public List<MemberId> listed() {
            return List.of();
        }

        @Override
        public Log log() {
            return log;
        }
    };
    private long now = World.D;

    private void add(int count) {
        for (int i = 0; i < count; i++) {
            outbox.offer(World.all(new World.Place(i), Delivery.TOTAL_ORDER, 0));
            orders.add(new SharedMessage(outbox.poll(), outbox), sink, now);
        }
    }

    private static final Epoch EPOCH = new Epoch(1, 1);

    private static Position at(long seq) {
        return new Position(EPOCH, seq);
    }

    private static List<Long> numbers(long from, long to) {
        return LongStream.rangeClosed(from, to).boxed().toList();
    }

    @Test
    @DisplayName("are asked for 256 at a time: as many more as have been stamped")
    void window() {
        add(600);
        assertEquals(numbers(1, WINDOW), asked);
        asked.clear();
        orders.stamped(10, at(10), sink, true, now);
        assertEquals(numbers(WINDOW + 1, WINDOW + 10), asked);
        asked.clear();
        orders.stamped(20, at(20), sink, true, now);
        assertEquals(numbers(WINDOW + 11, WINDOW + 20), asked);
        assertEquals(580, outbox.waiting());
    }

    @Test
    @DisplayName("are not asked for while nothing flows, and again from the first that is open once it does")
    void frozen() {
        add(300);
        asked.clear();
        orders.stamped(10, at(10), sink, false, now);
        assertEquals(List.of(), asked);
        orders.repeat(sink, now);
        assertEquals(numbers(11, 10 + WINDOW), asked);
        orders.stamped(300, at(300), sink, true, now);
        assertEquals(0, outbox.waiting());
    }

    @Test
    @DisplayName(
            "are asked for again after a tenth of a second without an answer, no sooner, however long nothing was asked before")
    void again() {
        add(1);
        orders.tick(sink, now + 100 * World.MILLI - 1);
        assertEquals(List.of(1L), asked);
        orders.tick(sink, now + 100 * World.MILLI);
        assertEquals(List.of(1L, 1L), asked);
    }

    @Test
    @DisplayName(
            "L8 are all asked for once more if nothing comes of it, then the first sixteen, and when one of these is stamped, all")
    void inVain() {
        add(100);
        for (int i = 1; i <= 3; i++) {
            asked.clear();
            orders.tick(sink, now + i * 100 * World.MILLI);
            assertEquals(numbers(1, i == 1 ? 100 : Backlog.PROBE), asked);
        }
        asked.clear();
        orders.stamped(1, at(1), sink, true, now);
        assertEquals(numbers(2, 100), asked);
    }

    /** Everything delivered up to this frame is known to be everywhere. */
    private void everybodyHas(long seq) {
        log = new Log(at(seq), Roster.EMPTY, List.of(), Map.of(), List.of(), false);
    }

    @Test
    @DisplayName(
            "P72 N10 are kept until their frames can vanish no more, and asked for again, under their numbers, where the"
                    + " history that goes on lacks them")
    void history() {
        add(5);
        asked.clear();
        orders.stamped(4, at(4), sink, true, now);
        assertEquals(1, outbox.waiting(), "what is stamped hinders nobody");
        assertEquals(4, orders.kept());
        everybodyHas(2);
        orders.tick(sink, now);
        assertEquals(4, orders.kept(), "all four are as of the last of them");
        assertEquals(0, orders.lost(2));
        orders.rebase(2, at(9));
        orders.repeat(sink, now);
        assertEquals(numbers(3, 5), asked);
        assertEquals(2, orders.kept());
        orders.stamped(5, at(12), sink, true, now);
        everybodyHas(12);
        orders.tick(sink, now);
        assertEquals(0, orders.kept());
        assertEquals(0, outbox.waiting());
    }

    @Test
    @DisplayName(
            "P75 where one vanished that was in everybody's log, that is told, and those that are left take the next numbers")
    void vanished() {
        add(5);
        orders.stamped(3, at(3), sink, true, now);
        everybodyHas(3);
        orders.tick(sink, now);
        assertEquals(2, orders.lost(1));
        orders.rebase(1, at(9));
        asked.clear();
        orders.repeat(sink, now);
        assertEquals(numbers(2, 3), asked);
        add(1);
        assertEquals(numbers(2, 4), asked);
        assertEquals(0, orders.lost(1));
    }

    @Test
    @DisplayName(
            "P72 of those kept the oldest are let go beyond SEND_MESSAGES, and are at risk until their frames are everywhere")
    void letGo() {
        add(4_096);
        assertEquals(0, orders.stamped(4_096, at(5_000), sink, true, now));
        add(4);
        assertEquals(4, orders.stamped(4_100, at(5_004), sink, true, now));
        assertEquals(4, orders.atRisk());
        assertEquals(4, orders.lost(0));
        assertEquals(0, outbox.waiting());
        everybodyHas(5_004);
        orders.tick(sink, now);
        assertEquals(0, orders.atRisk());
    }
}
