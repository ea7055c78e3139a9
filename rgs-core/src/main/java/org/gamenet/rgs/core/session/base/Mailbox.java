package org.gamenet.rgs.core.session.base;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** What waits for the worker. Any thread puts in, whose turn it is takes out. */
public final class Mailbox {
    private final ConcurrentLinkedQueue<WorkerInput> queue = new ConcurrentLinkedQueue<>();
    /** A pump waits already: one is enough. */
    private final AtomicBoolean pumped = new AtomicBoolean();

    private volatile WorkSignal signal = () -> {};

    /** Who is told that something came. */
    public void onOffer(WorkSignal told) {
        signal = told;
    }

    public void offer(WorkerInput input) {
        queue.add(input);
        signal.came();
    }

    /** Nobody is told before {@link #framesCame}. */
    public void add(WorkerInput frame) {
        queue.add(frame);
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

    /** What comes next; whose turn it is. */
    @Nullable
    public WorkerInput peek() {
        return queue.peek();
    }

    public @Nullable WorkerInput poll() {
        WorkerInput next = queue.poll();
        if (next instanceof WorkerInput.Pump) pumped.set(false);
        return next;
    }

    public boolean isEmpty() {
        return queue.isEmpty();
    }
}
