package org.gamenet.rgs.directory;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The end of Ratis's open segment. A process killed inside a write leaves the beginning of an entry and then nothing,
 * or the zeros that the file was made with; Ratis takes the first for the end and the second for damage. An entry like
 * that was never confirmed, so it is cut off here. Any other fault is left to Ratis, which refuses to start.
 *
 * <p>A segment is a header of {@value #HEADER_BYTES} bytes, then entries: a varint of the length, the entry, CRC-32C of
 * both; then zeros.
 */
final class LogTail {

    private static final Logger LOG = LoggerFactory.getLogger(LogTail.class);
    private static final int HEADER_BYTES = 8;
    private static final int SUM_BYTES = 4;
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
        if (torn >= 0) {
            LOG.warn(
                    "The last process was killed while it wrote; the unconfirmed entry at byte {} of {} is dropped",
                    torn,
                    segment);
            file.truncate(torn);
            file.force(true);
        }
    }

    /** Where an unfinished last entry begins; -1 if there is none. */
    static int torn(ByteBuffer bytes) {
        while (bytes.hasRemaining() && bytes.get(bytes.position()) != 0) {
            int start = bytes.position();
            long length = length(bytes);
            long sumAt = bytes.position() + length;
            long end = sumAt + SUM_BYTES;
            if (length < 0 || end > bytes.limit()) {
                return start;
            }
            CRC32C sum = new CRC32C();
            sum.update(bytes.array(), start, (int) sumAt - start);
            int written = bytes.getInt((int) sumAt);
            if (written != (int) sum.getValue()) {
                return written == 0 && onlyZeros(bytes, (int) end) ? start : -1;
            }
            bytes.position((int) end);
        }
        return -1;
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
