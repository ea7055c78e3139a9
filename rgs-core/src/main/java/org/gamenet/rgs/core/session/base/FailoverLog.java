package org.gamenet.rgs.core.session.base;

import java.time.Duration;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.SessionEvent;
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

    public void resumed(Peer who, long epoch, SessionEvent.Outage outage, Duration stateAge, long uncertain) {
        say(
                who,
                "resumed in epoch " + epoch + " after "
                        + outage.total().toMillis() + " ms (detect "
                        + outage.detect().toMillis()
                        + ", decide " + outage.decide().toMillis() + ", transfer "
                        + outage.transfer().toMillis() + ", rebuild "
                        + outage.rebuild().toMillis() + "), state age " + stateAge.toMillis() + " ms"
                        + (uncertain == 0 ? "" : ", " + uncertain + " messages sent here may be lost"));
    }
}
