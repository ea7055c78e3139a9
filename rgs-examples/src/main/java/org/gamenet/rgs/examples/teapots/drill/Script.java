package org.gamenet.rgs.examples.teapots.drill;

import java.util.ArrayList;
import java.util.List;

/**
 * The acts of the drill, each with its time. Milliseconds, from the moment when everybody is in.
 *
 * @param players their names
 * @param spares how many stand by
 * @param acts what is done to the duel, one after another
 * @param cease when the bots throw no more sugar, so that every throw can be counted
 * @param end when it is over
 * @param seed the bots' seed
 * @param broken what to break on purpose: {@code nothing} or {@code scores}
 */
record Script(List<String> players, int spares, List<DrillAct> acts, long cease, long end, long seed, String broken) {
    static final List<String> BREAKABLE = List.of("nothing", "scores");

    Script {
        players = List.copyOf(players);
        acts = List.copyOf(acts);
        if (!BREAKABLE.contains(broken))
            throw new IllegalArgumentException("--break takes one of " + BREAKABLE + ", not " + broken);
    }

    /**
     * Less than half a minute: four players, whose server dies, then the one that had its copy; what is left is handed
     * over, a player crashes and comes back, and whoever serves sleeps. {@code stops}: whether this machine can stop a
     * process.
     */
    static Script standard(long seed, String broken, boolean stops) {
        List<DrillAct> acts = new ArrayList<>(List.of(
                new DrillAct(DrillAct.Kind.KILL, 4_000),
                new DrillAct(DrillAct.Kind.KILL, 8_000),
                new DrillAct(DrillAct.Kind.HAND_OVER, 11_000),
                new DrillAct(DrillAct.Kind.CRASH, 13_000)));
        if (stops) acts.add(new DrillAct(DrillAct.Kind.SLEEP, 17_000));
        return new Script(List.of("ann", "bob", "cid", "dee"), 0, acts, 22_500, 24_000, seed, broken);
    }
}
