package org.gamenet.rgs.core.lanes;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.machine.Payload;
import org.gamenet.rgs.core.port.Lane;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("P22 P52 totally ordered messages of mine")
class OrdersTest {
    private static final int WINDOW = Backlog.WINDOW;
    private final List<Long> asked = new ArrayList<>();
    private final Outbox outbox = new Outbox(4_096, () -> {});
    private final Orders orders = new Orders();
    private final Sink sink = new Sink() {
        @Override public void order(long number, int type, double sentAt, Payload message) {
            asked.add(number);
        }

        @Override public void transmit(MemberId to, byte[] frame, Lane lane) {}

        @Override public void cast(byte[] frame, Lane lane) {}

        @Override public void stale(MemberId from) {}

        @Override public void full(MemberId receiver, long forNanos) {}

        @Override public void fellOut(String what, int messages) {}
    };
    private long now = World.D;

    private void add(int count) {
        for (int i = 0; i < count; i++) {
            outbox.offer(World.all(new World.Place(i), Delivery.TOTAL_ORDER, 0));
            orders.add(new Shared(outbox.poll(), outbox), sink, now);
        }
    }

    private static List<Long> numbers(long from, long to) {
        return LongStream.rangeClosed(from, to).boxed().toList();
    }

    @Test @DisplayName("are asked for 256 at a time: as many more as have been stamped") void window() {
        add(600);
        assertEquals(numbers(1, WINDOW), asked);
        asked.clear();
        orders.stamped(10, sink, true, now);
        assertEquals(numbers(WINDOW + 1, WINDOW + 10), asked);
        asked.clear();
        orders.stamped(20, sink, true, now);
        assertEquals(numbers(WINDOW + 11, WINDOW + 20), asked);
        assertEquals(580, outbox.waiting());
    }

    @Test @DisplayName("are not asked for while nothing flows, and again from the first that is open once it does") void frozen() {
        add(300);
        asked.clear();
        orders.stamped(10, sink, false, now);
        assertEquals(List.of(), asked);
        orders.repeat(sink, now);
        assertEquals(numbers(11, 10 + WINDOW), asked);
        orders.stamped(300, sink, true, now);
        assertEquals(0, outbox.waiting());
    }

    @Test @DisplayName("are asked for again after a tenth of a second without an answer, no sooner, however long nothing was asked before") void again() {
        add(1);
        orders.tick(sink, now + 100 * World.MILLI - 1);
        assertEquals(List.of(1L), asked);
        orders.tick(sink, now + 100 * World.MILLI);
        assertEquals(List.of(1L, 1L), asked);
    }
}
