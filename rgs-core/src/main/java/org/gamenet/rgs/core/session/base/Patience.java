package org.gamenet.rgs.core.session.base;

import java.time.Duration;

/** For how long a caller wants something to be tried. */
public final class Patience {
    private static final Duration LEAST = Duration.ofMillis(100);
    private static final Duration MOST = Duration.ofMinutes(10);

    private Patience() {}

    /** In milliseconds; {@link IllegalArgumentException} below 100 ms and above 10 min. */
    public static long millis(String what, Duration within) {
        if (within == null || within.compareTo(LEAST) < 0 || within.compareTo(MOST) > 0) {
            throw new IllegalArgumentException(what + " " + within + ": 100 ms to 10 min are allowed");
        }
        return within.toMillis();
    }
}
