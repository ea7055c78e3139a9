package org.gamenet.rgs.directory;

import org.gamenet.rgs.core.directory.memory.LinesInMemory;
import org.gamenet.rgs.core.session.base.BackgroundThrottle;
import org.gamenet.rgs.core.session.rehearsal.Rehearsal;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rehearses recoveries beside the first requests, so that the directory's part in the first real one is not run cold.
 */
final class WarmUp implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(WarmUp.class);
    private static final int REHEARSALS = 20;

    private final Thread thread = new Thread(WarmUp::run, "rgs-directory-warm-up");

    private WarmUp() {
        thread.setDaemon(true);
    }

    static WarmUp begin() {
        WarmUp begun = new WarmUp();
        begun.thread.start();
        return begun;
    }

    private static void run() {
        try {
            Rehearsal.run(0, REHEARSALS, clock -> new LinesInMemory(clock)::open, new BackgroundThrottle()::rest);
        } catch (RuntimeException | AssertionError fault) {
            LOG.debug("the rehearsal of a recovery ended early; the first real one will take longer", fault);
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
