package org.gamenet.rgs.core.directory.line;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class LineFrameTest {

    private static LineFrame read(byte... bytes) throws IOException {
        return LineFrame.read(new ByteArrayInputStream(bytes));
    }

    @Test
    @DisplayName("a frame is read as it was written, and its bytes are the ones agreed on")
    void readsWhatWasWritten() throws IOException {
        LineFrame frame = new LineFrame(LineFrame.Kind.REPLY, 0x1122334455667788L, new byte[] {9, 8, 7});
        assertEquals(
                "01031122334455667788" + "00000003" + "090807", HexFormat.of().formatHex(frame.toBytes()));
        LineFrame read = read(frame.toBytes());
        assertNotNull(read);
        assertEquals(frame.kind(), read.kind());
        assertEquals(frame.requestId(), read.requestId());
        assertArrayEquals(frame.body(), read.body());
        assertNull(read());
    }

    @Test
    @DisplayName("P53 HF2 a length that is negative or beyond the cap is refused before anything is allocated")
    void refusesLengths() {
        for (int length : new int[] {-1, Integer.MIN_VALUE, Integer.MAX_VALUE, LineFrame.BODY_BYTES_MAX + 1}) {
            byte[] head = ByteBuffer.allocate(14)
                    .put((byte) 1)
                    .put((byte) 2)
                    .putLong(1)
                    .putInt(length)
                    .array();
            String message = assertThrows(LineException.class, () -> read(head)).getMessage();
            assertTrue(message.contains(Integer.toUnsignedString(length)), message);
        }
        assertThrows(
                IllegalArgumentException.class,
                () -> new LineFrame(LineFrame.Kind.PUSH, 0, new byte[LineFrame.BODY_BYTES_MAX + 1]).toBytes());
    }

    @Test
    @DisplayName("P53 HF1 a frame cut anywhere is an end inside a frame, never a shorter frame")
    void noticesTheEnd() {
        byte[] whole = new LineFrame(LineFrame.Kind.REQUEST, 5, new byte[100]).toBytes();
        for (int length = 1; length < whole.length; length++) {
            byte[] cut = Arrays.copyOf(whole, length);
            assertThrows(EOFException.class, () -> read(cut), "after " + length + " bytes");
        }
    }

    @Test
    @DisplayName("P53 HF1 random bytes and mutated frames give a frame within the cap or an IOException, nothing else")
    void survivesGarbage() {
        long seed = Long.getLong("rgs.seed", 1);
        Random random = new Random(seed);
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = i % 2 == 0
                    ? new byte[random.nextInt(64)]
                    : new LineFrame(LineFrame.Kind.PUSH, i, new byte[40]).toBytes();
            if (i % 2 == 0) {
                random.nextBytes(bytes);
            } else {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            try {
                LineFrame frame = read(bytes);
                assertTrue(frame == null || frame.length() <= bytes.length, "seed " + seed);
            } catch (IOException expected) {
                // dropped
            }
        }
    }
}
