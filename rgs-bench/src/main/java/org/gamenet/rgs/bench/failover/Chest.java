package org.gamenet.rgs.bench.failover;

import java.util.Map;
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

    /** That many bytes for that step. */
    static byte[] body(long step, int bytes) {
        byte[] body = new byte[bytes];
        for (int i = 0; i < bytes; i++) body[i] = expected(step, i);
        return body;
    }

    /** Whether the body is that of the step: no part of another state is in it. */
    boolean whole(int bytes) {
        if (body.length != bytes) return false;
        for (int i = 0; i < bytes; i++) if (body[i] != expected(step, i)) return false;
        return true;
    }

    private static byte expected(long step, int at) { return (byte) (step * 31 + at * 7L); }
}
