package org.gamenet.rgs.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;

class DurationsTest {
    private static final long MILLI = 1_000_000;

    @Test
    void givesTheNearestRankToThreeDigits() {
        Durations durations = new Durations();
        new Random(7).ints(1, 1001).distinct().limit(1000).forEach(milli -> durations.add(milli * MILLI));
        assertEquals(1000, durations.count());
        assertEquals(500, durations.millis(50), 0.5);
        assertEquals(990, durations.millis(99), 1);
        assertEquals(1000, durations.maxMillis(), 1);
    }

    @Test
    void hasNoPercentilesWithoutMeasurements() {
        Durations none = new Durations();
        assertTrue(Double.isNaN(none.millis(50)));
        Json json = new Json();
        none.putInto(json, "x");
        assertEquals("{\"x_p50_ms\":null,\"x_p99_ms\":null,\"x_max_ms\":null}", json.toString());
    }

    @Test
    void countsAnAnswerBeforeItsQuestionAsNoTimeAndAVeryLongOneAsTenMinutes() {
        Durations durations = new Durations();
        durations.add(-1);
        assertEquals(0, durations.maxMillis());
        durations.add(Long.MAX_VALUE);
        assertEquals(600_000, durations.maxMillis(), 600);
    }

    @Test
    void addsUp() {
        Durations one = new Durations();
        one.add(MILLI);
        Durations other = new Durations();
        other.add(3 * MILLI);
        one.add(other);
        assertEquals(2, one.count());
        assertEquals(3, one.maxMillis(), 0.01);
    }
}
