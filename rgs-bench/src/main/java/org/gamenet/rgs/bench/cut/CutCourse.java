package org.gamenet.rgs.bench.cut;

import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * The faults done to a game, each with its time on the machine's shared clock, in nanoseconds.
 *
 * @param until when everybody was told to fall silent
 * @param settled whether all who were in played together before that
 * @param together the players on the server's side, if they are more than half; nobody otherwise
 * @param orphans the players who could not hear their server or not reach it, if they are more than half; nobody
 *     otherwise
 */
record CutCourse(long cutAt, long healAt, long until, boolean settled, Set<String> together, Set<String> orphans) {
    /** Those whose server is cut off for less than what may pass until it is replaced may as well wait for it. */
    private static final long REPLACED_WITHIN_NANOS = TimeUnit.MILLISECONDS.toNanos(2_500);

    boolean replacementIsDue() {
        return healAt - cutAt >= REPLACED_WITHIN_NANOS;
    }
}
