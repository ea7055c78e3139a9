package org.gamenet.rgs.core.session;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.gamenet.rgs.core.session.base.WorkerInput;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The updates that are posted to the application's executor, one at a time, once there is one. Learns whether it runs
 * them on the thread that posts. Any thread, unless said otherwise.
 */
final class PostedUpdates {
    private static final Logger LOG = LoggerFactory.getLogger(PostedUpdates.class);

    private final SessionWorker worker;
    private final Runnable update;
    private final BooleanSupplier over;
    private final AtomicBoolean posted = new AtomicBoolean();
    private final Runnable task = this::run;
    private volatile @Nullable Executor executor;
    /** The thread that is in the executor right now. */
    private volatile @Nullable Thread posts;
    /** The executor has been seen to run nothing on the thread that posts. */
    private volatile boolean elsewhere;

    private volatile boolean inPlace;

    /** @param over whether the application wants no update any more */
    PostedUpdates(SessionWorker worker, Runnable update, BooleanSupplier over) {
        this.worker = worker;
        this.update = update;
        this.over = over;
    }

    boolean arePosted() {
        return executor != null;
    }

    /** To this executor from now on. */
    void to(Executor poster) {
        executor = poster;
    }

    /** Whether a posted update may run on the thread that posts it. */
    boolean mayBeHere() {
        return executor != null && !elsewhere;
    }

    /** Posts one update, unless one is posted already. If the executor runs it here: who has the turn, and no other. */
    void post() {
        Executor poster = executor;
        if (poster == null || over.getAsBoolean() || !posted.compareAndSet(false, true)) return;
        try {
            posts = Thread.currentThread();
            poster.execute(task);
            elsewhere = !inPlace;
        } catch (RejectedExecutionException closed) {
            posted.set(false);
            LOG.warn("{}: the executor of updateOn takes nothing more: {}", worker.self(), closed.getMessage());
        } catch (RuntimeException | Error thrown) {
            // A handler's, in place: as on any other thread it ends one update, and nothing of RGS.
            Thread here = Thread.currentThread();
            here.getUncaughtExceptionHandler().uncaughtException(here, thrown);
        } finally {
            posts = null;
        }
    }

    /**
     * The same from outside of a turn: handlers run on no thread of the application that only wanted to say something.
     */
    void postInTurn() {
        if (elsewhere) {
            post();
            return;
        }
        worker.mailbox().offer(new WorkerInput.Posts());
        if (worker.isFinished()) post();
    }

    /** On the executor. */
    private void run() {
        posted.set(false);
        if (posts == Thread.currentThread()) {
            inPlace = true;
            elsewhere = false;
        }
        update.run();
    }
}
