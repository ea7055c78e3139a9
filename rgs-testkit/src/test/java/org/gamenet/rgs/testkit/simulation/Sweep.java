package org.gamenet.rgs.testkit.simulation;

import java.util.Map;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** One seed after another, on two cores, until there were enough or something went wrong. Every hundredth is played twice and must tell one story. */
final class Sweep {
    private static final int CORES = 2;
    private static final int TWICE = 100;

    private final long first;
    private final long wanted;
    private final long deadline;
    private final int badMost;
    private final AtomicLong next;
    private final AtomicLong played = new AtomicLong();
    private final AtomicLong longOnes = new AtomicLong();
    private final AtomicLong recovered = new AtomicLong();
    private final AtomicLong unharmed = new AtomicLong();
    private final AtomicLong recoveries = new AtomicLong();
    private final AtomicLong revoked = new AtomicLong();
    private final AtomicLong events = new AtomicLong();
    private final AtomicLong virtualMillis = new AtomicLong();
    private final NavigableMap<Long, Scenario.Outcome> bad = new ConcurrentSkipListMap<>();
    private final AtomicReference<@Nullable String> twoStories = new AtomicReference<>();

    /** @param badMost after so many that went wrong it ends */
    Sweep(long first, long wanted, long seconds, int badMost) {
        this.first = first;
        this.wanted = wanted;
        this.badMost = badMost;
        this.next = new AtomicLong(first);
        this.deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    }

    Sweep run() {
        ForkJoinTask.invokeAll(IntStream.range(0, CORES).mapToObj(i -> ForkJoinTask.adapt(this::play)).toList());
        return this;
    }

    private void play() {
        while (System.nanoTime() < deadline && bad.size() < badMost && twoStories.get() == null) {
            long seed = next.getAndIncrement();
            if (seed - first >= wanted) return;
            Scenario.Outcome outcome = tell(seed);
            count(outcome);
            if (!outcome.violations().isEmpty()) note(outcome);
            if (seed % TWICE == 0 && outcome.hash() != tell(seed).hash()) twoStories.set("seed " + seed + " tells two stories");
        }
    }

    /** Said at once: a long sweep may be ended before it is through. */
    private void note(Scenario.Outcome outcome) {
        bad.put(outcome.seed(), outcome);
        System.out.println("simulation: after " + played + " seeds, seed " + outcome.seed() + ", " + outcome.length() + ": " + outcome.violations());
    }

    private static Scenario.Outcome tell(long seed) {
        return Scenario.run(seed, Length.of(seed), Ill.ANY, Mutant.NONE);
    }

    private void count(Scenario.Outcome outcome) {
        played.incrementAndGet();
        if (outcome.length() == Length.LONG) longOnes.incrementAndGet();
        if (outcome.recoveries() > 0) recovered.incrementAndGet();
        if (outcome.struck() == 0) unharmed.incrementAndGet();
        recoveries.addAndGet(outcome.recoveries());
        revoked.addAndGet(outcome.revoked());
        events.addAndGet(outcome.events());
        virtualMillis.addAndGet(outcome.virtualMillis());
    }

    /** The lowest seed that went wrong. */
    Scenario.@Nullable Outcome bad() {
        Map.Entry<Long, Scenario.Outcome> lowest = bad.firstEntry();
        return lowest == null ? null : lowest.getValue();
    }

    @Nullable String twoStories() {
        return twoStories.get();
    }

    long played() {
        return played.get();
    }

    /** Stories in which somebody took over. */
    long recovered() {
        return recovered.get();
    }

    /** Stories in which nothing went wrong. */
    long unharmed() {
        return unharmed.get();
    }

    @Override public String toString() {
        return "simulation: " + played + " seeds from " + first + " to " + (first + played.get() - 1) + ", " + longOnes + " of them long; " + recoveries + " recoveries in "
                + recovered + " of them, " + revoked + " false alarms taken back, " + events + " events, " + virtualMillis.get() / 1_000 + " virtual s"
                + (bad.isEmpty() ? "" : ", went wrong: " + bad.keySet());
    }
}
