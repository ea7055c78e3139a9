package org.gamenet.rgs.core.wire;

import org.gamenet.rgs.Limit;

/**
 * How much a message may take.
 *
 * @param name name of the limit, for the caller that meets it
 * @param bytes at most
 */
public record SizeLimit(String name, int bytes) {

    /** All that an array holds. */
    public static final SizeLimit NONE = new SizeLimit("the size of an array", Integer.MAX_VALUE - 64);

    /** A limit of the game's as it is set. */
    public static SizeLimit of(Limit limit, long value) {
        return new SizeLimit("Limit." + limit.name(), (int) Math.min(value, NONE.bytes));
    }
}
