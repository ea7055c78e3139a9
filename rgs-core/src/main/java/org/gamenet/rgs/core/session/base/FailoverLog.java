package org.gamenet.rgs.core.session.base;

import org.gamenet.rgs.Peer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The recovery as a person wants to read it: a line a step, with the milliseconds since the game froze here. */
public final class FailoverLog {
    private static final Logger LOG = LoggerFactory.getLogger("org.gamenet.rgs.failover");

    private final boolean audible;

    /** One that is not audible says nothing. */
    public FailoverLog(boolean audible) {
        this.audible = audible;
    }

    public void say(Peer who, String what) {
        if (audible) LOG.info("{}: {}", who, what);
    }
}
