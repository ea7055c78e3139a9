package org.gamenet.rgs.core.session.base;

import java.util.EnumMap;
import java.util.Map;
import org.gamenet.rgs.core.reconfiguration.Timer;
import org.jspecify.annotations.Nullable;

/** The machine's timers, by monotonic time: one of each kind (P54). */
public final class Timers {
    private final Map<Timer, Long> due = new EnumMap<>(Timer.class);
    private long next = Long.MAX_VALUE;

    public void start(Timer timer, long at) {
        due.put(timer, at);
        lookAhead();
    }

    public void stop(Timer timer) {
        if (due.remove(timer) != null) lookAhead();
    }

    public void clear() {
        due.clear();
        lookAhead();
    }

    public boolean runs(Timer timer) {
        return due.containsKey(timer);
    }

    /** The one that is due for longest, which runs no more; null if none is. */
    @Nullable
    public Timer poll(long now) {
        if (now < next) return null;
        Timer first = null;
        for (Map.Entry<Timer, Long> entry : due.entrySet()) {
            if (entry.getValue() <= now && (first == null || entry.getValue() < due.get(first))) first = entry.getKey();
        }
        if (first != null) stop(first);
        return first;
    }

    public long next() {
        return next;
    }

    private void lookAhead() {
        next = Long.MAX_VALUE;
        for (long at : due.values()) next = Math.min(next, at);
    }
}
