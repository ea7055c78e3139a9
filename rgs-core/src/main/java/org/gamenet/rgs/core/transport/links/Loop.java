package org.gamenet.rgs.core.transport.links;

import java.io.IOException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.Arrays;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread of a process that waits for its listeners and links. Any thread, but for {@link #register} and
 * {@link #forgetCancelled}: its own.
 */
public final class Loop implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Loop.class);
    private static final AtomicLong NUMBER = new AtomicLong();
    private static final long ROUND_MILLIS = 50;
    /** No descriptors left, say: what cannot be done now is tried again, but not all the time. */
    private static final long RESPITE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final Selector selector;
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    /** Another array for each that is added: it is gone through at every round. */
    private volatile Runnable[] rounds = {};

    private volatile boolean closing;
    /** When it began to wait last: until then all that had come was read. */
    private volatile long waitsSince = System.nanoTime();

    private volatile @Nullable Thread thread;

    /** The work to do when a channel is ready. An exception of it ends neither the channel nor the loop. */
    @FunctionalInterface
    public interface Ready {
        void ready(SelectionKey key) throws IOException;
    }

    public Loop() throws IOException {
        selector = Selector.open();
    }

    public void start() {
        Thread started = new Thread(this::run, "rgs-links-" + NUMBER.incrementAndGet());
        started.setDaemon(true);
        thread = started;
        started.start();
    }

    /** Has this done again and again, every {@value #ROUND_MILLIS} ms or sooner. */
    public synchronized void eachRound(Runnable what) {
        Runnable[] more = Arrays.copyOf(rounds, rounds.length + 1);
        more[rounds.length] = what;
        rounds = more;
    }

    /**
     * How long it may be that nobody has looked at what comes, in nanoseconds: the thread gets no processor, or is busy
     * with something else. 0: it looks.
     */
    public long unreadNanos() {
        return Math.max(0, System.nanoTime() - waitsSince - 2 * TimeUnit.MILLISECONDS.toNanos(ROUND_MILLIS));
    }

    /** Has this done soon. */
    public void execute(Runnable task) {
        tasks.add(task);
        selector.wakeup();
    }

    /** Before {@link #start}, or on the loop's thread. */
    public SelectionKey register(SelectableChannel channel, int interests, Ready then) throws IOException {
        channel.configureBlocking(false);
        return channel.register(selector, interests, then);
    }

    /** Lets go of channels whose keys were cancelled, so that they may block. */
    public void forgetCancelled() throws IOException {
        selector.selectNow(key -> {});
    }

    private void run() {
        // A round is a method of its own, for what is called often is compiled, and a loop that turns slowly is not.
        while (!closing && round()) {}
        // By this thread, which alone registers: the JDK does not bear both at once.
        closeSelector();
    }

    /** False once it is closed. */
    private boolean round() {
        try {
            waitsSince = System.nanoTime();
            selector.select(Loop::handle, ROUND_MILLIS);
            // Tasks that are added meanwhile wait for the next round, or one task could keep all others waiting.
            for (int left = tasks.size(); left > 0; left--) {
                guarded(tasks.remove());
            }
            for (Runnable each : rounds) {
                guarded(each);
            }
        } catch (ClosedSelectorException closed) {
            return false;
        } catch (IOException trouble) {
            LockSupport.parkNanos(RESPITE_NANOS);
        }
        return true;
    }

    private static void handle(SelectionKey key) {
        try {
            if (key.isValid()) {
                ((Ready) key.attachment()).ready(key);
            }
        } catch (IOException | RuntimeException trouble) {
            LOG.debug("one visitor's trouble, or no descriptors left: {}", trouble.toString());
            LockSupport.parkNanos(RESPITE_NANOS);
        } catch (Error fault) {
            warn(fault);
        }
    }

    private static void guarded(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException | Error fault) {
            warn(fault);
        }
    }

    /** No memory, say. Without this thread the process would hear nothing more, and know nothing of it. */
    static void warn(Throwable fault) {
        LOG.warn("no memory, or a fault of RGS at its links: please report it", fault);
    }

    /** Closes all its channels and ends the thread. Idempotent. */
    @Override
    public void close() {
        closing = true;
        closeChannels();
        if (thread == null) {
            closeSelector();
        } else {
            selector.wakeup();
        }
    }

    private void closeChannels() {
        List<SelectionKey> open;
        try {
            open = List.copyOf(selector.keys());
        } catch (ClosedSelectorException | ConcurrentModificationException loopDoesIt) {
            return;
        }
        for (SelectionKey key : open) {
            try {
                key.channel().close();
            } catch (IOException gone) {
                // that is what was wanted
            }
        }
    }

    private void closeSelector() {
        closeChannels();
        try {
            selector.close();
        } catch (IOException gone) {
            // that is what was wanted
        }
    }
}
