package org.gamenet.rgs.core.transport.jgroups;

import java.util.concurrent.atomic.AtomicLong;

/**
 * How long this JVM got no processor: a thread that wants to wake up every few milliseconds says by how much it was
 * late.
 */
final class Load implements AutoCloseable {
    private static final long EVERY_MILLIS = 10;
    /** The work that every machine does now and then. */
    private static final long USUAL_NANOS = 200_000_000;

    private final AtomicLong starved = new AtomicLong();
    private final Thread ticker = new Thread(this::tick, "load");

    Load() {
        ticker.setDaemon(true);
        ticker.start();
    }

    private void tick() {
        try {
            long last = System.nanoTime();
            while (true) {
                Thread.sleep(EVERY_MILLIS);
                long now = System.nanoTime();
                if (now - last > USUAL_NANOS) starved.addAndGet(now - last);
                last = now;
            }
        } catch (InterruptedException over) {
            Thread.currentThread().interrupt();
        }
    }

    /** So far. */
    long starvedMillis() {
        return starved.get() / 1_000_000;
    }

    @Override
    public void close() {
        ticker.interrupt();
    }
}
