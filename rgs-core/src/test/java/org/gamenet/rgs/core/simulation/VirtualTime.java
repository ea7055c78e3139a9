package org.gamenet.rgs.core.simulation;

import java.util.PriorityQueue;

/** Time that jumps from one happening to the next. Nanoseconds. */
final class VirtualTime {
    static final long MILLI = 1_000_000;

    private final PriorityQueue<Due> queue = new PriorityQueue<>();
    private long now = 5_000 * MILLI;
    private long order;

    private record Due(long at, long order, Runnable what) implements Comparable<Due> {
        @Override public int compareTo(Due other) {
            return at != other.at ? Long.compare(at, other.at) : Long.compare(order, other.order);
        }
    }

    long now() {
        return now;
    }

    long millis() {
        return now / MILLI;
    }

    void after(long nanos, Runnable what) {
        at(now + nanos, what);
    }

    void at(long when, Runnable what) {
        queue.add(new Due(Math.max(now, when), order++, what));
    }

    /** The next happening; false if there is none before the deadline. */
    boolean step(long deadline) {
        Due next = queue.peek();
        if (next == null || next.at > deadline) {
            now = Math.max(now, deadline);
            return false;
        }
        queue.poll();
        now = next.at;
        next.what.run();
        return true;
    }
}
