package org.gamenet.rgs.core.ordering;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.HashMap;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Random;
import org.gamenet.rgs.core.machine.Incarnation;
import org.gamenet.rgs.core.machine.MemberId;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class OrderCountsTest {
    private static MemberId id(int i) {
        return new MemberId(i * 7 % 11, new Incarnation(0, i));
    }

    @Test
    @DisplayName("is the map that was put together, whoever came in which order; and each value stays what it was")
    void isTheMap() {
        Random random = new Random(5);
        Map<MemberId, Long> map = new HashMap<>();
        OrderCounts counts = OrderCounts.of(Map.of());
        for (int i = 0; i < 500; i++) {
            MemberId one = id(random.nextInt(20));
            long number = random.nextLong();
            OrderCounts before = counts;
            Map<MemberId, Long> was = Map.copyOf(map);
            counts = counts.with(one, number);
            map.put(one, number);
            assertEquals(was, before);
            assertEquals(map, counts);
            assertEquals(counts, map);
            assertEquals(map.hashCode(), counts.hashCode());
            assertEquals(number, counts.get(one));
            assertEquals(map, OrderCounts.of(map));
        }
        assertNull(counts.get(id(99)));
        assertNull(counts.get("somebody"));
    }

    @Test
    @DisplayName("P72 counts by session, whichever of its incarnations says something")
    void countsSessions() {
        MemberId again = new MemberId(id(1).peer(), new Incarnation(3, 1));
        OrderCounts counts = OrderCounts.of(Map.of()).with(again, 4).with(id(1), 5);
        assertEquals(Map.of(id(1), 5L), counts);
        assertEquals(5, counts.numberOf(again));
        assertEquals(0, counts.numberOf(id(2)));
    }

    @Test
    @DisplayName("nobody changes it, and its entries end")
    void isAValue() {
        OrderCounts counts = OrderCounts.of(Map.of(id(1), 4L));
        assertThrows(UnsupportedOperationException.class, () -> counts.put(id(1), 5L));
        assertThrows(UnsupportedOperationException.class, () -> counts.remove(id(1)));
        assertThrows(
                UnsupportedOperationException.class,
                () -> counts.entrySet().iterator().next().setValue(5L));
        var entries = counts.entrySet().iterator();
        entries.next();
        assertThrows(NoSuchElementException.class, entries::next);
    }
}
