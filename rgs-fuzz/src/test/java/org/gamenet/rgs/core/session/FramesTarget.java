package org.gamenet.rgs.core.session;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.gamenet.rgs.core.session.base.Advert;
import org.gamenet.rgs.core.session.base.Announcement;
import org.gamenet.rgs.core.session.base.Frames;
import org.gamenet.rgs.core.session.base.MessageTypes;
import org.gamenet.rgs.core.wire.FrameHeader;
import org.gamenet.rgs.core.wire.MalformedException;
import org.gamenet.rgs.core.wire.Records;
import org.gamenet.rgs.core.wire.Schema;
import org.gamenet.rgs.fuzz.Memory;
import org.gamenet.rgs.testkit.simulation.Traffic;

/** Frames between sessions: header, message, and the schema that a refusal carries. */
public final class FramesTarget {
    private static final Schema MINE =
            Records.of(Announcement.class, Advert.class).schema();

    private FramesTarget() {}

    public static void fuzzerTestOneInput(byte[] input) {
        try {
            frame(input);
        } catch (MalformedException refused) {
            // counted and dropped
        }
        try {
            Schema theirs = Memory.bounded(input.length, () -> Schema.decode(ByteBuffer.wrap(input)));
            if (!Arrays.equals(input, theirs.encode()))
                throw new AssertionError("a schema came as other bytes than it goes");
            if (MINE.firstDifference(theirs).isPresent() == MINE.equals(theirs))
                throw new AssertionError("a difference that is none: " + theirs);
        } catch (MalformedException refused) {
            // the refusal is shown without it
        }
    }

    private static void frame(byte[] input) {
        ByteBuffer bytes = ByteBuffer.wrap(input);
        FrameHeader header = FrameHeader.read(bytes);
        ByteBuffer written = ByteBuffer.allocate(FrameHeader.BYTES);
        header.write(written);
        if (!Arrays.equals(written.array(), Arrays.copyOf(input, FrameHeader.BYTES)))
            throw new AssertionError(header + " came as other bytes than it goes");
        if (header.type() >= MessageTypes.FIRST_DATA_ID) return;
        Record message = Memory.bounded(input.length, () -> Frames.decode(header, bytes.duplicate()));
        byte[] again = Frames.encode(
                message,
                new Frames.Stamp(header.game(), header.epoch(), header.sender(), header.sequence(), header.sentAt()));
        if (again.length != input.length)
            throw new AssertionError(message + " goes with " + again.length + " bytes, it came with " + input.length);
        ByteBuffer twice = ByteBuffer.wrap(again);
        if (!message.equals(Frames.decode(FrameHeader.read(twice), twice)))
            throw new AssertionError(message + " is another one when it comes back");
    }

    public static List<byte[]> seeds() {
        List<byte[]> seeds = new ArrayList<>(Traffic.ofARecovery().stream()
                .filter(f -> Byte.toUnsignedInt(f[1]) < MessageTypes.FIRST_DATA_ID)
                .toList());
        seeds.add(MINE.encode());
        return seeds;
    }
}
