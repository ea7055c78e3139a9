package org.gamenet.rgs.bench.relay;

import java.nio.ByteBuffer;

/**
 * What the head of an action says.
 *
 * @param player who acted
 * @param at when, in nanoseconds
 */
record Stamp(int player, long at) {
    static final int BYTES = Integer.BYTES + Long.BYTES;

    byte[] action(int size) { return ByteBuffer.allocate(size).putInt(player).putLong(at).array(); }

    static Stamp of(byte[] action) {
        ByteBuffer head = ByteBuffer.wrap(action);
        return new Stamp(head.getInt(), head.getLong());
    }
}
