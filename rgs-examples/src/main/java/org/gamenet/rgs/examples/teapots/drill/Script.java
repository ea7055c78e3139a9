package org.gamenet.rgs.examples.teapots.drill;

import java.util.List;

/**
 * The acts of the drill, each with its time. Milliseconds, from the moment when everybody is in.
 *
 * @param players their names
 * @param spares how many stand by
 * @param kills when whoever serves then is killed; more than the spares, so that a player has to serve in the end
 * @param cease when the bots throw no more sugar, so that every throw can be counted
 * @param end when it is over
 * @param seed the bots' seed
 * @param broken what to break on purpose: {@code nothing} or {@code scores}
 */
record Script(List<String> players, int spares, List<Long> kills, long cease, long end, long seed, String broken) {
    static final List<String> BREAKABLE = List.of("nothing", "scores");

    Script {
        players = List.copyOf(players);
        kills = List.copyOf(kills);
        if (!BREAKABLE.contains(broken))
            throw new IllegalArgumentException("--break takes one of " + BREAKABLE + ", not " + broken);
    }

    /** Twenty seconds: four players, two spares, three deaths. */
    static Script standard(long seed, String broken) {
        return new Script(
                List.of("ann", "bob", "cid", "dee"),
                2,
                List.of(5_000L, 10_000L, 15_000L),
                18_500,
                20_000,
                seed,
                broken);
    }
}
