package org.gamenet.rgs.testkit.simulation;

import java.util.PriorityQueue;

/** Time that jumps from one happening to the next. Nanoseconds. */
public final class VirtualTime {
    public static final long MILLI = 1_000_000;
    /** Of every run; not nought, which a real clock never shows either. */
    public static final long BEGINNING = 5_000 * MILLI;

    private final PriorityQueue<Due> queue = new PriorityQueue<>();
    private long now = BEGINNING;
    private long order;

    private record Due(long at, long order, Runnable what) implements Comparable<Due> {
        @Override public int compareTo(Due other) {
            return at != other.at ? Long.compare(at, other.at) : Long.compare(order, other.order);
        }
    }

    public long now() {
        return now;
    }

    public long millis() {
        return now / MILLI;
    }

    public void after(long nanos, Runnable what) {
        at(now + nanos, what);
    }

    public void at(long when, Runnable what) {
        queue.add(new Due(Math.max(now, when), order++, what));
    }

    /** The next happening; false if there is none before the deadline. */
    public boolean step(long deadline) {
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
