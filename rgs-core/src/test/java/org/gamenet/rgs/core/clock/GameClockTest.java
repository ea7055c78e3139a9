package org.gamenet.rgs.core.clock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class GameClockTest {
    private static final long MS = 1_000_000;

    private final GameClock clock = new GameClock();

    /**
     * A ping at {@code asked}, there and back in {@code rttMillis}, answered half way by a server that is so far ahead.
     */
    private void sample(long asked, long rttMillis, double ahead) {
        clock.sample(asked, asked + rttMillis * MS, (asked + rttMillis * MS / 2) / 1e9 + ahead);
    }

    @Test
    @DisplayName("T8 the first word about the time is taken at once")
    void startsWhereItIsTold() {
        assertFalse(clock.started());
        clock.reach(5 * MS, 100);
        assertTrue(clock.started());
        assertEquals(100.010, clock.secondsAt(15 * MS), 1e-9);
    }

    @Test
    @DisplayName("T8 of several samples the one with the shortest round trip counts, and its half is the error")
    void trustsTheShortestRoundTrip() {
        sample(0, 2, 50);
        sample(100 * MS, 80, 50.030);
        sample(300 * MS, 90, 49.970);
        assertEquals(50.400, clock.secondsAt(400 * MS), 0.002);
        assertTrue(clock.errorSeconds(400 * MS) < 0.0015, "" + clock.errorSeconds(400 * MS));
    }

    @Test
    @DisplayName("T8 G18 a correction is slewed, at most 1 ms in 10 ms, and never goes back")
    void slews() {
        sample(0, 2, 50);
        for (int i = 0; i < 8; i++) sample((100 + i) * MS, 1, 49.9);
        double last = clock.secondsAt(110 * MS);
        for (long at = 111; at < 2_000; at++) {
            double now = clock.secondsAt(at * MS);
            assertTrue(now > last, "goes back at " + at);
            assertEquals(0.001, now - last, 0.000_101);
            last = now;
        }
        assertEquals(51.9 - 0.001, last, 0.001);
    }

    @Test
    @DisplayName("G18 P43 a new server goes on from the latest time that anybody had, and is right from then on")
    void outlivesTheServer() {
        sample(0, 2, 50);
        clock.lead(1_000 * MS);
        double before = clock.secondsAt(1_000 * MS);
        clock.reach(1_010 * MS, before + 0.5);
        assertEquals(before + 0.5, clock.secondsAt(1_010 * MS), 1e-9);
        clock.reach(1_020 * MS, before);
        assertEquals(before + 0.51, clock.secondsAt(1_020 * MS), 1e-9);
        assertEquals(0, clock.errorSeconds(1_020 * MS));
        assertEquals(0, clock.rttSeconds());
    }

    @Test
    @DisplayName("T8 without samples nothing is claimed about the error; samples of the server before are void")
    void claimsNoMoreThanItKnows() {
        assertEquals(Double.POSITIVE_INFINITY, clock.errorSeconds(0));
        sample(0, 2, 50);
        assertTrue(clock.errorSeconds(2 * MS) < 0.01);
        clock.follow();
        assertEquals(Double.POSITIVE_INFINITY, clock.errorSeconds(2 * MS));
        assertEquals(50.1, clock.secondsAt(100 * MS), 0.001, "the time itself goes on");
    }

    @Test
    void smoothsTheRoundTrip() {
        sample(0, 10, 0);
        for (int i = 1; i < 100; i++) sample(i * 100 * MS, 20, 0);
        assertEquals(0.020, clock.rttSeconds(), 0.0001);
    }

    @Test
    void ignoresAnAnswerFromBeforeItsPing() {
        sample(0, 2, 50);
        clock.sample(900 * MS, 800 * MS, 1e9);
        clock.sample(800 * MS, 900 * MS, Double.NaN);
        assertEquals(51, clock.secondsAt(1_000 * MS), 0.001);
    }

    @Test
    @DisplayName("what was before a line began is told by its start alone: nothing was slewed yet")
    void doesNotSlewBackwards() {
        ClockLine line = new ClockLine(5_000_000_000L, 10, 0.5);
        assertEquals(9, line.secondsAt(4_000_000_000L));
        assertEquals(10, line.secondsAt(5_000_000_000L));
        assertEquals(11.1, line.secondsAt(6_000_000_000L), 1e-9);
    }
}
