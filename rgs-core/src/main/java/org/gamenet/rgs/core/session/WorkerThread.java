package org.gamenet.rgs.core.session;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/** Runs a worker: woken at once by what comes, otherwise when time brings something; sleeps in between. A daemon. */
public final class WorkerThread {
    private static final long LONGEST_NANOS = 50_000_000;

    private final SessionWorker worker;
    private final Thread thread;
    private final AtomicBoolean asleep = new AtomicBoolean();
    private final CountDownLatch over = new CountDownLatch(1);

    public WorkerThread(SessionWorker worker, String name) {
        this.worker = worker;
        this.thread = new Thread(this::run, name);
        thread.setDaemon(true);
        worker.onWork(this::wake);
    }

    /** Starts the thread, which begins the session. Any thread; once. */
    public void start() {
        thread.start();
    }

    private void wake() {
        if (asleep.compareAndSet(true, false)) LockSupport.unpark(thread);
    }

    private void run() {
        try {
            worker.begin();
            while (!worker.isFinished()) {
                if (worker.dutyCycle() > 0) continue;
                asleep.set(true);
                long wait = worker.nextAt() - worker.now();
                if (wait > 0 && !worker.isFinished()) LockSupport.parkNanos(this, Math.min(wait, LONGEST_NANOS));
                asleep.set(false);
            }
        } finally {
            over.countDown();
        }
    }

    /** Waits until the session is over; false if it is not by then. Any thread but its own. */
    public boolean awaitEnd(long millis) throws InterruptedException {
        return over.await(millis, TimeUnit.MILLISECONDS);
    }
}
