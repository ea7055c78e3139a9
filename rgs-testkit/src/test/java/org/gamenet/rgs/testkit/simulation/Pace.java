package org.gamenet.rgs.testkit.simulation;

import java.util.function.BiConsumer;

/**
 * How fast epochs follow one another. Each costs every member a change: whatever goes wrong, they make no storm (L8).
 */
final class Pace {
    private static final long SECONDS = 3;
    /** In some thousand stories there were 11 at most, where everybody who served died or handed over at once. */
    private static final int MOST = 15;

    private final BiConsumer<String, String> violates;
    private long since;
    private int before;
    private boolean told;

    Pace(BiConsumer<String, String> violates) {
        this.violates = violates;
    }

    /** So many have begun by now. */
    void begun(int epochs, long nowMillis) {
        if (nowMillis - since >= SECONDS * 1_000) {
            since = nowMillis;
            before = epochs;
        }
        if (epochs - before <= MOST || told) return;
        told = true;
        violates.accept("L8", epochs - before + " epochs have begun within " + SECONDS + " s");
    }
}
