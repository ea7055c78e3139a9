package org.gamenet.rgs.bench.relay;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The application's own thread at each end: asleep until there is something to do. The same for all peers. */
final class AppThread {

    private AppThread() {}

    static ExecutorService named(String name) {
        return Executors.newSingleThreadExecutor(work -> {
            Thread thread = new Thread(work, name);
            thread.setDaemon(true);
            return thread;
        });
    }
}
