package org.gamenet.rgs.core.session.base;

import java.time.Duration;
import org.gamenet.rgs.SessionEvent.Outage;

/** Where the time of an outage goes, by this process's clock: nanoseconds. */
public final class Stopwatch {
    private long heardAt;
    private long frozenAt;
    private long decidedAt = -1;

    /** Frozen was shown now; the old server was last heard then. */
    public void freeze(long lastHeard, long now) {
        heardAt = Math.min(lastHeard, now);
        frozenAt = now;
        decidedAt = -1;
    }

    /** A holder has made itself known; a later one begins anew. */
    public void decided(long now) {
        decidedAt = now;
    }

    public long frozenAt() {
        return frozenAt;
    }

    /**
     * The time until now; {@code rebuildMillis}: of that, by the new server's own word, from the last package to its
     * ACK.
     */
    public Outage stop(long rebuildMillis, long now) {
        long decided = decidedAt < frozenAt ? Math.max(frozenAt, now - rebuildMillis * 1_000_000) : decidedAt;
        long rebuild = Math.min(rebuildMillis * 1_000_000, now - decided);
        return new Outage(
                Duration.ofNanos(frozenAt - heardAt),
                Duration.ofNanos(decided - frozenAt),
                Duration.ofNanos(now - decided - rebuild),
                Duration.ofNanos(rebuild));
    }
}
