package org.gamenet.rgs.testkit.simulation;

import java.util.Arrays;

/**
 * The requests that the server has had of one player.
 *
 * @param ordered the last of its ordered requests
 * @param low all unordered ones up to here
 * @param above further unordered ones, rising
 */
record Score(long peer, long ordered, long low, long[] above) {

    static Score none(long peer) {
        return new Score(peer, 0, 0, new long[0]);
    }

    /** How many requests of both kinds. */
    long requests() {
        return ordered + low + above.length;
    }

    Score withOrdered(long number) {
        return new Score(peer, number, low, above);
    }

    boolean has(long number) {
        return number <= low || Arrays.binarySearch(above, number) >= 0;
    }

    Score withAny(long number) {
        long[] more = Arrays.copyOf(above, above.length + 1);
        more[above.length] = number;
        Arrays.sort(more);
        int taken = 0;
        long lowest = low;
        while (taken < more.length && more[taken] == lowest + 1) {
            lowest++;
            taken++;
        }
        return new Score(peer, ordered, lowest, Arrays.copyOfRange(more, taken, more.length));
    }

    long digest() {
        return peer * 31 * 31 * 31 + ordered * 31 * 31 + low * 31 + Arrays.hashCode(above);
    }

    @Override
    public String toString() {
        return Long.toHexString(peer & 0xffff) + ":" + ordered + "," + low
                + (above.length == 0 ? "" : Arrays.toString(above));
    }
}
