package org.gamenet.rgs.bench.failover;

import java.util.Locale;

/** The faults that are done to the game. */
enum Fault {
    /** SIGKILL to the server. */
    kill,
    /** SIGSTOP to the server, SIGCONT once the game goes on without it. */
    hang,
    /** SIGKILL to the server and, while the game recovers, to a client. */
    DOUBLE,
    /** SIGKILL to the server, to the one after it, and so on; who died is started again as a spare or as a player. */
    chain;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
