package org.gamenet.rgs.bench.failover;

import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import org.gamenet.rgs.Peer;

/**
 * The game's state: the record that is sent, packaged and restored.
 *
 * @param step number of this state; a new server counts on from the one it restored
 * @param made when a server made it, on the machine's shared clock, in nanoseconds
 * @param base {@code made} of the state that the sending server restored; 0 if it founded the game
 * @param purses what was taken from whom
 * @param body weight, a function of the step
 */
record Chest(long step, long made, long base, Map<Peer, Purse> purses, byte[] body) {
    private static final int WINDOWS = 251;
    /** Made once: to check a body costs a comparison, which must not be what is measured. */
    private static volatile byte[] pattern = {};

    /** That many bytes for that step: no two of {@value #WINDOWS} steps in a row have the same. */
    static byte[] body(long step, int bytes) {
        int from = window(step);
        return Arrays.copyOfRange(pattern(bytes), from, from + bytes);
    }

    /** Whether the body is that of the step: no part of another state is in it. */
    boolean whole(int bytes) {
        int from = window(step);
        return Arrays.equals(body, 0, body.length, pattern(bytes), from, from + bytes);
    }

    private static int window(long step) {
        return Math.floorMod(step, WINDOWS);
    }

    private static byte[] pattern(int bytes) {
        byte[] made = pattern;
        if (made.length != bytes + WINDOWS) {
            made = new byte[bytes + WINDOWS];
            new Random(bytes).nextBytes(made);
            pattern = made;
        }
        return made;
    }
}
