package org.gamenet.rgs.core.model;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Where each world was reached from, in the order they were found, in a file: read only if a way has to be told. */
final class Trail implements AutoCloseable {
    private static final int ENTRY = 16;

    private final FileChannel file;
    private final ByteBuffer late = ByteBuffer.allocate(ENTRY << 14);
    private long written;

    Trail() {
        try {
            file = FileChannel.open(
                    Files.createTempFile("trail", null),
                    StandardOpenOption.READ,
                    StandardOpenOption.WRITE,
                    StandardOpenOption.DELETE_ON_CLOSE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void add(long parent, long hash) {
        late.putLong(parent).putLong(hash);
        if (!late.hasRemaining()) flush();
    }

    private void flush() {
        late.flip();
        try {
            while (late.hasRemaining()) written += file.write(late, written);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        late.clear();
    }

    /** The hashes on the way from the first world, which is left out, to this one. */
    List<Long> to(long number) {
        flush();
        List<Long> way = new ArrayList<>();
        ByteBuffer entry = ByteBuffer.allocate(ENTRY);
        for (long at = number; at > 0; at = entry.getLong(0)) {
            entry.clear();
            try {
                if (file.read(entry, at * ENTRY) < ENTRY) throw new AssertionError("no world " + at);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            way.add(entry.getLong(8));
        }
        Collections.reverse(way);
        return way;
    }

    @Override
    public void close() {
        try {
            file.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
