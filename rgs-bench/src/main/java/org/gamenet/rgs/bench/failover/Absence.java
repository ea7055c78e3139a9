package org.gamenet.rgs.bench.failover;

import java.io.IOException;
import org.gamenet.rgs.bench.process.ChildProcess;
import org.gamenet.rgs.bench.process.SharedClock;
import org.gamenet.rgs.bench.process.Signals;

/** How a player is lost, and comes back. */
enum Absence {
    /** Its process gets SIGKILL; another starts with its token. */
    kill {
        @Override
        void begin(ChildProcess player, Signals signals) {
            player.kill();
        }
    },
    /** Its process gets SIGSTOP for two to eight seconds, and SIGCONT. */
    sleep {
        @Override
        void begin(ChildProcess player, Signals signals) throws IOException {
            signals.stop(player);
        }
    },
    /** It is not lost: another process starts with its token while it plays. */
    twin {
        @Override
        void begin(ChildProcess player, Signals signals) {
            player.mayEnd();
        }
    };

    private static final long SHORTEST_NANOS = 2_000_000_000L;
    private static final long STEP_NANOS = 1_000_000_000L;
    private static final int STEPS = 7;

    abstract void begin(ChildProcess player, Signals signals) throws IOException;

    /** Until when the player of this run is to be away, on the shared clock, at least. */
    long until(long began, int run) {
        return this == sleep ? began + SHORTEST_NANOS + run % STEPS * STEP_NANOS : SharedClock.now();
    }

    /** Whether the others are told that it is away before it comes back. */
    boolean isNoticed() {
        return this != twin;
    }
}
