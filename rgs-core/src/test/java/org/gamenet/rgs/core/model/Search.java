package org.gamenet.rgs.core.model;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Through all the worlds there are, breadth first unless it is to go deep. A bad end is told by the way there, the
 * shortest if breadth first, as a scenario.
 */
final class Search implements AutoCloseable {

    /**
     * Some histories have no end, such as one in which the same words come again and again, and lead to a new claim
     * each time: from here on a search that goes deep goes on from the waiting world that is nearest to the first.
     */
    private static final int DEEPEST = 1_500;

    private static final int LOOKS_AT_THE_CLOCK_EVERY = 1_000;
    private static final long FRONTIER_BYTES = Long.getLong("rgs.search.frontier", 256L << 20);

    /** How it went. */
    record Outcome(long states, long depth, boolean complete, Optional<String> broken, long millis) {
        @Override
        public String toString() {
            return states + " states, depth " + depth + (complete ? ", complete" : ", stopped") + " in " + millis
                    + " ms" + broken.map(b -> "\n" + b).orElse("");
        }
    }

    /** Is told now and then how far it is. */
    interface Progress {
        void at(long states, long waiting, long depth);
    }

    /** A world on the stack. */
    private record Waiting(int[] world, long number, int level) {}

    private final World world;
    private final long most;
    private final Fair fair;
    private final Seen seen;
    private final Frontier frontier = new Frontier(FRONTIER_BYTES);
    private final Trail trail = new Trail();
    private int restEvery = 997;
    private Progress progress = (states, waiting, depth) -> {};
    private final ArrayDeque<Waiting> stack = new ArrayDeque<>();
    private final List<Waiting> fresh = new ArrayList<>();
    private @Nullable Random chance;
    private int[] root = {};
    private long number = -1;
    private long levelEnds = 1;
    private int level;
    private long depth;
    private long found;
    private long until = Long.MAX_VALUE;

    Search(World world, long most) {
        this.world = world;
        this.most = most;
        fair = new Fair(world);
        seen = new Seen((int) Math.min(most, 1 << 20));
    }

    /** From every so many worlds a fair run must come to rest; 0: from none. */
    Search restingEvery(int states) {
        restEvery = states;
        return this;
    }

    Search telling(Progress teller) {
        progress = teller;
        return this;
    }

    /** No longer than this. */
    Search forSeconds(long seconds) {
        until = System.nanoTime() + seconds * 1_000_000_000L;
        return this;
    }

    /** Depth first, what follows a world in an order drawn with this seed: fewer histories, but long ones. */
    Search deep(long seed) {
        chance = new Random(seed);
        return this;
    }

    Outcome run() {
        long from = System.nanoTime();
        root = world.begin();
        put(root, -1, 0);
        flush();
        long visited = 0;
        for (; waiting() > 0 && found < most; visited++) {
            if (visited % 1_000_000 == 0) progress.at(found, waiting(), depth);
            if (visited % LOOKS_AT_THE_CLOCK_EVERY == 0 && System.nanoTime() > until) break;
            int[] at = next();
            try {
                world.successors(at, (to, move) -> put(to, number, deep() ? level + 1 : 0));
                if (restEvery > 0 && visited % restEvery == 0) rest(at);
            } catch (Broken broken) {
                world.usual();
                String scenario = new Scenario(world.bounds, world).tell(root, trail.to(number), broken.getMessage());
                return new Outcome(
                        found, depth, false, Optional.of(broken.getMessage() + "\n" + scenario), millis(from));
            }
            flush();
        }
        return new Outcome(found, depth, waiting() == 0, Optional.empty(), millis(from));
    }

    private boolean deep() {
        return chance != null;
    }

    private long waiting() {
        return deep() ? stack.size() : frontier.size();
    }

    /** The next world; {@link #number} is its own. */
    private int[] next() {
        if (deep()) {
            Waiting top = level < DEEPEST ? stack.pop() : stack.removeLast();
            number = top.number();
            level = top.level();
            depth = Math.max(depth, level);
            return top.world();
        }
        if (++number == levelEnds) {
            depth++;
            levelEnds = number + frontier.size();
        }
        return frontier.poll(world.count + 2);
    }

    private void put(int[] state, long parent, int itsLevel) {
        long hash = Seen.hash(state);
        if (!seen.add(hash)) return;
        trail.add(parent, hash);
        if (deep()) fresh.add(new Waiting(state, found, itsLevel));
        else frontier.add(state, world.count + 2);
        found++;
    }

    private void flush() {
        if (!deep()) return;
        Collections.shuffle(fresh, chance);
        fresh.forEach(stack::push);
        fresh.clear();
    }

    private void rest(int[] at) {
        Optional<String> wrong = fair.rest(at, false).or(() -> fair.rest(at, true));
        if (wrong.isPresent()) throw new Broken(wrong.get());
    }

    private static long millis(long from) {
        return (System.nanoTime() - from) / 1_000_000;
    }

    @Override
    public void close() {
        frontier.close();
        trail.close();
    }
}
