package org.gamenet.rgs.testkit.simulation;

import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * One seed after another, on two cores, until there were enough or something went wrong. Every hundredth is played
 * twice and must tell one story.
 */
final class Sweep {
    private static final int CORES = 2;
    private static final int TWICE = 100;
    private static final int KINDS = 4;
    /** The old mix is for seeds that older notes name. */
    private static final boolean PUSH = Boolean.parseBoolean(System.getProperty("rgs.simulation.push", "true"));

    /** Of 100 000 stories, as many as 60 000 of 4353b9dc had: the figures may only fall. */
    private static final int LAST_RESORTS = 480;

    private static final int LAST_RESORTS_OF_CUTS = 3_640;

    /** The same of stories of difficult callbacks, of whose servers more give a number up. */
    private static final int LAST_RESORTS_OF_CALLBACKS = 900;

    /** Of 100 000 with difficult callbacks, those in which a recovery may take longer than its bound. */
    private static final int OPEN = 50;

    /** Seeds are fresh: where a rate is what it was, its count is taken for too high in one push of so many. */
    private static final int FALSE_ALARM_IN = 1_000;

    private final long first;
    private final long wanted;
    private final long deadline;
    private final int badMost;
    private final AtomicLong next;
    private final AtomicLong played = new AtomicLong();
    private final AtomicLong longOnes = new AtomicLong();
    private final AtomicLong cutOnes = new AtomicLong();
    private final AtomicLong diedInCollection = new AtomicLong();
    private final AtomicLong lastResorts = new AtomicLong();
    private final AtomicLong lastResortsOfCuts = new AtomicLong();
    private final AtomicLong lastResortsOfCallbacks = new AtomicLong();
    private final AtomicLong open = new AtomicLong();
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
        ForkJoinTask.invokeAll(IntStream.range(0, CORES)
                .mapToObj(i -> ForkJoinTask.adapt(this::play))
                .toList());
        return this;
    }

    private void play() {
        while (System.nanoTime() < deadline && bad.size() < badMost && twoStories.get() == null) {
            long seed = next.getAndIncrement();
            if (seed - first >= wanted) return;
            Scenario.Outcome outcome = tell(seed);
            count(outcome);
            if (!outcome.violations().isEmpty()) note(outcome);
            if (!outcome.open().isEmpty()) noteOpen(outcome);
            if (seed % TWICE == 0 && outcome.hash() != tell(seed).hash())
                twoStories.set("seed " + seed + " tells two stories");
        }
    }

    /** Said at once: a long sweep may be ended before it is through. */
    private void note(Scenario.Outcome outcome) {
        bad.put(outcome.seed(), outcome);
        System.out.println("simulation: after " + played + " seeds, seed " + outcome.seed() + ", " + outcome.length()
                + ": " + outcome.violations());
    }

    /** Stories with a promise that is not kept yet: a push lets few of them pass, and names each. */
    private void noteOpen(Scenario.Outcome outcome) {
        open.incrementAndGet();
        System.out.println(
                "simulation: seed " + outcome.seed() + ", " + outcome.length() + ", not kept yet: " + outcome.open());
    }

    private static Scenario.Outcome tell(long seed) {
        return Scenario.run(seed, lengthOf(seed), illsOf(seed), Mutant.NONE);
    }

    /** In some stories of a push members send to one another alone besides; in others state callbacks are difficult. */
    static Set<Ill> illsOf(long seed) {
        if (!PUSH || seed % 2 != 0) return Ill.ANY;
        return Ill.with(seed % KINDS == 0 ? Ill.LETTERS : Ill.CALLBACKS);
    }

    static Length lengthOf(long seed) {
        return PUSH ? Length.ofPush(seed) : Length.of(seed);
    }

    private void count(Scenario.Outcome outcome) {
        played.incrementAndGet();
        if (outcome.length() == Length.LONG) longOnes.incrementAndGet();
        if (outcome.length() == Length.CUTS) cutOnes.incrementAndGet();
        if (outcome.rare().diedInCollection() > 0) diedInCollection.incrementAndGet();
        boolean difficult = illsOf(outcome.seed()).contains(Ill.CALLBACKS);
        if (outcome.isLastResort()) lastResorts(outcome.length(), difficult).incrementAndGet();
        if (outcome.recoveries() > 0) recovered.incrementAndGet();
        if (outcome.struck() == 0) unharmed.incrementAndGet();
        recoveries.addAndGet(outcome.recoveries());
        revoked.addAndGet(outcome.revoked());
        events.addAndGet(outcome.events());
        virtualMillis.addAndGet(outcome.virtualMillis());
    }

    private AtomicLong lastResorts(Length length, boolean difficult) {
        if (length == Length.CUTS) return lastResortsOfCuts;
        return difficult ? lastResortsOfCallbacks : lastResorts;
    }

    /** The lowest seed that went wrong. */
    Scenario.@Nullable Outcome bad() {
        Map.Entry<Long, Scenario.Outcome> lowest = bad.firstEntry();
        return lowest == null ? null : lowest.getValue();
    }

    @Nullable
    String twoStories() {
        return twoStories.get();
    }

    long played() {
        return played.get();
    }

    /** Whether more stories went on by the last resort than chance explains. */
    boolean hasTooManyLastResorts() {
        long uncut = played.get() - cutOnes.get();
        return isMoreThanChance(lastResorts.get(), uncut - uncut / KINDS, LAST_RESORTS)
                || isMoreThanChance(lastResortsOfCallbacks.get(), uncut / KINDS, LAST_RESORTS_OF_CALLBACKS)
                || isMoreThanChance(lastResortsOfCuts.get(), cutOnes.get(), LAST_RESORTS_OF_CUTS);
    }

    /** Whether in more stories than may be something is broken that is not kept yet. */
    boolean hasTooManyOpen() {
        return open.get() > Math.max(5, played.get() / KINDS * OPEN / 100_000);
    }

    /**
     * Whether so many in so many stories mean a rate above this one: at this rate so many, or more, would be counted
     * less often than in one push of {@value #FALSE_ALARM_IN} (Poisson).
     *
     * @param rate of 100 000
     */
    static boolean isMoreThanChance(long counted, long stories, int rate) {
        double mean = stories * (double) rate / 100_000;
        double exactly = Math.exp(-mean);
        double fewer = 0;
        for (long k = 0; k < counted; k++) {
            fewer += exactly;
            exactly *= mean / (k + 1);
        }
        return counted > 0 && 1 - fewer < 1.0 / FALSE_ALARM_IN;
    }

    /** Stories in which somebody died while a new server asked for answers. */
    long diedInCollection() {
        return diedInCollection.get();
    }

    static boolean isPush() {
        return PUSH;
    }

    /** Stories in which somebody took over. */
    long recovered() {
        return recovered.get();
    }

    /** Stories in which nothing went wrong. */
    long unharmed() {
        return unharmed.get();
    }

    @Override
    public String toString() {
        return "simulation: " + played + " seeds from " + first + " to " + (first + played.get() - 1) + ", " + longOnes
                + " of them long, " + cutOnes + " cut; " + diedInCollection
                + " with a death within a collection, " + lastResorts + ", of difficult callbacks "
                + lastResortsOfCallbacks + ", of cuts " + lastResortsOfCuts + " with a last resort, " + open
                + " with what is not kept yet; " + recoveries + " recoveries in "
                + recovered + " of them, " + revoked + " false alarms taken back, " + events + " events, "
                + virtualMillis.get() / 1_000 + " virtual s"
                + (bad.isEmpty() ? "" : ", went wrong: " + bad.keySet());
    }
}
