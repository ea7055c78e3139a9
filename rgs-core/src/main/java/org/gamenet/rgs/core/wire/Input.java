package org.gamenet.rgs.core.wire;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.gamenet.rgs.Peer;

/** Bytes being read, none of them believed. What is not there ends in {@link java.nio.BufferUnderflowException}: caught where reading starts. */
final class Input {
    /** Records within records, so that no message can exhaust a stack. */
    static final int DEEPEST = 200;

    private final ByteBuffer bytes;
    private final PeerNames names;
    private int depth;

    /** Reads from position to limit of the frame, without moving them. */
    Input(ByteBuffer frame, PeerNames names) {
        this.bytes = frame.duplicate().order(ByteOrder.BIG_ENDIAN);
        this.names = names;
    }

    void enter() {
        if (++depth > DEEPEST) throw new MalformedException("nests deeper than " + DEEPEST + " records");
    }

    void leave() {
        depth--;
    }

    int remaining() {
        return bytes.remaining();
    }

    void expectEnd(String of) {
        if (bytes.hasRemaining()) throw new MalformedException(bytes.remaining() + " bytes too many after " + of);
    }

    byte getByte() {
        return bytes.get();
    }

    short getShort() {
        return bytes.getShort();
    }

    char getChar() {
        return bytes.getChar();
    }

    int getInt() {
        return bytes.getInt();
    }

    long getLong() {
        return bytes.getLong();
    }

    float getFloat() {
        return bytes.getFloat();
    }

    double getDouble() {
        return bytes.getDouble();
    }

    boolean getBoolean() {
        byte value = bytes.get();
        if (value >> 1 != 0) throw new MalformedException(value + " is neither true nor false");
        return value == 1;
    }

    /** A number from 0 to 2^31-1, in its shortest form. */
    int getNumber() {
        byte first = bytes.get();
        if (first >= 0) return first;
        int value = first & 0x7f;
        for (int shift = 7; shift < 35; shift += 7) {
            byte next = bytes.get();
            if (shift == 28 && next > 7) break;
            value |= (next & 0x7f) << shift;
            if (next > 0) return value;
            if (next == 0) throw new MalformedException("a number longer than need be");
        }
        throw new MalformedException("a number beyond 2^31-1");
    }

    /** A number of things that take at least {@code leastBytes} each: there cannot be more than the rest of the bytes holds. */
    int getCount(int leastBytes) {
        int count = getNumber();
        if ((long) count * leastBytes > bytes.remaining()) {
            throw new MalformedException(count + " things announced, " + bytes.remaining() + " bytes there");
        }
        return count;
    }

    int getIndex(int size, String of) {
        int index = getNumber();
        if (index >= size) throw new MalformedException(of + " has " + size + " kinds, none is " + index);
        return index;
    }

    String getText() {
        int length = getCount(1);
        int from = bytes.position();
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
        bytes.position(from + length);
        if (plain) return new String(array, offset, length, StandardCharsets.ISO_8859_1);
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(array, offset, length)).toString();
        } catch (CharacterCodingException e) {
            throw new MalformedException("a text that is no UTF-8", e);
        }
    }

    /** The next bytes, uncopied. */
    ByteBuffer getSlice(int length) {
        if (length < 0 || length > bytes.remaining()) {
            throw new MalformedException(length + " bytes announced, " + bytes.remaining() + " there");
        }
        ByteBuffer slice = bytes.slice(bytes.position(), length);
        bytes.position(bytes.position() + length);
        return slice.asReadOnlyBuffer();
    }

    void getBytes(byte[] into) {
        bytes.get(into);
    }

    /** For arrays: a view of the next bytes, which are passed over. */
    ByteBuffer getBlock(int length) {
        ByteBuffer block = bytes.slice(bytes.position(), length).order(ByteOrder.BIG_ENDIAN);
        bytes.position(bytes.position() + length);
        return block;
    }

    Peer getPeer() {
        long id = bytes.getLong();
        Peer peer;
        try {
            peer = names.peer(id);
        } catch (RuntimeException e) {
            throw new MalformedException("nobody is known as " + Long.toHexString(id), e);
        }
        return peer;
    }
}
