package org.gamenet.rgs.core.session.base;

import java.util.Arrays;
import org.gamenet.rgs.core.reconfiguration.Timer;
import org.jspecify.annotations.Nullable;

/** The machine's timers, by monotonic time: one of each kind (P54). */
public final class Timers {
    private static final Timer[] ALL = Timer.values();
    private static final long NEVER = Long.MAX_VALUE;

    /** By the place of the timer in {@link Timer}. */
    private final long[] due = new long[ALL.length];

    private long next = NEVER;

    public Timers() {
        clear();
    }

    public void start(Timer timer, long at) {
        due[timer.ordinal()] = at;
        lookAhead();
    }

    public void stop(Timer timer) {
        due[timer.ordinal()] = NEVER;
        lookAhead();
    }

    public void clear() {
        Arrays.fill(due, NEVER);
        next = NEVER;
    }

    public boolean runs(Timer timer) {
        return due[timer.ordinal()] != NEVER;
    }

    /** The timer that is due for longest, which runs no more; null if none is. */
    @Nullable
    public Timer poll(long now) {
        if (now < next) return null;
        for (Timer first : ALL) {
            if (due[first.ordinal()] == next) {
                stop(first);
                return first;
            }
        }
        return null;
    }

    public long next() {
        return next;
    }

    private void lookAhead() {
        next = NEVER;
        for (long at : due) next = Math.min(next, at);
    }
}
