package org.gamenet.rgs.core.session;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.gamenet.rgs.core.session.base.WorkerInput;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The updates that are posted to the application's executor, one at a time, once there is one. Only here it is known
 * whether one is on its way, for an executor may take none, or run it where no handler may run: then it is owed. Any
 * thread, unless said otherwise.
 */
final class PostedUpdates {
    private static final Logger LOG = LoggerFactory.getLogger(PostedUpdates.class);
    /** An executor that took nothing is asked again: a game that draws a picture every 16 ms misses one or two. */
    private static final long AGAIN_NANOS = 20_000_000;

    private enum Stand {
        /** None is wanted. */
        NONE,
        /** One is wanted, and the executor has none. */
        OWED,
        /** The executor has one. */
        POSTED,
        /** One runs. */
        RUNS,
        /** One runs, and another is wanted when it has ended. */
        RUNS_AND_OWED
    }

    private final SessionWorker worker;
    private final Runnable update;
    private final BooleanSupplier over;
    private final BooleanSupplier inside;
    private final AtomicReference<Stand> stand = new AtomicReference<>(Stand.NONE);
    private volatile @Nullable Executor executor;
    /** The executor was given something: by then it has been seen whether it runs that at once. */
    private volatile boolean tried;
    /** The executor has been seen to run something on the thread that posts. */
    private volatile boolean inPlace;
    /** When what is owed is to be posted again. */
    private volatile long againAt;
    /** The application was told that its executor takes nothing. */
    private volatile boolean told;

    /**
     * @param over whether the application wants no update any more
     * @param inside whether this thread is in update or recv
     */
    PostedUpdates(SessionWorker worker, Runnable update, BooleanSupplier over, BooleanSupplier inside) {
        this.worker = worker;
        this.update = update;
        this.over = over;
        this.inside = inside;
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
        return executor != null && (inPlace || !tried);
    }

    /** When the executor is to be asked again; {@link Long#MAX_VALUE} if nothing is owed. */
    long againAt() {
        return stand.get() == Stand.OWED && !over.getAsBoolean() ? againAt : Long.MAX_VALUE;
    }

    /**
     * Posts one update, unless one is on its way. {@code here}: handlers may run on this thread; on any other the one
     * whose turn it is posts, if the executor may run it at once. No thread of the application that only wanted to say
     * something runs handlers.
     */
    void post(boolean here) {
        Executor poster = executor;
        if (poster == null || over.getAsBoolean()) return;
        Stand at = stand.get();
        if (at == Stand.POSTED || at == Stand.RUNS_AND_OWED) return;
        if (at == Stand.RUNS && stand.compareAndSet(Stand.RUNS, Stand.RUNS_AND_OWED)) return;
        if (at == Stand.OWED && worker.now() < againAt) return;
        if (!here && mayBeHere() && !worker.isFinished()) {
            worker.mailbox().offer(new WorkerInput.Posts());
            return;
        }
        at = stand.getAndUpdate(before -> switch (before) {
            case NONE, OWED -> Stand.POSTED;
            case RUNS -> Stand.RUNS_AND_OWED;
            case POSTED, RUNS_AND_OWED -> before;
        });
        if (at == Stand.NONE || at == Stand.OWED) execute(poster, new Post(here));
    }

    private void execute(Executor poster, Post post) {
        try {
            poster.execute(post);
            told = false;
        } catch (Throwable thrown) {
            if (post.begun.compareAndSet(false, true)) tookNothing(thrown);
            else tell(thrown);
        } finally {
            post.executing = false;
            tried = true;
        }
    }

    /** A queue that is full for a moment, or for good; an executor that is yet to begin, or closed. */
    private void tookNothing(Throwable why) {
        owe(AGAIN_NANOS);
        if (!told)
            LOG.warn(
                    "{}: the executor of updateOn takes nothing; it is asked again: {}", worker.self(), why.toString());
        told = true;
    }

    /** A handler's, in place: as on any other thread it ends one update, and nothing of RGS. */
    private static void tell(Throwable thrown) {
        Thread here = Thread.currentThread();
        here.getUncaughtExceptionHandler().uncaughtException(here, thrown);
    }

    private void owe(long afterNanos) {
        againAt = worker.now() + afterNanos;
        stand.set(Stand.OWED);
    }

    /** One update, as the executor has it. */
    private final class Post implements Runnable {
        private final Thread by = Thread.currentThread();
        private final boolean here;
        /** It runs, or has come to nothing: an executor that runs it later, or again, runs nothing. */
        private final AtomicBoolean begun = new AtomicBoolean();
        /** The thread that posts is in the executor. Of that thread. */
        private boolean executing = true;

        private Post(boolean here) {
            this.here = here;
        }

        @Override
        public void run() {
            if (!begun.compareAndSet(false, true)) return;
            boolean atOnce = by == Thread.currentThread() && executing;
            if (atOnce) inPlace = true;
            if (inside.getAsBoolean() || atOnce && !here && !worker.isFinished()) {
                owe(0);
                worker.mailbox().offer(new WorkerInput.Posts());
                return;
            }
            stand.set(Stand.RUNS);
            try {
                update.run();
            } finally {
                if (!stand.compareAndSet(Stand.RUNS, Stand.NONE)) {
                    owe(0);
                    post(false);
                }
            }
        }
    }
}
