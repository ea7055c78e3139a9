package org.gamenet.rgs.testkit.simulation;

/**
 * Whether a player may be closed because its own restoreState threw (P40): at an admission, its first or a later one,
 * where nobody but itself waits for that state; and when it threw twice in a row. A single failure of one that was to
 * serve costs it the number, not its seat.
 */
final class Restoring {
    private int failures;
    private boolean atAdmission;

    /** @param admission whether it was let in with that state: its session ends, whatever comes before it is told so */
    void failed(boolean admission) {
        failures++;
        atAdmission |= admission;
    }

    void done() {
        failures = 0;
    }

    /** Whether its last one failed, and none was done since. */
    boolean hasFailed() {
        return failures > 0;
    }

    boolean mayClose() {
        return atAdmission || failures > 1;
    }
}
