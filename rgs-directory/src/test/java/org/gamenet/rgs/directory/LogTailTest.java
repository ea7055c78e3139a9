package org.gamenet.rgs.directory;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A segment of three entries of 96 bytes, as Ratis writes them: begun with a term, all the rest may be anything. */
class LogTailTest {
    private static final int HEADER = 8;
    private static final int ENTRY = 96;
    private static final int WHOLE = ENTRY + 5;
    private static final int SECOND = HEADER + WHOLE;
    private static final int PREALLOCATED = 4_096;

    @TempDir
    private Path folder;

    private Path segment = Path.of("");
    private byte[] written = {};

    @BeforeEach
    void write() {
        segment = folder.resolve("log_inprogress_0");
        var out = new ByteArrayOutputStream();
        out.writeBytes("RaftLog1".getBytes(StandardCharsets.US_ASCII));
        for (int entry = 1; entry <= 3; entry++) {
            byte[] body = new byte[ENTRY + 1];
            Arrays.fill(body, (byte) (0x20 + entry));
            body[0] = ENTRY;
            body[1] = 8;
            CRC32C sum = new CRC32C();
            sum.update(body, 0, body.length);
            out.writeBytes(body);
            out.writeBytes(ByteBuffer.allocate(4).putInt((int) sum.getValue()).array());
        }
        written = out.toByteArray();
    }

    private void leaves(byte[] left, int kept) throws IOException {
        Files.write(segment, left);
        LogTail.cut(folder);
        assertArrayEquals(Arrays.copyOf(left, kept), Files.readAllBytes(segment));
    }

    private void refuses(byte[] left, int place) throws IOException {
        Files.write(segment, left);
        String message =
                assertThrows(IOException.class, () -> LogTail.cut(folder)).getMessage();
        assertTrue(message.contains(segment.toString()) && message.contains("byte " + place + " "), message);
        assertArrayEquals(left, Files.readAllBytes(segment));
    }

    @Test
    @DisplayName(
            "HA16 an entry behind which nothing can be read is cut off wherever it was torn, and a whole log is left alone")
    void cutsWhatIsTorn() throws IOException {
        leaves(written, written.length);
        leaves(Arrays.copyOf(written, PREALLOCATED), PREALLOCATED);
        int last = SECOND + WHOLE;
        for (int length = last + 1; length < written.length; length++) {
            leaves(Arrays.copyOf(written, length), last);
            if (length <= last + ENTRY) leaves(Arrays.copyOf(Arrays.copyOf(written, length), PREALLOCATED), last);
        }
    }

    @Test
    @DisplayName(
            "HA16 a length in the middle that points past the end is damage: nothing is cut, and file and place are named")
    void refusesLengthsPastTheEnd() throws IOException {
        byte[] past = {(byte) 0xff, (byte) 0xff, 3};
        byte[] none = {-1, -1, -1, -1, -1};
        for (byte[] length : new byte[][] {past, none}) {
            for (int place : new int[] {HEADER, SECOND}) {
                byte[] damaged = written.clone();
                System.arraycopy(length, 0, damaged, place, length.length);
                refuses(damaged, place);
            }
        }
    }

    @Test
    @DisplayName("HA16 so is one that points into the zeros of the file's preallocation")
    void refusesLengthsIntoZeros() throws IOException {
        byte[] damaged = Arrays.copyOf(written, PREALLOCATED);
        damaged[SECOND] |= (byte) 0x80;
        refuses(damaged, SECOND);
    }

    /** Whether that is refused; nothing is cut in either case. */
    private boolean isKept(byte[] left) throws IOException {
        Files.write(segment, left);
        boolean refused = false;
        try {
            LogTail.cut(folder);
        } catch (IOException damage) {
            refused = true;
        }
        assertArrayEquals(left, Files.readAllBytes(segment));
        return refused;
    }

    @Test
    @DisplayName("HA16 a last entry whose length alone is damaged is never taken for a torn one")
    void knowsADamagedLastLength() throws IOException {
        int last = SECOND + WHOLE;
        int refused = 0;
        for (int length = 0; length < 256; length++) {
            byte[] damaged = written.clone();
            damaged[last] = (byte) length;
            if (length == ENTRY) continue;
            refused += isKept(damaged) ? 1 : 0;
            isKept(Arrays.copyOf(damaged, PREALLOCATED));
        }
        // A length that points into the entry leaves a sum that is wrong: Ratis refuses that.
        assertEquals(255 - ENTRY, refused);
    }

    @Test
    @DisplayName("HA16 nor is one whose sum ends with zeros, nor a long one")
    void knowsItWithZerosBehind() throws IOException {
        int last = SECOND + WHOLE;
        for (int size : new int[] {130, 20_000}) {
            for (int tries = 0; ; tries++) {
                byte[] length = {
                    (byte) (size | 0x80), (byte) (size >> 7 | (size >> 14 > 0 ? 0x80 : 0)), (byte) (size >> 14)
                };
                var entry = new ByteArrayOutputStream();
                entry.write(length, 0, size >> 14 > 0 ? 3 : 2);
                byte[] body = new byte[size];
                Arrays.fill(body, (byte) 0x31);
                ByteBuffer.wrap(body).put(0, (byte) 8).putInt(1, tries);
                entry.writeBytes(body);
                CRC32C sum = new CRC32C();
                sum.update(entry.toByteArray());
                if ((sum.getValue() & 0xff) != 0) continue;
                entry.writeBytes(
                        ByteBuffer.allocate(4).putInt((int) sum.getValue()).array());
                byte[] damaged = Arrays.copyOf(Arrays.copyOf(written, last), last + entry.size() + PREALLOCATED);
                System.arraycopy(entry.toByteArray(), 0, damaged, last, entry.size());
                damaged[last + 1] |= (byte) 0x7f;
                refuses(damaged, last);
                refuses(Arrays.copyOf(damaged, last + entry.size()), last);
                break;
            }
        }
    }
}
