package org.gamenet.rgs.core.session;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** What waits for the worker. Any thread puts in, whose turn it is takes out. */
final class Mailbox {
    private final ConcurrentLinkedQueue<Input> queue = new ConcurrentLinkedQueue<>();
    /** A pump waits already: one is enough. */
    private final AtomicBoolean pumped = new AtomicBoolean();
    private volatile WorkSignal signal = () -> {};

    /** Who is told that something came. */
    void onOffer(WorkSignal told) {
        signal = told;
    }

    void offer(Input input) {
        queue.add(input);
        signal.came();
    }

    /** Nobody is told before {@link #framesCame}. */
    void add(Input frame) {
        queue.add(frame);
    }

    void framesCame() {
        signal.framesCame();
    }

    void pump() {
        if (pumped.compareAndSet(false, true)) offer(new Input.Pump());
    }

    /** The application has sent something. */
    void sent() {
        if (!pumped.compareAndSet(false, true)) return;
        queue.add(new Input.Pump());
        signal.sent();
    }

    /** What comes next; whose turn it is. */
    @Nullable Input peek() {
        return queue.peek();
    }

    @Nullable Input poll() {
        Input next = queue.poll();
        if (next instanceof Input.Pump) pumped.set(false);
        return next;
    }

    boolean isEmpty() {
        return queue.isEmpty();
    }
}
