package org.gamenet.rgs.bench.relay;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

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

    // Views of the array itself: a buffer around it would count as what the measured peer allocates.
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    byte[] action(int size) {
        byte[] action = new byte[size];
        INT.set(action, 0, player);
        LONG.set(action, Integer.BYTES, at);
        return action;
    }

    static Stamp of(byte[] action) {
        return new Stamp((int) INT.get(action, 0), (long) LONG.get(action, Integer.BYTES));
    }
}
