package org.gamenet.rgs.core.model;

import java.util.BitSet;

/**
 * The switches of guards in switched machines: each may be off, as if it never held, and says when it does. One thread.
 */
public final class Switches {

    /** Stops a machine that asks on: without this guard something does not end. */
    static final class Stopped extends Error {
        private static final long serialVersionUID = 1L;
    }

    static final int NONE = -1;
    private static int off = NONE;
    private static BitSet held = new BitSet();
    private static volatile boolean stopped;

    private Switches() {}

    /** From now on this one never holds, or {@link #NONE}. */
    public static void off(int guard) {
        off = guard;
        stopped = false;
        held = new BitSet();
    }

    /** The guards that held since then. */
    public static BitSet held() {
        return held;
    }

    /** The next guard throws. */
    public static void stop() {
        stopped = true;
    }

    /** Asked before a guard's condition. */
    public static boolean on(int guard) {
        if (stopped) throw new Stopped();
        return guard != off;
    }

    /** Asked behind it. */
    public static boolean holds(int guard) {
        held.set(guard);
        return true;
    }
}
