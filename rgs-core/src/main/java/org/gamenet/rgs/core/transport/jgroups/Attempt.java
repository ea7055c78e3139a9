package org.gamenet.rgs.core.transport.jgroups;

/** One try to get into a group: joining until a deadline, or founding it. Begun once it is known which. */
final class Attempt {
    private volatile boolean founding;
    private volatile long endNanos;
    private volatile boolean limited;
    private volatile boolean givenUp;

    void found() {
        founding = true;
    }

    /** Joins until then, on {@link System#nanoTime}'s clock. */
    void joinUntil(long nanos) {
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
