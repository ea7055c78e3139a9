package org.gamenet.rgs.core.lanes;

/**
 * How long a sender waits for an answer before it sends once more, by the answers that it had: "Computing TCP's
 * Retransmission Timer" (RFC 6298). Only what has gone out once is timed, for an answer does not say which of two
 * transmissions it answers (Karn's rule); the wait does not grow with each repeat. Times are nanoseconds.
 */
final class RepeatTimer {
    private static final int DEVIATIONS = 4;
    private static final double ANSWER_SHARE = 1.0 / 8;
    private static final double DEVIATION_SHARE = 1.0 / 4;
    /** The wait is at most so many times the least one, so that a receiver within reach again is not left waiting. */
    private static final int MOST = 5;

    private double smoothed = -1;
    private double deviation;
    /** Nothing above this number has gone out. */
    private long highest;
    /** The number of the message that is timed, and when it went out; 0: none. */
    private long timed;

    private long timedAt;

    /** The message with this number goes out. */
    void sent(long number, long now) {
        if (number <= highest) return;
        highest = number;
        if (timed != 0) return;
        timed = number;
        timedAt = now;
    }

    /** The receiver has acknowledged everything up to this number. */
    void answered(long upTo, long now) {
        if (timed == 0 || upTo < timed) return;
        sample(now - timedAt);
        timed = 0;
    }

    private void sample(long nanos) {
        if (smoothed < 0) {
            smoothed = nanos;
            deviation = nanos / 2.0;
            return;
        }
        deviation += (Math.abs(smoothed - nanos) - deviation) * DEVIATION_SHARE;
        smoothed += (nanos - smoothed) * ANSWER_SHARE;
    }

    /** The messages in flight go out again: no answer can time any of them. */
    void repeated() {
        timed = 0;
    }

    /** Numbers are given anew from here on. */
    void restart() {
        timed = 0;
        highest = 0;
    }

    /** The wait, {@code least} or more. */
    long nanos(long least) {
        double wait = smoothed < 0 ? least : Math.max(least, smoothed + DEVIATIONS * deviation);
        return (long) Math.min(wait, (double) MOST * least);
    }
}
