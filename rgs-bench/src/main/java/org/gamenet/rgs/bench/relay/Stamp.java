package org.gamenet.rgs.bench.relay;

import java.nio.ByteBuffer;

/**
 * The head of an action.
 *
 * @param player who acted; below zero if it is part of a flood: {@link #SERVER} from the server, {@code ~player} for a
 *     player's receipt
 * @param at when, in nanoseconds of the machine's clock; of a receipt: how many of the flood there were
 */
record Stamp(int player, long at) {
    static final int BYTES = Integer.BYTES + Long.BYTES;
    static final int SERVER = Integer.MIN_VALUE;

    byte[] action(int size) {
        return ByteBuffer.allocate(size).putInt(player).putLong(at).array();
    }

    static Stamp of(byte[] action) {
        ByteBuffer head = ByteBuffer.wrap(action);
        return new Stamp(head.getInt(), head.getLong());
    }
}
