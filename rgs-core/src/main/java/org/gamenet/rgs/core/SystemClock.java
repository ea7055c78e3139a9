package org.gamenet.rgs.core;

import org.gamenet.rgs.core.port.Clock;

/** Real time. */
enum SystemClock implements Clock {
    INSTANCE;

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public long wallMillis() {
        return System.currentTimeMillis();
    }
}
