package org.gamenet.rgs.core.session;

import java.nio.ByteBuffer;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.session.base.WorkSignal;
import org.gamenet.rgs.core.wire.FrameHeader;
import org.jspecify.annotations.Nullable;

/**
 * Runs a worker, one thread at a time. Its own thread, a daemon, does whatever there is to do, woken by input or by
 * time. A thread that brings light work, frames with messages or a message of its own to send, while nobody has the
 * turn takes the turn, does a bounded part of it and saves two changes of thread. A thread that finds the turn taken
 * goes on at once, for the one that has it looks into the mailbox once more after letting go.
 */
public final class WorkerThread implements WorkSignal {
    private static final long LONGEST_NANOS = 50_000_000;
    /** So often it is asked whether the executor takes the last update: ten seconds. */
    private static final int LAST_TRIES = 200;

    private static final int FRAMES_MOST = 256;
    /** Its own, and what was there already. */
    private static final int SENT_MOST = 2;
    /** A thread that sends again so soon leaves it to the worker's thread, which sends many at once. */
    private static final long SENT_AGAIN_NANOS = 100_000;

    private final SessionWorker worker;
    private final BooleanSupplier alone;
    private final Thread thread;
    private final AtomicReference<@Nullable Thread> holder = new AtomicReference<>();
    private final AtomicBoolean asleep = new AtomicBoolean();
    /** The worker's thread waits for the turn. */
    private volatile boolean wants;

    /** Frames that the reading thread has taken in this turn. Of the holder. */
    private int taken;

    /** The turn is that of the thread which reads from links: kept until {@link #framesCame}. Of the holder. */
    private boolean reads;

    private volatile long sentAt = Long.MIN_VALUE;
    private final CountDownLatch over = new CountDownLatch(1);

    /**
     * @param alone whether handlers may hold up the thread that reads from links, because it reads for nobody else's
     *     session
     */
    public WorkerThread(SessionWorker worker, String name, BooleanSupplier alone) {
        this.worker = worker;
        this.alone = alone;
        this.thread = new Thread(this::run, name);
        thread.setDaemon(true);
        holder.set(thread);
        worker.onWork(this);
    }

    /** Starts the thread, which begins the session. Any thread; once. */
    public void start() {
        thread.start();
    }

    @Override
    public void came() {
        if (holder.get() == Thread.currentThread()) return;
        if (asleep.compareAndSet(true, false)) LockSupport.unpark(thread);
    }

    /** The turn is kept until {@link #framesCame}, or until the worker's thread wants it. */
    @Override
    public boolean frameCame(Endpoint from, FrameHeader header, ByteBuffer body) {
        if (holder.get() != Thread.currentThread()) {
            if (!LightTurn.isLight(header) || worker.hasWork() || !beginTurn()) return false;
            taken = 0;
            reads = true;
        }
        boolean handles = alone.getAsBoolean();
        if (!wants && taken++ < FRAMES_MOST && worker.takesFrame(from, header, body, handles)) return true;
        endTurn(0, true, handles);
        return false;
    }

    /** A thread that reads lets go of its turn: whoever waits with it would wait for itself. */
    @Override
    public void awaitsRoom() {
        if (holder.get() == Thread.currentThread() && reads) endTurn(0, false, false);
        came();
    }

    @Override
    public void framesCame() {
        boolean handles = alone.getAsBoolean();
        if (holder.get() == Thread.currentThread()) endTurn(FRAMES_MOST, true, handles);
        else takeTurn(FRAMES_MOST, true, handles);
    }

    @Override
    public void sent() {
        long now = worker.now();
        if (now - sentAt < SENT_AGAIN_NANOS) {
            sentAt = now;
            came();
        } else {
            takeTurn(SENT_MOST, false, false);
            sentAt = worker.now();
        }
    }

    private void takeTurn(int most, boolean frames, boolean handles) {
        if (beginTurn()) endTurn(most, frames, handles);
    }

    /** False if it is not for this thread now: whoever has it, or the worker's own, takes what came. */
    private boolean beginTurn() {
        if (wants || !holder.compareAndSet(null, Thread.currentThread())) return false;
        boolean begun = false;
        try {
            begun = worker.beginLightTurn();
        } finally {
            if (!begun) letGo();
        }
        if (!begun) came();
        return begun;
    }

    private void endTurn(int most, boolean frames, boolean handles) {
        boolean rest = true;
        reads = false;
        try {
            rest = worker.endLightTurn(most, frames, handles);
        } finally {
            letGo();
        }
        if (rest || worker.hasWork()) came();
    }

    private void letGo() {
        holder.set(null);
        if (wants) LockSupport.unpark(thread);
    }

    /** The worker's own: of all who bring work it alone waits. */
    private void awaitTurn() {
        wants = true;
        while (!holder.compareAndSet(null, thread)) LockSupport.parkNanos(this, LONGEST_NANOS);
        wants = false;
    }

    private void run() {
        try {
            worker.begin();
            // A cycle is a method of its own, for what is called often is compiled, and a loop that turns slowly is
            // not.
            while (!worker.isFinished()) cycle();
        } catch (RuntimeException | Error fault) {
            worker.endOfAFault(fault);
        } finally {
            over.countDown();
        }
        askOn();
    }

    /** Closed is handed out in an update, too: an executor that did not take the last one is asked for a while. */
    private void askOn() {
        for (int i = 0; i < LAST_TRIES && worker.nextAt() != Long.MAX_VALUE; i++) {
            LockSupport.parkNanos(this, LONGEST_NANOS);
            worker.dutyCycle();
        }
    }

    private void cycle() {
        if (worker.dutyCycle() > 0) return;
        long wait = worker.nextAt() - worker.now();
        asleep.set(true);
        holder.set(null);
        if (wait > 0 && !worker.hasWork() && !worker.isFinished())
            LockSupport.parkNanos(this, Math.min(wait, LONGEST_NANOS));
        asleep.set(false);
        awaitTurn();
    }

    /** Waits until the session is over; false if it is not by then. Any thread but its own. */
    public boolean awaitEnd(long millis) throws InterruptedException {
        return over.await(millis, TimeUnit.MILLISECONDS);
    }
}
