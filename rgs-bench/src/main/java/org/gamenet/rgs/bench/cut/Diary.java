package org.gamenet.rgs.bench.cut;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.gamenet.rgs.bench.process.SharedClock;

/** The notes of a process about itself: a line per happening, its time first. Any thread. */
final class Diary implements AutoCloseable {
    private final OutputStream file;

    Diary(Path path) throws IOException {
        file = new BufferedOutputStream(Files.newOutputStream(path));
    }

    void note(Object... words) {
        StringBuilder line = new StringBuilder().append(SharedClock.now());
        for (Object word : words) line.append('\t').append(String.valueOf(word).replaceAll("[\\t\\n\\r]", " "));
        byte[] bytes = line.append('\n').toString().getBytes(StandardCharsets.UTF_8);
        try {
            synchronized (file) {
                file.write(bytes);
            }
        } catch (IOException full) {
            throw new UncheckedIOException(full);
        }
    }

    /** Makes all notes so far readable for other processes. */
    void flush() {
        try {
            synchronized (file) {
                file.flush();
            }
        } catch (IOException full) {
            throw new UncheckedIOException(full);
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
