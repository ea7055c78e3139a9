package org.gamenet.rgs.directory;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** For how long this process stood still at most, as a thread tells that should hardly sleep. */
final class Halts implements AutoCloseable {
    /** Well below what makes a directory that was halted begin anew, with new lines. */
    private static final long HARMLESS_MILLIS = 300;

    private static final long NAP_MILLIS = 10;

    private final AtomicLong longestNanos = new AtomicLong();
    private final Thread watch = new Thread(this::watch, "watches for halts");

    Halts() {
        watch.setDaemon(true);
        watch.start();
    }

    private void watch() {
        try {
            while (true) {
                long from = System.nanoTime();
                TimeUnit.MILLISECONDS.sleep(NAP_MILLIS);
                longestNanos.accumulateAndGet(System.nanoTime() - from, Math::max);
            }
        } catch (InterruptedException closed) {
            // no longer wanted
        }
    }

    boolean mayBreakLines() {
        return longestNanos.get() > TimeUnit.MILLISECONDS.toNanos(HARMLESS_MILLIS);
    }

    @Override
    public void close() {
        watch.interrupt();
    }

    @Override
    public String toString() {
        return "this process stood still for " + TimeUnit.NANOSECONDS.toMillis(longestNanos.get()) + " ms at most";
    }
}
