package org.gamenet.rgs.directory;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/** The folder of one directory, held so that no second one writes there. */
final class DataFolder implements AutoCloseable {

    private final Path path;
    private final FileChannel channel;

    private DataFolder(Path path, FileChannel channel) {
        this.path = path;
        this.channel = channel;
    }

    /** Makes and locks it; the error says what is wrong with it. The lock ends with the process, however it ends. */
    static DataFolder hold(Path path) throws IOException {
        if (path.toString().indexOf(',') >= 0 || path.toString().contains("${")) {
            throw new IOException("The folder " + path
                    + " has a comma or ${ in its path, which the log's settings cannot carry: choose another one");
        }
        try {
            Files.createDirectories(path);
        } catch (IOException e) {
            throw new IOException(
                    "The folder " + path + " cannot be made (" + e + "): choose a folder that this user may write to",
                    e);
        }
        FileChannel channel;
        try {
            channel = FileChannel.open(
                    path.resolve("directory.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw new IOException(
                    "The folder " + path + " cannot be written to (" + e
                            + "): choose a folder that this user may write to",
                    e);
        }
        try {
            FileLock lock = channel.tryLock();
            if (lock == null) {
                throw inUse(path, null);
            }
            return new DataFolder(path, channel);
        } catch (OverlappingFileLockException e) {
            channel.close();
            throw inUse(path, e);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    private static IOException inUse(Path path, @Nullable Throwable cause) {
        return new IOException(
                "The folder " + path + " is in use by another directory: stop that one, or choose another folder",
                cause);
    }

    Path path() {
        return path;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
