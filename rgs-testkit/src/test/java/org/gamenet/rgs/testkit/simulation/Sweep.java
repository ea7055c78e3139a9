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

/** One seed after another, on two cores, until there was enough or something went wrong. Every hundredth is played twice and must tell one story. */
final class Sweep {
    private static final int CORES = 2;
    private static final int TWICE = 100;

    private final long first;
    private final long deadline;
    private final long recoveriesWanted;
    private final AtomicLong next;
    private final AtomicLong recoveries = new AtomicLong();
    private final AtomicLong events = new AtomicLong();
    private final AtomicLong virtualMillis = new AtomicLong();
    private final int badMost;
    private final NavigableMap<Long, Scenario.Outcome> bad = new ConcurrentSkipListMap<>();
    private final AtomicReference<@Nullable String> twoStories = new AtomicReference<>();

    /** @param badMost after so many that went wrong it ends */
    Sweep(long first, long recoveriesWanted, long seconds, int badMost) {
        this.badMost = badMost;
        this.first = first;
        this.next = new AtomicLong(first);
        this.recoveriesWanted = recoveriesWanted;
        this.deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    }

    Sweep run() {
        ForkJoinTask.invokeAll(IntStream.range(0, CORES).mapToObj(i -> ForkJoinTask.adapt(this::play)).toList());
        return this;
    }

    private void play() {
        while (recoveries.get() < recoveriesWanted && System.nanoTime() < deadline && bad.size() < badMost && twoStories.get() == null) {
            long seed = next.getAndIncrement();
            Scenario.Outcome outcome = Scenario.run(seed, Ill.ANY, Mutant.NONE);
            recoveries.addAndGet(outcome.recoveries());
            events.addAndGet(outcome.events());
            virtualMillis.addAndGet(outcome.virtualMillis());
            if (!outcome.violations().isEmpty()) bad.put(seed, outcome);
            boolean differs = seed % TWICE == 0 && outcome.hash() != Scenario.run(seed, Ill.ANY, Mutant.NONE).hash();
            if (differs) twoStories.set("seed " + seed + " tells two stories");
        }
    }

    /** The lowest seed that went wrong. */
    Scenario.@Nullable Outcome bad() {
        Map.Entry<Long, Scenario.Outcome> lowest = bad.firstEntry();
        return lowest == null ? null : lowest.getValue();
    }

    @Nullable String twoStories() {
        return twoStories.get();
    }

    @Override public String toString() {
        return "simulation: seeds " + first + " to " + (next.get() - 1) + ", " + recoveries + " recoveries, " + events + " events, "
                + virtualMillis.get() / 1_000 + " virtual s" + (bad.isEmpty() ? "" : ", went wrong: " + bad.keySet());
    }
}
