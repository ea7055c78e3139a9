package org.gamenet.rgs.directory;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The end of Ratis's open segment. A process killed inside a write leaves the beginning of an entry and then nothing,
 * or the zeros that the file was made with; Ratis takes the first for the end and the second for damage. An entry like
 * that was never confirmed, so it is cut off here. Where entries that can be read follow, it is damage instead, and
 * they were confirmed: Ratis would cut them off too, so that is refused here. So is a last entry that is whole but for
 * its length: its sum, which is of length and entry, fits the length that it should have. Any other fault is left to
 * Ratis, which refuses to start.
 *
 * <p>A segment is a header of {@value #HEADER_BYTES} bytes, then entries: a varint of the length, the entry, CRC-32C of
 * both; then zeros. An entry begins with its term.
 */
final class LogTail {

    private static final Logger LOG = LoggerFactory.getLogger(LogTail.class);
    private static final int HEADER_BYTES = 8;
    private static final int SUM_BYTES = 4;
    private static final int LENGTH_BYTES_MAX = 5;
    private static final byte TERM = 1 << 3;
    private static final long SEGMENT_BYTES_MAX = 64 << 20;

    private LogTail() {}

    /** Cuts what a killed process left unfinished below this folder. */
    static void cut(Path folder) throws IOException {
        List<Path> open;
        try (Stream<Path> files = Files.find(
                folder, 4, (path, facts) -> path.getFileName().toString().startsWith("log_inprogress_"))) {
            open = files.toList();
        }
        for (Path segment : open) {
            try (FileChannel file = FileChannel.open(segment, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                cut(segment, file);
            }
        }
    }

    private static void cut(Path segment, FileChannel file) throws IOException {
        if (file.size() <= HEADER_BYTES || file.size() > SEGMENT_BYTES_MAX) {
            return;
        }
        ByteBuffer bytes = ByteBuffer.allocate((int) file.size());
        while (bytes.hasRemaining() && file.read(bytes) >= 0) {
            // until all is read
        }
        bytes.flip().position(HEADER_BYTES);
        int torn = torn(bytes);
        if (torn >= 0 && isFollowed(bytes, torn)) {
            throw new IOException(
                    segment + " is damaged at byte " + torn + " and not torn there: entries that can be read follow");
        }
        if (torn >= 0 && lacksItsLengthAlone(bytes, torn)) {
            throw new IOException(segment + " is damaged at byte " + torn
                    + " and not torn there: of the last entry only the length is wrong");
        }
        if (torn >= 0) {
            LOG.warn(
                    "The last process was killed while it wrote; the unconfirmed entry at byte {} of {} is dropped",
                    torn,
                    segment);
            file.truncate(torn);
            file.force(true);
        }
    }

    /** Where an entry begins that does not end, or has no sum and only zeros behind it; -1 if there is none. */
    static int torn(ByteBuffer bytes) {
        while (bytes.hasRemaining() && bytes.get(bytes.position()) != 0) {
            int start = bytes.position();
            int end = end(bytes);
            if (end < 0) {
                return start;
            }
            if (!isWhole(bytes, start, end)) {
                return bytes.getInt(end - SUM_BYTES) == 0 && onlyZeros(bytes, end) ? start : -1;
            }
            bytes.position(end);
        }
        return -1;
    }

    /** Whether an entry that can be read begins anywhere behind the one that begins there. */
    static boolean isFollowed(ByteBuffer bytes, int torn) {
        for (int start = torn + 1; start < bytes.limit(); start++) {
            int end = end(bytes.position(start));
            // The sum of so many bytes is not taken at every byte.
            boolean begins = end >= 0 && bytes.get(bytes.position()) == TERM;
            if (begins && isWhole(bytes, start, end)) {
                return true;
            }
        }
        return false;
    }

    /** Whether the entry that begins there was written to its end: with another length in front its sum is right. */
    static boolean lacksItsLengthAlone(ByteBuffer bytes, int torn) {
        int written = bytes.limit();
        while (written > torn && bytes.get(written - 1) == 0) {
            written--;
        }
        // The sum itself may end with zeros.
        int last = Math.min(bytes.limit(), written + SUM_BYTES);
        for (int end = written; end <= last; end++) {
            for (int size = 1; size <= LENGTH_BYTES_MAX; size++) {
                int length = end - SUM_BYTES - torn - size;
                if (length > 0 && isWhole(bytes, torn + size, end, varint(length), size)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean isWhole(ByteBuffer bytes, int start, int end, byte[] length, int size) {
        if (length.length != size) {
            return false;
        }
        CRC32C sum = new CRC32C();
        sum.update(length);
        sum.update(bytes.array(), start, end - SUM_BYTES - start);
        return bytes.getInt(end - SUM_BYTES) == (int) sum.getValue();
    }

    private static byte[] varint(int length) {
        ByteBuffer bytes = ByteBuffer.allocate(LENGTH_BYTES_MAX);
        int rest = length;
        for (; rest > 0x7f; rest >>>= 7) {
            bytes.put((byte) (rest | 0x80));
        }
        bytes.put((byte) rest);
        return Arrays.copyOf(bytes.array(), bytes.position());
    }

    /**
     * Where the entry that begins here ends by its length, which is read; -1 if that is none, or not in these bytes.
     */
    private static int end(ByteBuffer bytes) {
        long length = length(bytes);
        long end = bytes.position() + length + SUM_BYTES;
        return length < 0 || end > bytes.limit() ? -1 : (int) end;
    }

    private static boolean isWhole(ByteBuffer bytes, int start, int end) {
        CRC32C sum = new CRC32C();
        sum.update(bytes.array(), start, end - SUM_BYTES - start);
        return bytes.getInt(end - SUM_BYTES) == (int) sum.getValue();
    }

    /** A varint; -1 if the bytes end inside it or it is none. */
    private static long length(ByteBuffer bytes) {
        long length = 0;
        for (int shift = 0; shift < 35 && bytes.hasRemaining(); shift += 7) {
            byte next = bytes.get();
            length |= (long) (next & 0x7f) << shift;
            if (next >= 0) {
                return length;
            }
        }
        return -1;
    }

    private static boolean onlyZeros(ByteBuffer bytes, int from) {
        for (int i = from; i < bytes.limit(); i++) {
            if (bytes.get(i) != 0) {
                return false;
            }
        }
        return true;
    }
}
