package org.gamenet.rgs.bench.cut;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** The kinds of cut. The names are those that {@code --story} takes. */
public enum CutStory {
    /** The kind that the seed draws. */
    any,
    /** One player with the directory, the server with all others, for longer than ten seconds. */
    n1,
    /** The server cannot be heard or reached by anybody but the directory. */
    n2,
    /** One player with the directory, the server with all others, for less than ten seconds. */
    n3,
    /** One player that does not serve is cut off from everybody. */
    n4,
    /** The server is not heard by its players; it hears them, and the directory is whole. */
    mute;

    static final int SHORTEST_MILLIS = 500;
    static final int LONGEST_MILLIS = 20_000;

    /** The same for the same seed. */
    Cut draw(long seed, int spares, int longestMillis) {
        Random random = new Random(seed);
        random.nextInt(); // small seeds differ in little else than their first number
        List<Integer> spare = spares == 0 ? List.of() : List.of(Cut.SPARE);
        List<Integer> server = List.of(Cut.FOUNDER);
        return switch (this) {
            case any -> split(random, spare, longestMillis);
            case n1 -> small(spare, 12_400);
            case n2 -> new Cut(Cut.FOUNDER, server, with(List.of(1, 2, 3, 4), spare), true, 5_800);
            case n3 -> small(spare, between(random, 2_000, 9_000));
            case n4 -> {
                int one = 1 + random.nextInt(Cut.PLAYERS - 1);
                List<Integer> others = new ArrayList<>(with(List.of(0, 1, 2, 3, 4, Cut.DIRECTORY), spare));
                others.remove(Integer.valueOf(one));
                yield new Cut(Cut.FOUNDER, List.of(one), List.copyOf(others), true, between(random, 1_200, 3_000));
            }
            case mute -> new Cut(Cut.FOUNDER, server, with(List.of(1, 2, 3, 4), spare), false, 1_960);
        };
    }

    private static Cut small(List<Integer> spare, long millis) {
        return new Cut(Cut.FOUNDER, with(List.of(4, Cut.DIRECTORY), spare), List.of(0, 1, 2, 3), true, millis);
    }

    private static Cut split(Random random, List<Integer> spare, int longestMillis) {
        List<Integer> one = new ArrayList<>();
        List<Integer> other = new ArrayList<>();
        do {
            one.clear();
            other.clear();
            for (int each = 0; each <= Cut.DIRECTORY; each++) (random.nextBoolean() ? one : other).add(each);
        } while (one.isEmpty() || other.isEmpty());
        boolean bothWays = random.nextBoolean();
        int millis = between(random, SHORTEST_MILLIS, longestMillis);
        (random.nextBoolean() ? one : other).addAll(spare);
        return new Cut(Cut.FOUNDER, List.copyOf(one), List.copyOf(other), bothWays, millis);
    }

    private static int between(Random random, int least, int most) {
        return least + random.nextInt(Math.max(1, most - least));
    }

    private static List<Integer> with(List<Integer> some, List<Integer> more) {
        List<Integer> all = new ArrayList<>(some);
        all.addAll(more);
        return List.copyOf(all);
    }
}
