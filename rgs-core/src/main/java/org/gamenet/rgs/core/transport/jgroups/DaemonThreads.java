package org.gamenet.rgs.core.transport.jgroups;

import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jgroups.util.DefaultThreadFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Threads that never keep a JVM alive. */
final class DaemonThreads {
    private static final Logger LOG = LoggerFactory.getLogger(DaemonThreads.class);
    private static final AtomicLong NUMBER = new AtomicLong();

    private DaemonThreads() {
    }

    static Thread start(String name, Runnable work) {
        Thread thread = new Thread(work, "rgs-" + name + "-" + NUMBER.incrementAndGet());
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /** Up to so many threads on demand, gone after two seconds of rest; rejects when all are busy. */
    static ThreadPoolExecutor onDemand(String name, int most) {
        return new ThreadPoolExecutor(0, most, 2, TimeUnit.SECONDS, new SynchronousQueue<>(), work -> {
            Thread thread = new Thread(work, "rgs-" + name + "-" + NUMBER.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        });
    }

    /** For JGroups, whose readers may die of a fault of their own when a socket closes; that closes the socket's line and is no news. */
    static DefaultThreadFactory forStack() {
        return new DefaultThreadFactory("rgs-group", true, true) {
            @Override protected Thread newThread(Runnable work, String name, String address, String cluster) {
                Thread thread = super.newThread(work, name, address, cluster);
                thread.setUncaughtExceptionHandler((dead, fault) -> LOG.debug("thread {} ended: {}", dead.getName(), fault.toString(), fault));
                return thread;
            }
        };
    }
}
