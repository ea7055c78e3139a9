package org.gamenet.rgs.core.session;

import org.gamenet.rgs.Peer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a person wants to read of a recovery: a line a step, with the milliseconds since the game froze here. */
final class FailoverLog {
    private final Logger logger = LoggerFactory.getLogger("org.gamenet.rgs.failover");

    void say(Peer who, String what) {
        logger.info("{}: {}", who, what);
    }
}
