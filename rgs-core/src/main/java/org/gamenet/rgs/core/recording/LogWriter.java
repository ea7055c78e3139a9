package org.gamenet.rgs.core.recording;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Appends entries to a file on a daemon thread of its own. There is room for so many bytes that wait for the disk; when
 * that is full, or the file is, the log ends. Any thread, but for {@link #write}: one thread at a time.
 */
public final class LogWriter {
    private static final Logger LOG = LoggerFactory.getLogger(LogWriter.class);
    private static final long WAITING_BYTES_MAX = 32L << 20;
    private static final int BATCH_BYTES = 64 << 10;
    private static final long LONGEST_NANOS = 100_000_000;

    private final Path file;
    private final FileChannel channel;
    private final long bytesMax;
    private final ConcurrentLinkedQueue<byte[]> queue = new ConcurrentLinkedQueue<>();
    private final AtomicLong waiting = new AtomicLong();
    private final AtomicLong taken = new AtomicLong();
    private final Thread thread;
    private volatile boolean over;

    private LogWriter(Path file, FileChannel channel, long bytesMax) {
        this.file = file;
        this.channel = channel;
        this.bytesMax = bytesMax;
        thread = new Thread(this::run, "rgs-log");
        thread.setDaemon(true);
    }

    /** Makes the file; {@link IllegalArgumentException} if it exists or cannot be made. */
    public static LogWriter open(Path file, long bytesMax) {
        try {
            FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            LogWriter writer = new LogWriter(file, channel, bytesMax);
            writer.put(LogFormat.start());
            writer.thread.start();
            return writer;
        } catch (FileAlreadyExistsException there) {
            throw new IllegalArgumentException("record(" + file + "): the file exists; name a new one", there);
        } catch (IOException cannot) {
            throw new IllegalArgumentException("record(" + file + "): the file cannot be made: " + cannot, cannot);
        }
    }

    /** Takes it, {@code micros} after the one before; false, and the log is over, if there is no room. */
    public boolean write(Entry entry, long micros) {
        if (over) return false;
        byte[] bytes = LogFormat.entry(entry, micros);
        byte[] cut = LogFormat.entry(new Entry.Cut("the log has reached its size"), 0);
        String why = taken.get() + bytes.length + cut.length > bytesMax
                ? "it has reached RECORDING_BYTES, " + bytesMax
                : waiting.get() + bytes.length > WAITING_BYTES_MAX ? "the disk does not keep up" : "";
        if (why.isEmpty()) {
            put(bytes);
            return true;
        }
        LOG.warn("the session log {} ends: {}", file, why);
        put(LogFormat.entry(new Entry.Cut(why), 0));
        close();
        return false;
    }

    private void put(byte[] bytes) {
        taken.addAndGet(bytes.length);
        waiting.addAndGet(bytes.length);
        queue.add(bytes);
        LockSupport.unpark(thread);
    }

    /** Takes nothing more, and writes what it has taken. */
    public void close() {
        over = true;
        LockSupport.unpark(thread);
    }

    /** Whether nothing more is taken. */
    public boolean isOver() {
        return over;
    }

    /** The bytes taken so far. */
    public long bytes() {
        return taken.get();
    }

    /** Waits until all is written and the file closed. For tests and for the end of a process. */
    public void await(long millis) throws InterruptedException {
        thread.join(millis);
    }

    private void run() {
        ByteBuffer batch = ByteBuffer.allocateDirect(BATCH_BYTES);
        try (channel) {
            while (true) {
                boolean last = over;
                byte[] next = queue.poll();
                if (next != null) {
                    add(batch, next);
                } else if (batch.position() > 0) {
                    flush(batch);
                } else if (last) {
                    return;
                } else {
                    LockSupport.parkNanos(this, LONGEST_NANOS);
                }
            }
        } catch (IOException failed) {
            over = true;
            LOG.warn("the session log {} ends: it cannot be written: {}", file, failed.toString());
        }
    }

    private void add(ByteBuffer batch, byte[] entry) throws IOException {
        waiting.addAndGet(-entry.length);
        if (entry.length > batch.remaining()) flush(batch);
        if (entry.length > batch.remaining()) writeAll(ByteBuffer.wrap(entry));
        else batch.put(entry);
    }

    private void flush(ByteBuffer batch) throws IOException {
        batch.flip();
        writeAll(batch);
        batch.clear();
    }

    private void writeAll(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) channel.write(bytes);
    }
}
