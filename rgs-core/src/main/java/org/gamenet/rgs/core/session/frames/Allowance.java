package org.gamenet.rgs.core.session.frames;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How much of one thing each sender may say: a few at once, then so many a second. Counts by where it comes from, not
 * by who it says it is.
 */
final class Allowance {
    private static final int SENDERS_MOST = 512;

    private final int atOnce;
    private final long nanosEach;
    /** When each sender will have its whole allowance again. */
    private final Map<Object, Long> spentUntil = new LinkedHashMap<>();

    Allowance(int atOnce, int eachSecond) {
        this.atOnce = atOnce;
        this.nanosEach = 1_000_000_000L / eachSecond;
    }

    /** Takes one; false if there is none left. */
    boolean take(Object sender, long now) {
        long spent = Math.max(now, spentUntil.getOrDefault(sender, now));
        if (spent - now > (atOnce - 1) * nanosEach) return false;
        if (spentUntil.size() >= SENDERS_MOST && !spentUntil.containsKey(sender))
            spentUntil.remove(spentUntil.keySet().iterator().next());
        spentUntil.put(sender, spent + nanosEach);
        return true;
    }
}
