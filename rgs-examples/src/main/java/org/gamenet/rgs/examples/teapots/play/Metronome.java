package org.gamenet.rgs.examples.teapots.play;

import org.gamenet.rgs.examples.teapots.world.Rules;

/** Turns passing time into ticks. Time is handed in, so that a test can let it pass. */
final class Metronome {
    private static final long TICK_NANOS = 1_000_000_000L / Rules.TICKS_PER_SECOND;
    /** A process that slept longer than this goes on from now, instead of simulating everything that it missed. */
    private static final int CATCH_UP_MAX = 15;

    private long paidUntil;
    private boolean running;

    /** How many ticks are due now. */
    int due(long nowNanos) {
        if (!running) rest(nowNanos);
        running = true;
        long ticks = (nowNanos - paidUntil) / TICK_NANOS;
        if (ticks > CATCH_UP_MAX) {
            paidUntil = nowNanos;
            return CATCH_UP_MAX;
        }
        paidUntil += ticks * TICK_NANOS;
        return (int) ticks;
    }

    /** Time that passes until the next {@link #due} does not count. */
    void rest(long nowNanos) {
        paidUntil = nowNanos;
        running = false;
    }
}
