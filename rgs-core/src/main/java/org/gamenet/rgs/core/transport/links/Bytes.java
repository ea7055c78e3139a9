package org.gamenet.rgs.core.transport.links;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Numbers in arrays, big-endian; and numbers that take seven bits a byte, lowest first, no more bytes than need be. */
final class Bytes {
    static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private Bytes() {}

    /** Bytes that this number takes, read without a sign: 1 to 10. */
    static int numberLength(long number) {
        return Math.max(1, (Long.SIZE - Long.numberOfLeadingZeros(number) + 6) / 7);
    }

    static void putNumber(ByteBuffer to, long number) {
        long rest = number;
        while ((rest & ~0x7fL) != 0) {
            to.put((byte) (rest | 0x80));
            rest >>>= 7;
        }
        to.put((byte) rest);
    }
}
