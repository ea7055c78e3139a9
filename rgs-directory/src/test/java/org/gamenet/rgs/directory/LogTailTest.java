package org.gamenet.rgs.directory;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
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
}
