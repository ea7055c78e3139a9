package org.gamenet.rgs.fuzz;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.Supplier;

/**
 * The memory that a decoder may take for the bytes it was given: limits are checked before memory is taken, so a count
 * alone buys none.
 */
public final class Memory {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    /** A list of the smallest elements takes a reference, a box and what growing costs. */
    private static final long PER_BYTE = 100;

    private static final long ALWAYS = Boolean.getBoolean(Jazzer.HOOKED) ? 8 << 20 : 64 << 10;
    /**
     * The JVM takes memory of its own while code is new to it, on this thread too; the fuzzer's hooks do so at every
     * call.
     */
    private static final int TIMES = 30;

    private Memory() {}

    /**
     * The result or exception of the decoder; an {@link AssertionError} if it takes more than the input deserves, time
     * after time.
     */
    public static <T> T bounded(int inputBytes, Supplier<T> decoder) {
        long allowed = ALWAYS + PER_BYTE * inputBytes;
        long before = THREADS.getCurrentThreadAllocatedBytes();
        try {
            return decoder.get();
        } finally {
            if (THREADS.getCurrentThreadAllocatedBytes() - before > allowed) repeat(inputBytes, allowed, decoder);
        }
    }

    private static void repeat(int inputBytes, long allowed, Supplier<?> decoder) {
        long least = Long.MAX_VALUE;
        for (int times = 0; times < TIMES && least > allowed; times++) least = Math.min(least, taken(decoder));
        if (least > allowed) throw new AssertionError(least + " bytes of memory for an input of " + inputBytes);
    }

    private static long taken(Supplier<?> decoder) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        try {
            decoder.get();
        } catch (RuntimeException asBefore) {
            // what it threw at first is on its way already
        }
        return THREADS.getCurrentThreadAllocatedBytes() - before;
    }
}
