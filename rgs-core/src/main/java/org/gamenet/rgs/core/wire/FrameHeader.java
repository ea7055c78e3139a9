package org.gamenet.rgs.core.wire;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.MemberId;

/**
 * The bytes before the body of every frame: {@value #BYTES} of them, big-endian.
 *
 * <pre>
 *  0  mark and version  4 + 4 bits
 *  1  type              u8
 *  2  game              i64
 * 10  epoch number      i64
 * 18  epoch claim id    i64
 * 26  sender peer       i64
 * 34  attempt           i64
 * 42  nonce             i64
 * 50  sequence          i64
 * 58  sent at           f64
 * 66  body length       i32, exactly the bytes that follow
 * </pre>
 *
 * @param type of the message in the body, 0 to 255
 * @param game which game, as a hash of its id
 * @param epoch the sender's
 * @param sender the member that speaks
 * @param sequence the sender's count, in the stream its type belongs to
 * @param sentAt seconds on the game's clock
 * @param bodyLength bytes
 */
public record FrameHeader(
        int type, long game, Epoch epoch, MemberId sender, long sequence, double sentAt, int bodyLength) {

    /** Size of a header. */
    public static final int BYTES = 70;

    /** The protocol version this release speaks, 1 to 15. */
    public static final int VERSION = 1;

    /** Tells a frame of another version from noise. */
    private static final int MARK = 0xA0;

    /** With what every frame of this version begins. */
    public static final byte FIRST_BYTE = (byte) (MARK | VERSION);

    public FrameHeader {
        if (type < 0 || type > 255) throw new IllegalArgumentException("type " + type + " does not fit into a byte");
        if (bodyLength < 0) throw new IllegalArgumentException("body of " + bodyLength + " bytes");
    }

    /**
     * Writes {@value #BYTES} bytes at the position and moves it; throws {@link java.nio.BufferOverflowException} for
     * less room.
     */
    public void write(ByteBuffer to) {
        write(to, sequence, bodyLength);
    }

    /** The same, with another sequence, for a body of another length. */
    public void write(ByteBuffer to, long number, int length) {
        to.order(ByteOrder.BIG_ENDIAN);
        if (to.remaining() < BYTES) throw new java.nio.BufferOverflowException();
        to.put((byte) (MARK | VERSION)).put((byte) type).putLong(game);
        to.putLong(epoch.number()).putLong(epoch.claimId());
        to.putLong(sender.peer())
                .putLong(sender.incarnation().attempt())
                .putLong(sender.incarnation().nonce());
        to.putLong(number).putDouble(sentAt).putInt(length);
    }

    /** A frame of this header and that body, in bytes. */
    public ByteBuffer before(ByteBuffer body) {
        ByteBuffer frame = ByteBuffer.allocate(BYTES + body.remaining());
        write(frame);
        return frame.put(body.duplicate()).flip();
    }

    /**
     * Reads the header of a frame that reaches from position to limit; afterwards the buffer holds just the body.
     * Throws {@link OtherVersionException} for another version, else {@link MalformedException} for whatever is wrong.
     */
    public static FrameHeader read(ByteBuffer frame) {
        return read(frame, new RecentIds());
    }

    /** As {@link #read(ByteBuffer)}; epoch and sender are taken from {@code recentIds} if they were read before. */
    public static FrameHeader read(ByteBuffer frame, RecentIds recentIds) {
        if (!frame.hasRemaining()) throw new MalformedException("empty frame");
        int first = frame.get(frame.position()) & 0xff;
        if ((first & 0xf0) != MARK) throw new MalformedException("no frame of ours: starts with " + first);
        if (first != (MARK | VERSION)) throw new OtherVersionException(VERSION, first & 0x0f);
        if (frame.remaining() < BYTES)
            throw new MalformedException("frame ends in its header, after " + frame.remaining() + " bytes");
        frame.order(ByteOrder.BIG_ENDIAN).get();
        int type = frame.get() & 0xff;
        long game = frame.getLong();
        Epoch epoch = recentIds.epoch(frame.getLong(), frame.getLong());
        MemberId sender = recentIds.member(frame.getLong(), frame.getLong(), frame.getLong());
        long sequence = frame.getLong();
        double sentAt = frame.getDouble();
        int bodyLength = frame.getInt();
        if (bodyLength != frame.remaining()) {
            throw new MalformedException("body of " + bodyLength + " bytes announced, " + frame.remaining() + " there");
        }
        FrameHeader header = new FrameHeader(type, game, epoch, sender, sequence, sentAt, bodyLength);
        header.check();
        return header;
    }

    /** Throws {@link MalformedException} for an epoch or a time that nobody has. */
    public void check() {
        if (epoch.number() < 0) throw new MalformedException("epoch " + epoch.number());
        if (!Double.isFinite(sentAt)) throw new MalformedException("sent at " + sentAt);
    }
}
