package org.gamenet.rgs.core.session.base;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.wire.FrameHeader;
import org.gamenet.rgs.core.wire.PeerNames;
import org.gamenet.rgs.core.wire.SizeLimit;

/** The bytes of the messages in {@link MessageTypes}: out by {@code encode}, in by {@code decode}. */
public final class Frames {
    /** The largest package and its frame. Packages above the limit that is set are refused where they are made. */
    private static final SizeLimit SIZE = new SizeLimit("the size of a frame", 1 << 29);

    private Frames() {}

    /** The sender, the game and the time of frames. */
    public record Stamp(long game, Epoch epoch, MemberId sender, long sequence, double sentAt) {

        /** For this incarnation only, not for the next one of its session. */
        public Stamp about(MemberId receiver) {
            return new Stamp(game, epoch, sender, receiver.incarnation().tag(), sentAt);
        }
    }

    public static byte[] encode(Record message, Stamp stamp) {
        int id = MessageTypes.RECORDS.idOf(message.getClass());
        byte[] frame = MessageTypes.RECORDS.encodeBody(message, SIZE, FrameHeader.BYTES);
        new FrameHeader(
                        id,
                        stamp.game(),
                        stamp.epoch(),
                        stamp.sender(),
                        stamp.sequence(),
                        stamp.sentAt(),
                        frame.length - FrameHeader.BYTES)
                .write(ByteBuffer.wrap(frame));
        return frame;
    }

    /** Throws {@link org.gamenet.rgs.core.wire.MalformedException}. */
    public static Record decode(FrameHeader header, ByteBuffer body) {
        return MessageTypes.RECORDS.decodeBody(header.type(), body, PeerNames.NONE);
    }

    /** Of the bytes of a package (HA36): against damage, not against forgery. */
    public static long digest(byte[] bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes);
        return crc.getValue() << 32 | bytes.length;
    }

    /** The number by which a frame names its game. */
    public static long gameHash(String id) {
        long hash = 0xcbf29ce484222325L;
        for (byte each : id.getBytes(StandardCharsets.UTF_8)) hash = (hash ^ each & 0xff) * 0x100000001b3L;
        return hash;
    }
}
