package org.gamenet.rgs.core.session;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** What waits for the worker. Any thread puts in, one takes out. */
final class Mailbox {
    private final ConcurrentLinkedQueue<Input> queue = new ConcurrentLinkedQueue<>();
    /** A pump waits already: one is enough. */
    private final AtomicBoolean pumped = new AtomicBoolean();
    private volatile Runnable wake = () -> {};

    /** Who is told that something came; cheap, on the thread that put it in. */
    void onOffer(Runnable waker) {
        wake = waker;
    }

    void offer(Input input) {
        queue.add(input);
        wake.run();
    }

    void pump() {
        if (pumped.compareAndSet(false, true)) offer(new Input.Pump());
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
