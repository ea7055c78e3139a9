package org.gamenet.rgs.bench.process;

/**
 * Stamps of several processes on one axis. {@link System#nanoTime} promises no such thing; on Linux it reads
 * CLOCK_MONOTONIC, which is the same for all processes since boot. So it is used, and each child is asked whether it
 * holds: its answer must lie between asking and hearing.
 */
public final class SharedClock {
    static final String QUESTION = "clock";
    static final String ANSWER = "clock\t";
    private static final long PATIENCE_MILLIS = 30_000;

    private SharedClock() {}

    static String answer() {
        return ANSWER + System.nanoTime();
    }

    /** The same instant everywhere on this machine, in nanoseconds. */
    public static long now() {
        return System.nanoTime();
    }

    /**
     * Waits until the child runs, and checks its clock against this process's.
     *
     * @throws IllegalStateException if it does not answer, or has another clock
     */
    public static void check(ChildProcess child) throws InterruptedException {
        child.clock(PATIENCE_MILLIS); // the first answer takes as long as a JVM takes to start
        long asked = now();
        Long there = child.clock(PATIENCE_MILLIS);
        if (there == null)
            throw new IllegalStateException(child.label() + " did not start, or not within " + PATIENCE_MILLIS / 1_000
                    + " s; see its .err file");
        requireBetween(asked, there, now(), child.label());
    }

    static void requireBetween(long asked, long there, long heard, String who) {
        if (there - asked < 0 || heard - there < 0) {
            throw new IllegalStateException("the monotonic clock of " + who
                    + " is another than this process's; figures across processes need Linux");
        }
    }
}
