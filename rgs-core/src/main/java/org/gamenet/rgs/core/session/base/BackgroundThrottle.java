package org.gamenet.rgs.core.session.base;

import java.util.concurrent.TimeUnit;

/**
 * Keeps background work out of the way: after a millisecond of it the thread rests as long as it has worked. One
 * thread.
 */
public final class BackgroundThrottle {
    private static final long WORK_NANOS = 1_000_000;
    private static final long LONGEST_REST_MILLIS = 200;

    private long workedSince = System.nanoTime();

    /** Rests if it is time; false if the thread was interrupted. */
    public boolean rest() {
        long worked = System.nanoTime() - workedSince;
        if (worked < WORK_NANOS) return !Thread.currentThread().isInterrupted();
        try {
            Thread.sleep(Math.min(LONGEST_REST_MILLIS, TimeUnit.NANOSECONDS.toMillis(worked)));
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
            return false;
        }
        workedSince = System.nanoTime();
        return true;
    }
}
