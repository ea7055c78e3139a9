package org.gamenet.rgs.core.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.Random;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Incarnation;
import org.gamenet.rgs.core.machine.MemberId;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class FrameHeaderTest {
    private static final FrameHeader HEADER = new FrameHeader(
            0xfe,
            0x1122334455667788L,
            new Epoch(3, -2),
            new MemberId(0x0a0b0c0d0e0f1011L, new Incarnation(5, 6)),
            -1,
            1.5,
            2);

    private static byte[] frame() {
        ByteBuffer frame = ByteBuffer.allocate(FrameHeader.BYTES + 2);
        HEADER.write(frame);
        return frame.put((byte) 0xaa).put((byte) 0xbb).array();
    }

    private static String malformed(byte[] bytes) {
        return assertThrows(MalformedException.class, () -> FrameHeader.read(ByteBuffer.wrap(bytes)))
                .getMessage();
    }

    @Test
    @DisplayName("T43 a fixed header with version, type and length, big-endian: golden bytes")
    void goldenBytes() {
        assertEquals(
                "a1" + "fe" + "1122334455667788" + "0000000000000003" + "fffffffffffffffe" + "0a0b0c0d0e0f1011"
                        + "0000000000000005" + "0000000000000006" + "ffffffffffffffff" + "3ff8000000000000" + "00000002"
                        + "aabb",
                HexFormat.of().formatHex(frame()));
    }

    @Test
    void comesBackAndLeavesTheBody() {
        ByteBuffer frame = ByteBuffer.wrap(frame());
        assertEquals(HEADER, FrameHeader.read(frame));
        assertEquals(ByteBuffer.wrap(new byte[] {(byte) 0xaa, (byte) 0xbb}), frame);
    }

    @Test
    void readsInTheMiddleOfALargerBuffer() {
        ByteBuffer buffer =
                ByteBuffer.allocate(200).position(7).put(frame()).flip().position(7);
        assertEquals(HEADER, FrameHeader.read(buffer));
        assertEquals(2, buffer.remaining());
    }

    @Test
    @DisplayName("HA51 another version is told from noise, with both versions named")
    void anotherVersion() {
        byte[] bytes = frame();
        bytes[0] = (byte) 0xa7;
        OtherVersionException other =
                assertThrows(OtherVersionException.class, () -> FrameHeader.read(ByteBuffer.wrap(bytes, 0, 1)));
        assertEquals(1, other.here());
        assertEquals(7, other.there());
        assertTrue(other.getMessage().startsWith("protocol version 7 there, 1 here"));
        bytes[0] = 0x47;
        assertEquals("no frame of ours: starts with 71", malformed(bytes));
    }

    @Test
    @DisplayName(
            "HF1 HF2 a body is exactly as long as announced: truncated, trailing, negative and huge lengths are refused")
    void wrongLengths() {
        for (int length : new int[] {0, 1, 3, -1, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            byte[] bytes = frame();
            ByteBuffer.wrap(bytes).putInt(FrameHeader.BYTES - 4, length);
            assertEquals("body of " + length + " bytes announced, 2 there", malformed(bytes));
        }
        for (int cut = 0; cut < FrameHeader.BYTES + 2; cut++) malformed(java.util.Arrays.copyOf(frame(), cut));
        malformed(java.util.Arrays.copyOf(frame(), FrameHeader.BYTES + 3));
    }

    @Test
    void refusesTimesThatAreNone() {
        for (double time : new double[] {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY}) {
            byte[] bytes = frame();
            ByteBuffer.wrap(bytes).putDouble(58, time);
            assertEquals("sent at " + time, malformed(bytes));
        }
    }

    @Test
    @DisplayName("HA52 sequences near the end of their range pass as they are; an epoch that wrapped does not")
    void endsOfRanges() {
        byte[] bytes = frame();
        ByteBuffer.wrap(bytes).putLong(50, Long.MIN_VALUE).putLong(10, Long.MAX_VALUE);
        FrameHeader header = FrameHeader.read(ByteBuffer.wrap(bytes));
        assertEquals(Long.MIN_VALUE, header.sequence());
        assertEquals(Long.MAX_VALUE, header.epoch().number());
        ByteBuffer.wrap(bytes).putLong(10, Long.MIN_VALUE);
        assertEquals("epoch " + Long.MIN_VALUE, malformed(bytes));
    }

    @Test
    @DisplayName("P53 HF1 20 000 frames of noise and of flipped bits: refused or read, nothing else")
    void noise() {
        Random random = new Random(7);
        for (int run = 0; run < 20_000; run++) {
            byte[] bytes = run % 2 == 0 ? frame() : new byte[random.nextInt(120)];
            if (run % 2 == 1) random.nextBytes(bytes);
            else bytes[random.nextInt(bytes.length)] ^= 1 << random.nextInt(8);
            ByteBuffer frame = ByteBuffer.wrap(bytes);
            try {
                FrameHeader header = FrameHeader.read(frame);
                assertEquals(header.bodyLength(), frame.remaining());
            } catch (MalformedException bad) {
                assertTrue(bad.getMessage().length() < 200);
            }
        }
    }

    @Test
    void misuseIsTold() {
        Epoch epoch = new Epoch(1, 1);
        MemberId sender = new MemberId(1, new Incarnation(1, 1));
        assertThrows(IllegalArgumentException.class, () -> new FrameHeader(256, 1, epoch, sender, 1, 1, 1));
        assertThrows(IllegalArgumentException.class, () -> new FrameHeader(1, 1, epoch, sender, 1, 1, -1));
        ByteBuffer small = ByteBuffer.allocate(FrameHeader.BYTES - 1);
        assertThrows(BufferOverflowException.class, () -> HEADER.write(small));
        assertEquals(0, small.position(), "half a header is none");
    }
}
