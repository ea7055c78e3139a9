package org.gamenet.rgs.core.session;

import java.util.EnumMap;
import java.util.Map;
import org.gamenet.rgs.core.reconfiguration.Timer;
import org.jspecify.annotations.Nullable;

/** The machine's timers, by monotonic time: one of each kind (P54). */
final class Timers {
    private final Map<Timer, Long> due = new EnumMap<>(Timer.class);

    void start(Timer timer, long at) {
        due.put(timer, at);
    }

    void stop(Timer timer) {
        due.remove(timer);
    }

    void clear() {
        due.clear();
    }

    boolean runs(Timer timer) {
        return due.containsKey(timer);
    }

    /** The one that is due for longest, which runs no more; null if none is. */
    @Nullable Timer poll(long now) {
        Timer first = null;
        for (Map.Entry<Timer, Long> entry : due.entrySet()) {
            if (entry.getValue() <= now && (first == null || entry.getValue() < due.get(first))) first = entry.getKey();
        }
        if (first != null) due.remove(first);
        return first;
    }

    long next() {
        long next = Long.MAX_VALUE;
        for (long at : due.values()) next = Math.min(next, at);
        return next;
    }
}
