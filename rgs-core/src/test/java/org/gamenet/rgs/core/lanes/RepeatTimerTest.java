package org.gamenet.rgs.core.lanes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("How long a sender waits before it sends once more:")
class RepeatTimerTest {
    private static final long LEAST = 400;

    private final RepeatTimer timer = new RepeatTimer();

    private void answeredAfter(long number, long nanos) {
        timer.sent(number, 1_000 * number);
        timer.answered(number, 1_000 * number + nanos);
    }

    @Test
    @DisplayName("the least, while answers come sooner")
    void least() {
        assertEquals(LEAST, timer.nanos(LEAST));
        answeredAfter(1, 50);
        assertEquals(LEAST, timer.nanos(LEAST));
    }

    @Test
    @DisplayName("as long as answers take and four times as long as they vary")
    void followsAnswers() {
        answeredAfter(1, 600);
        assertEquals(600 + 4 * 300, timer.nanos(LEAST));
        for (int i = 2; i < 40; i++) answeredAfter(i, 600);
        assertTrue(timer.nanos(LEAST) >= 600 && timer.nanos(LEAST) < 620, timer.nanos(LEAST) + " ns");
    }

    @Test
    @DisplayName("five times the least at most")
    void most() {
        answeredAfter(1, 10_000);
        assertEquals(5 * LEAST, timer.nanos(LEAST));
    }

    @Test
    @DisplayName("what went out twice is not timed: nobody knows which of the two was answered (Karn)")
    void timesNothingTwice() {
        timer.sent(1, 0);
        timer.repeated();
        timer.sent(1, 900);
        timer.answered(1, 1_000);
        assertEquals(LEAST, timer.nanos(LEAST));
    }

    @Test
    @DisplayName("the first of several is timed, and one that has gone out before is not")
    void timesTheFirst() {
        timer.sent(1, 0);
        timer.sent(2, 500);
        timer.answered(2, 600);
        timer.sent(2, 600);
        timer.answered(2, 20_000);
        timer.answered(3, 30_000);
        assertEquals(600 + 4 * 300, timer.nanos(LEAST));
    }
}
