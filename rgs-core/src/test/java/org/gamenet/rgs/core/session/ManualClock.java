package org.gamenet.rgs.core.session;

import org.gamenet.rgs.core.port.Clock;

/** Time that passes when a test says so, and, if it says that too, with every look at the clock. */
public final class ManualClock implements Clock {
    private long nanos = 5_000_000_000L;
    private long wallNanos;
    long nanosPerLook;

    void pass(long moreNanos) {
        nanos += moreNanos;
        wallNanos += moreNanos;
    }

    @Override
    public long nanoTime() {
        if (nanosPerLook > 0) pass(nanosPerLook);
        return nanos;
    }

    @Override
    public long wallMillis() {
        return 1_700_000_000_000L + wallNanos / 1_000_000;
    }
}
