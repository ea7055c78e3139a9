package org.gamenet.rgs.core.transport.links;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.gamenet.rgs.core.wire.FrameHeader;
import org.jspecify.annotations.Nullable;

/**
 * How the heads of frames travel. Game, epoch and sender are the same in most frames of a link: they are said once,
 * ahead of the first frame with them, and put back in front of every frame at the other end. The rest of a head:
 *
 * <pre>
 * type      u8
 * sequence  7 bits a byte, lowest first, at most ten bytes
 * sent at   f64
 * body      the rest
 * </pre>
 *
 * One direction of one link; not thread-safe.
 */
final class Heads {
    /** Game, epoch and sender: these bytes of a {@link FrameHeader}. */
    static final int SAID_AT = 2;

    static final int SAID_BYTES = 48;
    private static final int SEQUENCE_AT = SAID_AT + SAID_BYTES;
    private static final int SENT_AT = SEQUENCE_AT + Long.BYTES;
    private static final int LENGTH_AT = SENT_AT + Double.BYTES;
    private static final int SEQUENCE_MAX = 10;
    /** Type, sequence and time. */
    static final int SHORT_MIN = 1 + 1 + Double.BYTES;

    static final int SHORT_MAX = 1 + SEQUENCE_MAX + Double.BYTES;
    /** The space that must be free ahead of a short frame, so that it becomes a whole one in its place. */
    static final int ROOM = FrameHeader.BYTES - SHORT_MIN;

    private byte @Nullable [] said;

    /** Whether this is a frame with a head that can be shortened; anything else travels as it is. */
    static boolean canShorten(byte[] frame, int length) {
        return length >= FrameHeader.BYTES
                && frame[0] == FrameHeader.FIRST_BYTE
                && (int) Bytes.INT.get(frame, LENGTH_AT) == length - FrameHeader.BYTES;
    }

    /** Whether the other end knows game, epoch and sender of this one. */
    boolean knows(byte[] frame) {
        byte[] known = said;
        return known != null && Arrays.equals(known, 0, SAID_BYTES, frame, SAID_AT, SAID_AT + SAID_BYTES);
    }

    /** From here on these are known. Gives them. */
    byte[] say(byte[] frame) {
        byte[] now = Arrays.copyOfRange(frame, SAID_AT, SAID_AT + SAID_BYTES);
        said = now;
        return now;
    }

    /** The other end said this. */
    void hear(byte[] bytes) {
        said = bytes;
    }

    /** How long the frame is without what is known. */
    static int shortLength(byte[] frame, int length) {
        long sequence = (long) Bytes.LONG.get(frame, SEQUENCE_AT);
        return 1 + sequenceLength(sequence) + Double.BYTES + length - FrameHeader.BYTES;
    }

    private static int sequenceLength(long sequence) {
        return Math.max(1, (Long.SIZE - Long.numberOfLeadingZeros(sequence) + 6) / 7);
    }

    /** The bytes ahead of the body. */
    static void putShort(byte[] frame, ByteBuffer to) {
        to.put(frame[1]);
        long rest = (long) Bytes.LONG.get(frame, SEQUENCE_AT);
        while ((rest & ~0x7fL) != 0) {
            to.put((byte) (rest | 0x80));
            rest >>>= 7;
        }
        to.put((byte) rest).put(frame, SENT_AT, Double.BYTES);
    }

    /**
     * Makes a frame of a short one that stands in {@code room} from {@link #ROOM} on, of so many bytes. Throws if
     * nobody has said whose it is, or it is not one.
     */
    ByteBuffer whole(byte[] room, int length) throws LinkException {
        byte[] known = said;
        if (known == null) {
            throw new LinkException("a frame of nobody");
        }
        int at = ROOM;
        byte type = room[at++];
        long sequence = 0;
        int shift = 0;
        for (boolean more = true; more; shift += 7) {
            if (at >= ROOM + length || shift >= SEQUENCE_MAX * 7) {
                throw new LinkException("a frame without an end of its number");
            }
            byte next = room[at++];
            boolean tooMuch = shift == (SEQUENCE_MAX - 1) * 7 && (next & 0xfe) != 0 || shift > 0 && next == 0;
            if (tooMuch) {
                throw new LinkException("a number that is longer than need be");
            }
            sequence |= (long) (next & 0x7f) << shift;
            more = next < 0;
        }
        if (at + Double.BYTES > ROOM + length) {
            throw new LinkException("a frame that ends in its head");
        }
        long sentAt = (long) Bytes.LONG.get(room, at);
        int body = at + Double.BYTES;
        int start = body - FrameHeader.BYTES;
        room[start] = FrameHeader.FIRST_BYTE;
        room[start + 1] = type;
        System.arraycopy(known, 0, room, start + SAID_AT, SAID_BYTES);
        Bytes.LONG.set(room, start + SEQUENCE_AT, sequence);
        Bytes.LONG.set(room, start + SENT_AT, sentAt);
        Bytes.INT.set(room, start + LENGTH_AT, ROOM + length - body);
        return ByteBuffer.wrap(room, start, ROOM + length - start);
    }
}
