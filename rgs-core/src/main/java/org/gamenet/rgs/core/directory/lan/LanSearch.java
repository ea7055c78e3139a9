package org.gamenet.rgs.core.directory.lan;

import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;

/** A session's search, and its progress. Changed by {@link LanGames} alone. */
final class LanSearch {
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
    /** Since when there is a game that would do; negative if there is none. */
    long foundAt = -1;

    LanSearch(long request, DirectoryRequest asked, long wish, long now) {
        this.request = request;
        this.asked = asked;
        this.wish = wish;
        begun = now;
        askAt = now;
    }

    long dueAt() {
        return Math.min(askAt, foundAt >= 0 ? foundAt + LanGames.ELDERS_MILLIS : settlesAt());
    }

    private long settlesAt() {
        if (foundingSince >= 0) return foundingSince + LanGames.QUIET_MILLIS;
        if (asked instanceof DirectoryRequest.Lookup) return begun + LanGames.LOOK_UP_MILLIS;
        return asked instanceof DirectoryRequest.Discover
                ? begun + LanGames.LISTEN_MILLIS
                : Math.max(begun + LanGames.FOUND_MILLIS, outdoneAt + LanGames.QUIET_MILLIS + 1);
    }
}
