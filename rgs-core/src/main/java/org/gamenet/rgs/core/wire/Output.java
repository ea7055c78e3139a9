package org.gamenet.rgs.core.wire;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.gamenet.rgs.Codec;

/**
 * Bytes being written: an array that grows up to a limit, and is used again. Big-endian; counts in groups of seven
 * bits, lowest first.
 */
final class Output {
    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final int FIRST_ROOM = 512;
    private static final int MEASURED_TIMES = 8;
    /** More than this is not kept between two messages. */
    private static final int KEPT_BYTES = 1 << 20;

    private byte[] bytes = new byte[FIRST_ROOM];
    private int at;
    private int limit;
    private int depth;
    /** Bytes counted and thrown away, while a message that is too large is measured; -1 while writing. */
    private long measured = -1;

    boolean busy;

    /** Starts a message of at most {@code limit} bytes. */
    void start(int mostBytes) {
        at = 0;
        depth = 0;
        measured = -1;
        limit = mostBytes;
    }

    /** Starts to count what a message takes, up to a few times its limit, keeping nothing. */
    void startMeasuring(int mostBytes) {
        start((int) Math.min(Integer.MAX_VALUE - 8L, (long) MEASURED_TIMES * mostBytes + 64));
        measured = 0;
    }

    long size() {
        return measured < 0 ? at : measured + at;
    }

    /** The message, after {@code headroom} bytes of zero. */
    byte[] copy(int headroom) {
        byte[] copy = new byte[headroom + at];
        System.arraycopy(bytes, 0, copy, headroom, at);
        return copy;
    }

    void done() {
        if (bytes.length > KEPT_BYTES) bytes = new byte[FIRST_ROOM];
        busy = false;
    }

    /** One level deeper into the value. */
    void enter() {
        if (++depth > Input.DEEPEST) {
            throw new IllegalArgumentException(
                    "the message nests deeper than " + Input.DEEPEST + " records: flatten it, or use lists");
        }
    }

    void leave() {
        depth--;
    }

    void putByte(int value) {
        int from = take(1);
        bytes[from] = (byte) value;
    }

    void putShort(int value) {
        int from = take(2);
        SHORT.set(bytes, from, (short) value);
    }

    void putInt(int value) {
        int from = take(4);
        INT.set(bytes, from, value);
    }

    void putLong(long value) {
        int from = take(8);
        LONG.set(bytes, from, value);
    }

    void putFloat(float value) {
        putInt(Float.floatToRawIntBits(value));
    }

    void putDouble(double value) {
        putLong(Double.doubleToRawLongBits(value));
    }

    void putCount(int value) {
        int rest = value;
        while (rest > 0x7f) {
            putByte(rest | 0x80);
            rest >>>= 7;
        }
        putByte(rest);
    }

    /** The bytes between position and limit, which stay as they are. */
    void putBytes(ByteBuffer from) {
        int start = from.position();
        int left = from.remaining();
        while (left > 0) {
            int chunk = measured < 0 ? left : Math.min(left, FIRST_ROOM);
            int to = take(chunk);
            from.get(start, bytes, to, chunk);
            start += chunk;
            left -= chunk;
        }
    }

    void putBytes(byte[] from) {
        putBytes(ByteBuffer.wrap(from));
    }

    /**
     * UTF-8 with its length before it. Half a surrogate pair has no UTF-8: it is refused, for replacing it would lose
     * something.
     */
    void putText(String text, String where) {
        int length = text.length();
        long size = 0;
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (c < 0x80) {
                size++;
            } else if (c < 0x800) {
                size += 2;
            } else if (!Character.isSurrogate(c)) {
                size += 3;
            } else if (Character.isHighSurrogate(c) && i + 1 < length && Character.isLowSurrogate(text.charAt(i + 1))) {
                size += 4;
                i++;
            } else {
                throw new IllegalArgumentException(where + " holds half a character at " + i
                        + " (a surrogate without its partner): " + "cut texts between code points");
            }
        }
        if (size > Integer.MAX_VALUE) throw new TooLarge();
        putCount((int) size);
        if (size == length && measured < 0) {
            int to = take(length);
            for (int i = 0; i < length; i++) bytes[to + i] = (byte) text.charAt(i);
        } else {
            putUtf8(text);
        }
    }

    private void putUtf8(String text) {
        for (int i = 0; i < text.length(); i++) {
            int c = text.charAt(i);
            if (c < 0x80) {
                putByte(c);
            } else if (c < 0x800) {
                putByte(0xc0 | c >> 6);
                putByte(0x80 | c & 0x3f);
            } else if (!Character.isSurrogate((char) c)) {
                putByte(0xe0 | c >> 12);
                putByte(0x80 | c >> 6 & 0x3f);
                putByte(0x80 | c & 0x3f);
            } else {
                int point = Character.toCodePoint((char) c, text.charAt(++i));
                putByte(0xf0 | point >> 18);
                putByte(0x80 | point >> 12 & 0x3f);
                putByte(0x80 | point >> 6 & 0x3f);
                putByte(0x80 | point & 0x3f);
            }
        }
    }

    /**
     * The bytes that the codec of the game writes; with {@code length}, four bytes before them say how many there are.
     */
    <T extends Record> void putByHand(Codec<T> codec, T value, boolean length) {
        int before = length ? 4 : 0;
        while (true) {
            makeRoom(before + 1);
            int from = at + before;
            int end = Math.min(bytes.length, lastIndex());
            ByteBuffer room = ByteBuffer.wrap(bytes, from, end - from).slice();
            try {
                codec.encode(value, room);
                if (length) INT.set(bytes, at, room.position());
                at = from + room.position();
                return;
            } catch (BufferOverflowException full) {
                int more = Math.max(2 * (end - from), FIRST_ROOM);
                if (end == lastIndex() || measured >= 0 && more > limit / MEASURED_TIMES) throw new TooLarge();
                makeRoom(Math.min(before + more, lastIndex() - at));
            }
        }
    }

    /** Where the limit is in the array. */
    private int lastIndex() {
        return (int) Math.max(limit - Math.max(measured, 0), at);
    }

    private int take(int count) {
        int from = at;
        if (count > bytes.length - from) {
            makeRoom(count);
            from = at;
        } else if (count > limit - from) {
            throw new TooLarge();
        }
        at = from + count;
        return from;
    }

    /** Afterwards {@code count} bytes are free at {@code at}. */
    private void makeRoom(int count) {
        if (measured >= 0 && at > 0) {
            measured += at;
            at = 0;
        }
        if (count > lastIndex() - at) throw new TooLarge();
        if (count > bytes.length - at) {
            long wanted = Math.max((long) at + count, 2L * bytes.length);
            bytes = Arrays.copyOf(bytes, (int) Math.min(wanted, Math.max(limit, FIRST_ROOM)));
        }
    }

    /** The limit is passed: caught by whoever started the message and knows what the limit is called. */
    static final class TooLarge extends RuntimeException {
        TooLarge() {
            super("larger than its limit", null, false, false);
        }
    }
}
