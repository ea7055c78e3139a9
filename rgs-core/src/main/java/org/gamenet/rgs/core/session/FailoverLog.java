package org.gamenet.rgs.core.session;

import org.gamenet.rgs.Peer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a person wants to read of a recovery: a line a step, with the milliseconds since the game froze here. */
final class FailoverLog {
    private static final Logger LOG = LoggerFactory.getLogger("org.gamenet.rgs.failover");

    private final boolean audible;

    /** One that is not audible says nothing. */
    FailoverLog(boolean audible) {
        this.audible = audible;
    }

    void say(Peer who, String what) {
        if (audible) LOG.info("{}: {}", who, what);
    }
}
