package org.gamenet.rgs.core.session;

import org.gamenet.rgs.core.port.Clock;

/** Time that passes when a test says so. */
final class ManualClock implements Clock {
    private long nanos = 5_000_000_000L;
    private long wallNanos;

    void pass(long moreNanos) {
        nanos += moreNanos;
        wallNanos += moreNanos;
    }

    @Override public long nanoTime() {
        return nanos;
    }

    @Override public long wallMillis() {
        return 1_700_000_000_000L + wallNanos / 1_000_000;
    }
}
