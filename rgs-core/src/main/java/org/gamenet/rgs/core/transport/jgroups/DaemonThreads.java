package org.gamenet.rgs.core.transport.jgroups;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jgroups.util.DefaultThreadFactory;
import org.jgroups.util.ThreadFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Threads that never keep a JVM alive. */
final class DaemonThreads {
    private static final Logger LOG = LoggerFactory.getLogger(DaemonThreads.class);
    private static final AtomicLong NUMBER = new AtomicLong();

    private DaemonThreads() {}

    static Thread start(String name, Runnable work) {
        Thread thread = new Thread(work, "rgs-" + name + "-" + NUMBER.incrementAndGet());
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private static final ScheduledThreadPoolExecutor LATER = later();

    private static ScheduledThreadPoolExecutor later() {
        ScheduledThreadPoolExecutor threads = new ScheduledThreadPoolExecutor(2, work -> {
            Thread thread = new Thread(work, "rgs-later-" + NUMBER.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        });
        threads.setKeepAliveTime(2, TimeUnit.SECONDS);
        threads.allowCoreThreadTimeOut(true);
        return threads;
    }

    /** Does it after so many milliseconds, together with others': short work only. */
    static void later(long millis, Runnable work) {
        LATER.schedule(work, millis, TimeUnit.MILLISECONDS);
    }

    /** Up to so many threads on demand, gone after two seconds of rest; rejects when all are busy. */
    static ThreadPoolExecutor onDemand(String name, int most) {
        return new ThreadPoolExecutor(0, most, 2, TimeUnit.SECONDS, new SynchronousQueue<>(), work -> {
            Thread thread = new Thread(work, "rgs-" + name + "-" + NUMBER.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        });
    }

    /**
     * Up to so many threads, gone after two seconds of rest; as many pieces of work wait for them, the next is
     * rejected.
     */
    static ThreadPoolExecutor queued(String name, int most, int waiting) {
        ThreadPoolExecutor queued =
                new ThreadPoolExecutor(most, most, 2, TimeUnit.SECONDS, new LinkedBlockingQueue<>(waiting), work -> {
                    Thread thread = new Thread(work, "rgs-" + name + "-" + NUMBER.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                });
        queued.allowCoreThreadTimeOut(true);
        return queued;
    }

    /**
     * A few threads for the packets of one group's stack, gone after a rest; one takes all while it keeps up. They wait
     * for nothing but, for a fraction of a second, the one that coordinates for the others' word on a view; a thread
     * for each packet would be dozens for each member as soon as many join. Rejects when all are busy and so much
     * waits.
     */
    static ThreadPoolExecutor few(int threads, int waiting, long restMillis, ThreadFactory factory) {
        RestingFirst queue = new RestingFirst();
        return new ThreadPoolExecutor(
                0,
                threads,
                restMillis,
                TimeUnit.MILLISECONDS,
                queue,
                work -> factory.newThread(work, "rgs-group"),
                (work, pool) -> {
                    if (queue.size() >= waiting)
                        throw new RejectedExecutionException(
                                threads + " threads are busy, " + waiting + " packets wait");
                    queue.put(work);
                });
    }

    /** Takes work that a resting thread takes at once, and no other: so the pool makes a thread for it while it may. */
    private static final class RestingFirst extends LinkedTransferQueue<Runnable> {
        private static final long serialVersionUID = 1;

        @Override
        public boolean offer(Runnable work) {
            return tryTransfer(work);
        }
    }

    /** For JGroups, which takes the daemon mark from threads of the plain class. */
    static DefaultThreadFactory forStack() {
        return new DefaultThreadFactory("rgs-group", true, true) {
            @Override
            protected Thread newThread(Runnable work, String name, String address, String cluster) {
                return new StackThread(work, getThreadName(name, address, cluster));
            }
        };
    }

    /** One that delivers packets, or is JGroups' own: should it die of a fault, that is no news. */
    private static final class StackThread extends Thread {

        StackThread(Runnable work, String name) {
            super(work, name);
            setDaemon(true);
            setUncaughtExceptionHandler(
                    (dead, fault) -> LOG.debug("thread {} ended: {}", dead.getName(), fault.toString(), fault));
        }
    }
}
