package org.gamenet.rgs.core.directory.server;

import java.util.List;

/** The asker of one request: its line, and the line's own number for the request. */
record Caller(long line, long requestId) {

    /** The line of the last of these callers; {@link Lease#NO_LINE} if there is none. */
    static long latestLine(List<Caller> callers) {
        return callers.isEmpty()
                ? Lease.NO_LINE
                : callers.get(callers.size() - 1).line();
    }
}
