package org.gamenet.rgs.testkit.simulation;

import org.jspecify.annotations.Nullable;

/**
 * Whether a player may be closed because its own restoreState threw (P40): at an admission, its first or a later one,
 * where nobody but itself waits for that state; and when it threw twice in a row. A single failure of one that was to
 * serve costs it the number, not its seat.
 */
final class Restoring {
    private int failures;
    private boolean atAdmission;
    private CountingGame.@Nullable World base;
    private long baseOf;

    /** @param admission whether it was let in with that state: its session ends, whatever comes before it is told so */
    void failed(boolean admission) {
        failures++;
        atAdmission |= admission;
    }

    /** @param frozenAt when its game froze, for which it restored that */
    void done(CountingGame.World from, long frozenAt) {
        failures = 0;
        base = from;
        baseOf = frozenAt;
    }

    /**
     * What it goes on from, of a game that froze then: what it restored since, though it may have made more of that
     * before it serves; else what it had last.
     */
    CountingGame.World base(CountingGame.World last, long frozenAt) {
        return base != null && baseOf == frozenAt ? base : last;
    }

    /** Whether its last one failed, and none was done since. */
    boolean hasFailed() {
        return failures > 0;
    }

    boolean mayClose() {
        return atAdmission || failures > 1;
    }
}
