package org.gamenet.rgs.strangers;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * How late this machine is: a thread that wants the processor every few milliseconds and does nothing with it. What it
 * waits for, everybody in this process waits for, whoever floods whom.
 */
final class Pulse implements AutoCloseable {
    private static final long NAP_MILLIS = 2;
    /** A server that got no processor for longer may take itself, and be taken, for dead. */
    private static final long HARMLESS_MILLIS = 300;

    private final List<Long> late = new ArrayList<>();
    private final Thread beats = new Thread(this::beat, "pulse");

    Pulse() {
        beats.setDaemon(true);
        beats.start();
    }

    private void beat() {
        try {
            while (true) {
                long from = System.nanoTime();
                TimeUnit.MILLISECONDS.sleep(NAP_MILLIS);
                long nanos = System.nanoTime() - from - TimeUnit.MILLISECONDS.toNanos(NAP_MILLIS);
                synchronized (late) {
                    late.add(TimeUnit.NANOSECONDS.toMillis(nanos));
                }
            }
        } catch (InterruptedException closed) {
            // no longer wanted
        }
    }

    private long[] sorted() {
        synchronized (late) {
            return late.stream().mapToLong(Long::longValue).sorted().toArray();
        }
    }

    /** So late it was in all but a hundredth of its beats, milliseconds. */
    long p99() {
        long[] all = sorted();
        return all.length == 0 ? 0 : all[all.length * 99 / 100];
    }

    /** Whether the machine stood still for so long that a living process may have been taken for a dead one. */
    boolean mayKill() {
        long[] all = sorted();
        return all.length > 0 && all[all.length - 1] > HARMLESS_MILLIS;
    }

    @Override
    public void close() {
        beats.interrupt();
    }

    @Override
    public String toString() {
        long[] all = sorted();
        return "this machine was late by " + p99() + " ms (p99), " + (all.length == 0 ? 0 : all[all.length - 1])
                + " at most";
    }
}
