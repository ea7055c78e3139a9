package org.gamenet.rgs.core.transport.jgroups;

import java.util.concurrent.TimeUnit;

/** One try to get into a group: founding it, or joining until a deadline. */
final class Attempt {
    private final boolean founding;
    private final long endNanos;
    private volatile boolean givenUp;

    private Attempt(boolean founding, long endNanos) {
        this.founding = founding;
        this.endNanos = endNanos;
    }

    static Attempt founding() {
        return new Attempt(true, 0);
    }

    static Attempt joining(long deadlineMillis) {
        return new Attempt(false, System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(deadlineMillis));
    }

    boolean founds() {
        return founding;
    }

    boolean over() {
        return givenUp || !founding && System.nanoTime() - endNanos > 0;
    }

    void giveUp() {
        givenUp = true;
    }
}
