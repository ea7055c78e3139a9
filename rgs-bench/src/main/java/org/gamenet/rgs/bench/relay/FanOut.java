package org.gamenet.rgs.bench.relay;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A server that sends to all of itself: as fast as the players' receipts come back, or at a pace. The number of actions
 * on their way to a player is limited, so that no peer is measured by how much it can keep.
 */
final class FanOut {
    /** A player says how many there were after so many of them. */
    static final int RECEIPT_EACH = 128;

    private static final int UNDERWAY_MOST = 1_024;
    private static final long LOOK_AGAIN_NANOS = 1_000_000;
    private static final long NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

    private final AtomicLongArray received;
    private final int size;
    private long sent;
    private volatile @Nullable Thread waits;

    FanOut(int players, int size) {
        this.size = size;
        received = new AtomicLongArray(players);
    }

    /** A player has had so many. Any thread. */
    void received(int player, long count) {
        received.set(player, count);
        Thread sender = waits;
        if (sender != null) LockSupport.unpark(sender);
    }

    /** As fast as it goes, for so long. One thread. */
    void flood(Relay.Server server, long nanos) {
        long end = System.nanoTime() + nanos;
        while (System.nanoTime() < end) send(server);
    }

    /** So many a second, for so long: what a millisecond brings goes at once. One thread. */
    void pace(Relay.Server server, double perSecond, long nanos) {
        long begin = System.nanoTime();
        double done = 0;
        for (long now = begin; now < begin + nanos; now = System.nanoTime()) {
            double due = (now - begin) * perSecond / NANOS_PER_SECOND;
            for (; done + 1 <= due; done++) send(server);
            LockSupport.parkNanos(LOOK_AGAIN_NANOS);
        }
    }

    private void send(Relay.Server server) {
        waits = Thread.currentThread();
        while (sent - least() >= UNDERWAY_MOST) LockSupport.parkNanos(LOOK_AGAIN_NANOS);
        waits = null;
        byte[] action = new Stamp(Stamp.SERVER, System.nanoTime()).action(size);
        while (!server.toAll(action)) LockSupport.parkNanos(LOOK_AGAIN_NANOS);
        sent++;
    }

    private long least() {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < received.length(); i++) least = Math.min(least, received.get(i));
        return least;
    }
}
