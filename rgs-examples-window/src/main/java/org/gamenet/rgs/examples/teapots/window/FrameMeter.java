package org.gamenet.rgs.examples.teapots.window;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Locale;

/** Counts frames: how soon the first one came, and how many a second there were. */
final class FrameMeter {
    /** The processes beside the window start, compile what they run, and rehearse a recovery. */
    private static final long WARM_UP_NANOS = 15_000_000_000L;

    private static final int FRAMES_MAX = 200_000;

    private final long forNanos;
    private final long[] frameNanos = new long[FRAMES_MAX];
    private boolean first = true;
    private long since;
    private long last;
    private int frames;

    /** Counts for so long; 0 for never. */
    FrameMeter(int seconds) {
        forNanos = seconds * 1_000_000_000L;
    }

    /** A frame has been drawn. True when all was counted, and printed. */
    boolean frame(boolean playing) {
        if (forNanos == 0) return false;
        long now = System.nanoTime();
        if (first) {
            first = false;
            long started = ManagementFactory.getRuntimeMXBean().getStartTime();
            System.out.println("first frame " + (System.currentTimeMillis() - started) + " ms after the start of Java");
        }
        if (!playing) return false;
        if (since == 0) since = now + WARM_UP_NANOS;
        if (now > since && frames < FRAMES_MAX) frameNanos[frames++] = now - last;
        last = now;
        if (now - since < forNanos) return false;
        long[] sorted = Arrays.copyOf(frameNanos, frames);
        Arrays.sort(sorted);
        System.out.printf(
                Locale.ROOT,
                "%.1f frames a second over %d s; a frame takes %.1f ms, one in a hundred %.1f ms or more, the longest %.1f ms%n",
                frames * 1e9 / (now - since),
                forNanos / 1_000_000_000L,
                sorted[frames / 2] / 1e6,
                sorted[frames * 99 / 100] / 1e6,
                sorted[frames - 1] / 1e6);
        return true;
    }
}
