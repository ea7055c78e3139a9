package org.gamenet.rgs.core.session.base;

import java.nio.ByteBuffer;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.wire.FrameHeader;
import org.jspecify.annotations.Nullable;

/**
 * The input that waits for the worker. Any thread puts in; the thread whose turn it is takes out. Frames have a limit:
 * at it the thread that brings one waits, so that nothing more is read from the sockets and their senders wait in their
 * turn; frames on their way keep their order, and signs of life are as late as all else. Only if the worker takes
 * nothing for a second a frame is dropped, and counted.
 */
public final class Mailbox {
    /** The next frame of every sender waits behind these: a flood of one must not make that long for the others. */
    private static final int FRAMES_MOST = 4_096;

    private static final long BYTES_MOST = 64L << 20;
    private static final long PATIENCE_NANOS = 1_000_000_000;
    private static final long LOOK_NANOS = 200_000;

    private final ConcurrentLinkedQueue<WorkerInput> queue = new ConcurrentLinkedQueue<>();
    /** A pump waits already: one is enough. */
    private final AtomicBoolean pumped = new AtomicBoolean();

    private final int framesMost;
    private final long bytesMost;
    private final long patienceNanos;
    private final AtomicInteger frames = new AtomicInteger();
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicLong dropped = new AtomicLong();
    private volatile boolean closed;
    private volatile WorkSignal signal = () -> {};

    public Mailbox() {
        this(FRAMES_MOST, BYTES_MOST, PATIENCE_NANOS);
    }

    Mailbox(int framesMost, long bytesMost, long patienceNanos) {
        this.framesMost = framesMost;
        this.bytesMost = bytesMost;
        this.patienceNanos = patienceNanos;
    }

    /** The listener that is told that something came. */
    public void onOffer(WorkSignal told) {
        signal = told;
    }

    public void offer(WorkerInput input) {
        if (!hasRoomFor(input)) return;
        queue.add(input);
        signal.came();
    }

    /**
     * A frame from a link: taken by this thread, if it has the turn or gets it and only light work waits; else it is
     * put in, and nobody is told before {@link #framesCame}.
     */
    public void hears(Endpoint from, FrameHeader header, ByteBuffer body) {
        if (signal.frameCame(from, header, body)) return;
        WorkerInput.Read read = new WorkerInput.Read(from, header, body);
        if (hasRoomFor(read)) queue.add(read);
    }

    /** Waits for it; false if there is none. */
    private boolean hasRoomFor(WorkerInput input) {
        int size = sizeOf(input);
        if (size < 0) return true;
        if (isFull()) awaitRoom();
        if (isFull()) {
            dropped.incrementAndGet();
            return false;
        }
        frames.incrementAndGet();
        bytes.addAndGet(size);
        return true;
    }

    /** An input that is larger than all the room there is comes in by itself. */
    private boolean isFull() {
        return frames.get() >= framesMost || bytes.get() >= bytesMost;
    }

    private void awaitRoom() {
        signal.awaitsRoom();
        long until = System.nanoTime() + patienceNanos;
        int before = frames.get();
        while (isFull() && !closed && !Thread.currentThread().isInterrupted()) {
            long now = System.nanoTime();
            int left = frames.get();
            if (left < before) until = now + patienceNanos;
            else if (now - until > 0) return;
            before = left;
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    /** Bytes of a frame; -1 of all else. */
    private static int sizeOf(WorkerInput input) {
        if (input instanceof WorkerInput.Read read) return read.body().capacity();
        if (input instanceof WorkerInput.Heard heard) return heard.frame().capacity();
        return input instanceof WorkerInput.Received received ? received.frame().capacity() : -1;
    }

    public void framesCame() {
        signal.framesCame();
    }

    public void pump() {
        if (pumped.compareAndSet(false, true)) offer(new WorkerInput.Pump());
    }

    /** The application has sent something. */
    public void sent() {
        if (!pumped.compareAndSet(false, true)) return;
        queue.add(new WorkerInput.Pump());
        signal.sent();
    }

    /** The next input, for the thread whose turn it is. */
    @Nullable
    public WorkerInput peek() {
        return queue.peek();
    }

    public @Nullable WorkerInput poll() {
        WorkerInput next = queue.poll();
        if (next instanceof WorkerInput.Pump) pumped.set(false);
        int size = next == null ? -1 : sizeOf(next);
        if (size >= 0) {
            frames.decrementAndGet();
            bytes.addAndGet(-size);
        }
        return next;
    }

    public boolean isEmpty() {
        return queue.isEmpty();
    }

    /** Nobody takes anything any more, and nobody waits. */
    public void close() {
        closed = true;
    }

    /** Frames that wait. */
    int frames() {
        return frames.get();
    }

    /** Frames that came when there had been no room for too long. */
    public long dropped() {
        return dropped.get();
    }
}
