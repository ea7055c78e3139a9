package org.gamenet.rgs.examples.contract;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for a condition, and says what the world looked like when it did not come true in time. */
final class Eventually {
    private static final long BETWEEN_LOOKS_NANOS = 1_000_000;

    private Eventually() {}

    /** Does the work again and again until the condition holds; fails after that long. */
    static void holds(
            String what, Duration atMost, Runnable meanwhile, BooleanSupplier condition, Supplier<String> otherwise) {
        long deadline = System.nanoTime() + atMost.toNanos();
        do {
            meanwhile.run();
            if (condition.getAsBoolean()) return;
            LockSupport.parkNanos(BETWEEN_LOOKS_NANOS);
        } while (System.nanoTime() < deadline);
        meanwhile.run();
        if (!condition.getAsBoolean())
            throw new AssertionError(what + ": not within " + atMost.toMillis() + " ms; " + otherwise.get());
    }

    /** Waits without doing anything. */
    static void holds(String what, Duration atMost, BooleanSupplier condition) {
        holds(what, atMost, () -> {}, condition, () -> "");
    }
}
