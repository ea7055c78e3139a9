package org.gamenet.rgs.core.transport.jgroups;

/** One try to get into a group: founding it, or joining until a deadline. */
final class Attempt {
    private final boolean founding;
    private volatile long endNanos;
    private volatile boolean limited;
    private volatile boolean givenUp;

    private Attempt(boolean founding) {
        this.founding = founding;
    }

    static Attempt founding() {
        return new Attempt(true);
    }

    /** Without a deadline, until it gets one. */
    static Attempt joining() {
        return new Attempt(false);
    }

    /** On {@link System#nanoTime}'s clock. */
    void endsAt(long nanos) {
        endNanos = nanos;
        limited = true;
    }

    boolean founds() {
        return founding;
    }

    boolean over() {
        return givenUp || limited && System.nanoTime() - endNanos > 0;
    }

    void giveUp() {
        givenUp = true;
    }
}
