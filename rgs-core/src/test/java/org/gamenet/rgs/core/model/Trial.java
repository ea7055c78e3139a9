package org.gamenet.rgs.core.model;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/**
 * Hunts in one way while one guard is off. It lives among the switched machines, so who asks knows it by the JDK's
 * types only.
 */
final class Trial implements BiFunction<Integer, String, String>, Supplier<BitSet> {
    private static final long MOST_SECONDS = 60;
    private final int walks;
    private final int states;
    private final List<Whole> wholes = new ArrayList<>();
    private final Totality met = new Totality();

    /** A small world with every guard: what is seen in it, and the guards that hold. */
    private record Whole(Bounds bounds, Map<String, Set<String>> seen, BitSet held) {}

    Trial(int walks, int states) {
        this.walks = walks;
        this.states = states;
    }

    /** The rule that breaks, or nothing. */
    @Override
    public String apply(Integer guard, String way) {
        Switches.off(guard);
        Thread watch = watch();
        try {
            return GuardTable.ONLY_GOLDEN.equals(way) ? golden(guard) : Hunt.by(way, walks, states);
        } catch (Switches.Stopped stopped) {
            return way + ": does not end";
        } catch (OutOfMemoryError | RuntimeException | AssertionError | StackOverflowError thrown) {
            return way + ": throws " + thrown;
        } finally {
            watch.interrupt();
        }
    }

    /** Whether something is done that is not written down: nothing is violated by that. */
    private String golden(int guard) {
        if (guard != Switches.NONE) {
            String wrong = steps(guard);
            return wrong.isEmpty() ? totality() : wrong;
        }
        String wrong = usualSteps();
        BitSet held = (BitSet) Switches.held().clone();
        Switches.off(Switches.NONE);
        wrong += totality();
        Switches.held().or(held);
        return wrong;
    }

    /** As {@link Steps#differ()}, but a world in which the guard never holds is as it was. */
    private String steps(int guard) {
        Map<String, Set<String>> all = new TreeMap<>();
        for (Whole whole : wholes) if (!whole.held.get(guard)) Steps.add(all, whole.seen);
        for (Whole whole : wholes) {
            if (!whole.held.get(guard)) continue;
            Map<String, Set<String>> here = Steps.seen(whole.bounds);
            Optional<String> news = Steps.news(here);
            if (news.isPresent()) return GuardTable.ONLY_GOLDEN + ": " + news.get();
            Steps.add(all, here);
        }
        return Steps.differ(all).map(d -> GuardTable.ONLY_GOLDEN + ": " + d).orElse("");
    }

    private String usualSteps() {
        BitSet together = new BitSet();
        Map<String, Set<String>> all = new TreeMap<>();
        for (Bounds bounds : Steps.wholes()) {
            Switches.off(Switches.NONE);
            Whole whole = new Whole(bounds, Steps.seen(bounds), Switches.held());
            wholes.add(whole);
            Steps.add(all, whole.seen);
            together.or(whole.held);
        }
        Switches.off(Switches.NONE);
        Switches.held().or(together);
        return Steps.differ(all).orElse("");
    }

    /** With states and events that were collected when every guard was on. */
    private String totality() {
        return Totality.differ(met.met())
                .map(d -> GuardTable.ONLY_GOLDEN + ": " + d)
                .orElse("");
    }

    /** The guards that held in the last hunt. */
    @Override
    public BitSet get() {
        return Switches.held();
    }

    /** Stops what takes more than {@link #MOST_SECONDS} of the processor. */
    private static Thread watch() {
        long hunter = Thread.currentThread().getId();
        long most = processor(hunter) + MOST_SECONDS * 1_000_000_000;
        Thread watch = new Thread(() -> {
            try {
                while (processor(hunter) < most) Thread.sleep(500);
                Switches.stop();
            } catch (InterruptedException over) {
                Thread.currentThread().interrupt();
            }
        });
        watch.setDaemon(true);
        watch.start();
        return watch;
    }

    private static long processor(long thread) {
        return ManagementFactory.getThreadMXBean().getThreadCpuTime(thread);
    }
}
