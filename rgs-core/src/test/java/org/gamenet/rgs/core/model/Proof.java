package org.gamenet.rgs.core.model;

import java.util.List;
import java.util.stream.Stream;

/**
 * The search for as long as one wants: {@code ground} (its name, or the beginning of it), {@code seconds},
 * {@code worlds} at most, and from every how many worlds a fair run must end well; {@code deep} goes depth first. Of a
 * world 64 bits are kept in memory, the rest waits in files under {@code java.io.tmpdir}: 10<sup>8</sup> worlds take
 * about 2 GiB of memory, while the table grows 3, and 10 GB of disk.
 */
public final class Proof {
    private Proof() {}

    public static void main(String[] arguments) {
        String name = arguments.length > 0 ? arguments[0] : "";
        long seconds = arguments.length > 1 ? Long.parseLong(arguments[1]) : 1_800;
        long most = arguments.length > 2 ? Long.parseLong(arguments[2]) : 700_000_000;
        int restEvery = arguments.length > 3 ? Integer.parseInt(arguments[3]) : 997;
        List<Hunt.Ground> grounds = Stream.concat(Hunt.large().stream(), Hunt.grounds().stream())
                .filter(g -> g.name().startsWith(name))
                .limit(name.isEmpty() ? 2 : 1)
                .toList();
        if (grounds.isEmpty()) throw new IllegalArgumentException("no ground " + name);
        boolean whole = true;
        boolean deep = arguments.length > 4 && "deep".equals(arguments[4]);
        for (Hunt.Ground ground : grounds) whole &= search(ground, seconds, most, restEvery, deep);
        if (!whole) System.exit(1);
    }

    /** Whether nothing broke. */
    static boolean search(Hunt.Ground ground, long seconds, long most, int restEvery, boolean deep) {
        System.out.println(ground.name() + ": " + ground.bounds());
        try (Search search = new Search(new World(ground.bounds()), most)) {
            if (deep) search.deep(System.nanoTime());
            Search.Outcome outcome = search.restingEvery(restEvery)
                    .forSeconds(seconds)
                    .telling((states, waiting, depth) ->
                            System.out.println(states + " worlds, " + waiting + " of them waiting, depth " + depth))
                    .run();
            System.out.println(ground.name() + ": " + outcome);
            return outcome.broken().isEmpty();
        }
    }
}
