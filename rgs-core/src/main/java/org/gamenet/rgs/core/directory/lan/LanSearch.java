package org.gamenet.rgs.core.directory.lan;

import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;

/** A session's search, and its progress. Changed by {@link LanGames} alone. */
final class LanSearch {
    /** Twice the time between two announcements of a founder. */
    private static final long LATE_MILLIS = 40;

    private static final long QUIET_MOST_MILLIS = 3_000;

    final long request;
    final DirectoryRequest asked;
    final long wish;
    final long begun;
    int asks;
    long askAt;
    /**
     * When a smaller wish was heard last, and since when an own game waits to be contradicted; negative if none does.
     */
    long outdoneAt = Long.MIN_VALUE / 2;

    long foundingSince = -1;
    /** How long a game of its own waits to be contradicted. */
    long quiet = LanGames.QUIET_MILLIS;
    /** Since when there is a game that would do; negative if there is none. */
    long foundAt = -1;

    LanSearch(long request, DirectoryRequest asked, long wish, long now) {
        this.request = request;
        this.asked = asked;
        this.wish = wish;
        begun = now;
        askAt = now;
    }

    /**
     * A process that got no processor told nobody, and was told nothing that it could have answered: it listens anew,
     * and for as long as it was kept waiting, for others on this machine may be kept waiting too.
     */
    void noticeDelay(long now) {
        long late = now - askAt;
        if (late <= LATE_MILLIS) return;
        if (foundingSince >= 0) foundingSince = now;
        quiet = Math.max(quiet, Math.min(late, QUIET_MOST_MILLIS));
    }

    long dueAt() {
        return Math.min(askAt, foundAt >= 0 ? foundAt + LanGames.ELDERS_MILLIS : settlesAt());
    }

    private long settlesAt() {
        if (foundingSince >= 0) return foundingSince + quiet;
        if (asked instanceof DirectoryRequest.Lookup) return begun + LanGames.LOOK_UP_MILLIS;
        return asked instanceof DirectoryRequest.Discover
                ? begun + LanGames.LISTEN_MILLIS
                : Math.max(begun + LanGames.FOUND_MILLIS, outdoneAt + LanGames.QUIET_MILLIS + 1);
    }
}
