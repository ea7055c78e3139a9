package org.gamenet.rgs.core.wire;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.gamenet.rgs.Peer;

/** Bytes being read, none of them believed. The buffer they are in stays as it is. */
final class Input {
    /** Records within records, so that no message can exhaust a stack. */
    static final int DEEPEST = 200;

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private ByteBuffer bytes = NOTHING;
    private PeerNames names = PeerNames.NONE;
    private int end;
    private int at;
    private int depth;
    private boolean busy;

    /** Reads from position to limit of the frame, without moving them. */
    Input(ByteBuffer frame, PeerNames names) {
        start(frame, names);
    }

    /** To be used again and again by one thread. */
    Input() {}

    /** Whether it is being read from. */
    boolean isBusy() {
        return busy;
    }

    void start(ByteBuffer frame, PeerNames names) {
        this.busy = true;
        this.depth = 0;
        this.bytes = frame.order() == ByteOrder.BIG_ENDIAN ? frame : frame.duplicate();
        this.names = names;
        this.end = frame.limit();
        this.at = frame.position();
    }

    /** Nothing of what was read is kept. */
    void done() {
        busy = false;
        bytes = NOTHING;
        names = PeerNames.NONE;
    }

    void enter() {
        if (++depth > DEEPEST) throw new MalformedException("nests deeper than " + DEEPEST + " records");
    }

    void leave() {
        depth--;
    }

    private int take(int count) {
        int from = at;
        if (count > end - from)
            throw new MalformedException("ends too early: " + count + " bytes expected, " + (end - from) + " there");
        at = from + count;
        return from;
    }

    int remaining() {
        return end - at;
    }

    void expectEnd(String of) {
        if (at < end) throw new MalformedException(remaining() + " bytes too many after " + of);
    }

    byte getByte() {
        return bytes.get(take(1));
    }

    short getShort() {
        return bytes.getShort(take(2));
    }

    char getChar() {
        return bytes.getChar(take(2));
    }

    int getInt() {
        return bytes.getInt(take(4));
    }

    long getLong() {
        return bytes.getLong(take(8));
    }

    float getFloat() {
        return bytes.getFloat(take(4));
    }

    double getDouble() {
        return bytes.getDouble(take(8));
    }

    boolean getBoolean() {
        byte value = getByte();
        if (value >> 1 != 0) throw new MalformedException(value + " is neither true nor false");
        return value == 1;
    }

    /** A number from 0 to 2^31-1, in its shortest form. */
    int getNumber() {
        byte first = getByte();
        if (first >= 0) return first;
        int value = first & 0x7f;
        for (int shift = 7; shift < 35; shift += 7) {
            byte next = getByte();
            if (shift == 28 && next > 7) break;
            value |= (next & 0x7f) << shift;
            if (next > 0) return value;
            if (next == 0) throw new MalformedException("a number longer than need be");
        }
        throw new MalformedException("a number beyond 2^31-1");
    }

    /**
     * A number of things that take at least {@code leastBytes} each: there cannot be more than the rest of the bytes
     * holds.
     */
    int getCount(int leastBytes) {
        int count = getNumber();
        if ((long) count * leastBytes > remaining()) {
            throw new MalformedException(count + " things announced, " + remaining() + " bytes there");
        }
        return count;
    }

    int getIndex(int size, String of) {
        int index = getNumber();
        if (index >= size) throw new MalformedException(of + " has " + size + " kinds, none is " + index);
        return index;
    }

    String getText(int mostBytes, String where) {
        int length = getCount(1);
        if (length > mostBytes)
            throw new MalformedException(where + " takes " + length + " bytes; " + mostBytes + " are allowed");
        int from = take(length);
        byte[] array;
        int offset;
        if (bytes.hasArray()) {
            array = bytes.array();
            offset = bytes.arrayOffset() + from;
        } else {
            array = new byte[length];
            offset = 0;
            bytes.get(from, array, 0, length);
        }
        boolean plain = true;
        for (int i = offset; i < offset + length; i++) plain &= array[i] >= 0;
        if (plain) return new String(array, offset, length, StandardCharsets.ISO_8859_1);
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(array, offset, length))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new MalformedException("a text that is no UTF-8", e);
        }
    }

    /** The next bytes, uncopied and read-only. */
    ByteBuffer getSlice(int length) {
        if (length < 0) throw new MalformedException(length + " bytes announced");
        return bytes.slice(take(length), length).asReadOnlyBuffer();
    }

    void getBytes(byte[] into) {
        bytes.get(take(into.length), into);
    }

    /** For arrays: a view of the next bytes. */
    ByteBuffer getBlock(int length) {
        return bytes.slice(take(length), length);
    }

    Peer getPeer() {
        long id = getLong();
        Peer peer;
        try {
            peer = names.peer(id);
        } catch (RuntimeException e) {
            throw new MalformedException("nobody is known as " + Long.toHexString(id), e);
        }
        return peer;
    }
}
