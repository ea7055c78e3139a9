package org.gamenet.rgs.core.transport.links;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Incarnation;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.wire.FrameHeader;
import org.jspecify.annotations.Nullable;

/**
 * How the heads of frames travel. Game, epoch and sender are the same in most frames of a link: they are said once,
 * ahead of the first frame with them, and are in the header of every frame at the other end. The rest of a head:
 *
 * <pre>
 * type      u8
 * sequence  number
 * sent at   number: 1 + microseconds since the time of the frame before, doubled, less one if it is earlier;
 *           0: an f64 follows, and the time of the frame before stays what it was
 * body      the rest
 * </pre>
 *
 * A number takes seven bits a byte, lowest first, at most ten bytes. One direction of one link; not thread-safe.
 */
final class Heads {
    /** Game, epoch and sender: these bytes of a {@link FrameHeader}. */
    static final int SAID_AT = 2;

    static final int SAID_BYTES = 48;
    private static final int SEQUENCE_AT = SAID_AT + SAID_BYTES;
    private static final int SENT_AT = SEQUENCE_AT + Long.BYTES;
    private static final int LENGTH_AT = SENT_AT + Double.BYTES;
    private static final int NUMBER_MAX = 10;
    /** Type, sequence and time. */
    static final int SHORT_MIN = 1 + 1 + 1;

    static final int SHORT_MAX = 1 + NUMBER_MAX + 1 + Double.BYTES;
    private static final double MICROS = 1e6;
    /** A step in time that is longer is not said as one; nor does a time beyond it count in microseconds. */
    private static final long STEP_MAX = 1L << 50;

    private byte @Nullable [] said;
    /** Game, epoch and sender as the other end said them, in a header without the rest. */
    private @Nullable FrameHeader whose;
    /** Time of the last frame that was of whole microseconds. */
    private long micros;
    /** The next byte that is to be read. */
    private int at;

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
        ByteBuffer from = ByteBuffer.wrap(bytes);
        long game = from.getLong();
        Epoch epoch = new Epoch(from.getLong(), from.getLong());
        MemberId sender = new MemberId(from.getLong(), new Incarnation(from.getLong(), from.getLong()));
        whose = new FrameHeader(0, game, epoch, sender, 0, 0, 0);
    }

    /** How long the frame is without what is known. */
    int shortLength(byte[] frame, int length) {
        long sequence = (long) Bytes.LONG.get(frame, SEQUENCE_AT);
        long step = step((long) Bytes.LONG.get(frame, SENT_AT));
        int time = Bytes.numberLength(step) + (step == 0 ? Double.BYTES : 0);
        return 1 + Bytes.numberLength(sequence) + time + length - FrameHeader.BYTES;
    }

    /** How a time is said by the one before; 0 if it is not. */
    private long step(long bits) {
        double time = Double.longBitsToDouble(bits);
        long now = Math.round(time * MICROS);
        long since = now - micros;
        boolean isSo = Math.abs(now) < STEP_MAX
                && Math.abs(since) < STEP_MAX
                && Double.doubleToRawLongBits(now / MICROS) == bits;
        return isSo ? 1 + (since << 1 ^ since >> Long.SIZE - 1) : 0;
    }

    /** The bytes ahead of the body. */
    void putShort(byte[] frame, ByteBuffer to) {
        to.put(frame[1]);
        Bytes.putNumber(to, (long) Bytes.LONG.get(frame, SEQUENCE_AT));
        long step = step((long) Bytes.LONG.get(frame, SENT_AT));
        Bytes.putNumber(to, step);
        if (step == 0) {
            to.put(frame, SENT_AT, Double.BYTES);
        } else {
            micros += since(step);
        }
    }

    private static long since(long step) {
        return step - 1 >>> 1 ^ -(step - 1 & 1);
    }

    /**
     * The head of a short frame; {@link #bodyAt} says where its body begins. Throws if game, epoch and sender have not
     * been said, or the bytes are no short frame.
     */
    FrameHeader head(byte[] item) throws LinkException {
        FrameHeader known = whose;
        if (known == null) {
            throw new LinkException("a frame of nobody");
        }
        at = 0;
        int type = item[at++] & 0xff;
        long sequence = number(item);
        double sentAt = Double.longBitsToDouble(time(item));
        return new FrameHeader(type, known.game(), known.epoch(), known.sender(), sequence, sentAt, item.length - at);
    }

    /** Where the body of the frame begins whose head was read last. */
    int bodyAt() {
        return at;
    }

    /** The bits of it. */
    private long time(byte[] item) throws LinkException {
        long step = number(item);
        if (step != 0) {
            long now = micros + since(step);
            if (step < 0 || Math.abs(now) >= STEP_MAX) {
                throw new LinkException("a time too far away");
            }
            micros = now;
            return Double.doubleToRawLongBits(now / MICROS);
        }
        if (at + Double.BYTES > item.length) {
            throw new LinkException("a frame that ends in its head");
        }
        long bits = (long) Bytes.LONG.get(item, at);
        at += Double.BYTES;
        return bits;
    }

    private long number(byte[] item) throws LinkException {
        long number = 0;
        for (int shift = 0; shift < NUMBER_MAX * 7; shift += 7) {
            if (at >= item.length) {
                throw new LinkException("a frame that ends in its head");
            }
            byte next = item[at++];
            boolean tooMuch = shift == (NUMBER_MAX - 1) * 7 && (next & 0xfe) != 0 || shift > 0 && next == 0;
            if (tooMuch) {
                break;
            }
            number |= (long) (next & 0x7f) << shift;
            if (next >= 0) {
                return number;
            }
        }
        throw new LinkException("a number that is longer than need be");
    }
}
