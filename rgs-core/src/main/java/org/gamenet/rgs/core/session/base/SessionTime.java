package org.gamenet.rgs.core.session.base;

import java.util.concurrent.atomic.AtomicLong;
import org.gamenet.rgs.core.clock.ClockLine;
import org.gamenet.rgs.core.port.Clock;

/**
 * Time as one session counts it: nanoseconds since it began, and the game's time. Any thread; the line is set by the
 * worker.
 */
public final class SessionTime {
    private final Clock clock;
    private final long origin;
    private volatile ClockLine line = new ClockLine(0, 0, 0);
    /** Bits of the latest game time that was read: none is ever earlier. */
    private final AtomicLong latest = new AtomicLong(Double.doubleToRawLongBits(0));

    public SessionTime(Clock clock) {
        this.clock = clock;
        this.origin = clock.nanoTime();
    }

    /** Monotonic, nanoseconds, never negative. */
    public long now() {
        return clock.nanoTime() - origin;
    }

    public long wallMillis() {
        return clock.wallMillis();
    }

    public void follow(ClockLine newer) {
        line = newer;
    }

    /** Game time at this reading of {@link #now}, seconds, as it is known by now. */
    public double gameAt(long nanos) {
        return Math.max(0, line.secondsAt(nanos));
    }

    /**
     * Game time now, seconds, in whole microseconds; never goes back, whatever thread asks. Not negative, so its bits
     * order as it does.
     */
    public double game() {
        long mine = Double.doubleToRawLongBits(Math.max(0, ClockLine.toMicros(line.secondsAt(now()))));
        return Double.longBitsToDouble(latest.accumulateAndGet(mine, Math::max));
    }
}
