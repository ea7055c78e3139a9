package org.gamenet.rgs.testkit.simulation;

import java.util.Arrays;

/**
 * Time that jumps from one happening to the next; what is due at one moment happens in the order it was asked for.
 * Nanoseconds.
 */
public final class VirtualTime {
    public static final long MILLI = 1_000_000;
    /** Of every run; not nought, which a real clock never shows either. */
    public static final long BEGINNING = 5_000 * MILLI;

    private static final int CHILDREN = 4;
    private static final Runnable NOTHING = () -> {};

    // A heap in which each has four children: three columns instead of an object for every happening.
    private long[] dueAt = new long[256];
    private long[] asked = new long[256];
    private Runnable[] what = new Runnable[256];
    private int size;
    private long now = BEGINNING;
    private long quietSince = BEGINNING;
    private long order;

    public long now() {
        return now;
    }

    public long millis() {
        return now / MILLI;
    }

    /** Something goes wrong now, or ends to. */
    public void disturbed() {
        quietSince = Math.max(quietSince, now);
    }

    /** It goes on being wrong until then. */
    void disturbedUntil(long when) {
        quietSince = Math.max(quietSince, when);
    }

    /** Since when nothing has changed that a process cannot help. */
    long quietSince() {
        return quietSince;
    }

    public void after(long nanos, Runnable happening) {
        at(now + nanos, happening);
    }

    public void at(long when, Runnable happening) {
        if (size == what.length) grow();
        long due = Math.max(now, when);
        long number = order++;
        int place = size++;
        while (place > 0) {
            int parent = (place - 1) / CHILDREN;
            // The first to ask comes first: the newest never goes before its equal.
            if (dueAt[parent] <= due) break;
            move(parent, place);
            place = parent;
        }
        put(place, due, number, happening);
    }

    private void grow() {
        int more = 2 * size;
        dueAt = Arrays.copyOf(dueAt, more);
        asked = Arrays.copyOf(asked, more);
        what = Arrays.copyOf(what, more);
    }

    private void move(int from, int to) {
        put(to, dueAt[from], asked[from], what[from]);
    }

    private void put(int place, long due, long number, Runnable happening) {
        dueAt[place] = due;
        asked[place] = number;
        what[place] = happening;
    }

    private boolean isBefore(int a, long due, long number) {
        return dueAt[a] != due ? dueAt[a] < due : asked[a] < number;
    }

    /** The next happening; false if there is none before the deadline. */
    public boolean step(long deadline) {
        if (size == 0 || dueAt[0] > deadline) {
            now = Math.max(now, deadline);
            return false;
        }
        Runnable next = what[0];
        now = dueAt[0];
        removeFirst();
        next.run();
        return true;
    }

    private void removeFirst() {
        int last = --size;
        long due = dueAt[last];
        long number = asked[last];
        Runnable happening = what[last];
        what[last] = NOTHING;
        if (last == 0) return;
        int place = 0;
        for (int child = 1; child < last; child = CHILDREN * place + 1) {
            int first = child;
            for (int other = child + 1; other < Math.min(child + CHILDREN, last); other++) {
                if (isBefore(other, dueAt[first], asked[first])) first = other;
            }
            if (!isBefore(first, due, number)) break;
            move(first, place);
            place = first;
        }
        put(place, due, number, happening);
    }
}
