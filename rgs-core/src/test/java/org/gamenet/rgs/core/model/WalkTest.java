package org.gamenet.rgs.core.model;

import java.util.List;
import org.gamenet.rgs.core.machine.Kind;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class WalkTest {

    private static final int SEEDS = Integer.getInteger("rgs.walks", 1_500);

    @Test
    @DisplayName("S1 S2 S8 S11 S20 L1 a founder and three players, two spares, two deaths or pauses at any moment")
    void survivesDeathsAtAnyMoment() {
        walk(0);
    }

    @Test
    @DisplayName(
            "S1 S2 S7 S8 S11 S20 L1 the same while players order, leave, are kicked and come, and backups are named")
    void survivesDeathsInALivelyGame() {
        walk(8);
    }

    private static void walk(int lively) {
        int from = Integer.getInteger("rgs.walks.from", 0);
        Hunt.walks(lively, from, SEEDS).ifPresent(wrong -> {
            throw new AssertionError(wrong);
        });
    }

    static void walk(long seed, int lively) {
        Walk walk = new Walk(seed);
        walk.lively = lively;
        try {
            Walk.Process server = walk.found("server", seed % 3 == 0 ? Kind.PLAYER : Kind.SERVER);
            for (String name : List.of("ann", "bob", "eve")) walk.join(name);
            if (seed % 4 != 1) walk.spare("spare1");
            if (seed % 4 == 2) walk.spare("spare2");
            for (int i = 0; i < 150; i++) walk.stir();
            strike(walk, server);
            for (int i = 0; i < walk.chance.nextInt(200); i++) walk.stir();
            List<Walk.Process> alive =
                    walk.processes.values().stream().filter(p -> !p.dead).toList();
            strike(walk, alive.get(walk.chance.nextInt(alive.size())));
            for (int i = 0; i < 200; i++) walk.stir();
            walk.rest(20_000);
        } catch (RuntimeException e) {
            throw new AssertionError(
                    e + "\n"
                            + String.join(
                                    "\n", walk.trace.subList(Math.max(0, walk.trace.size() - 30), walk.trace.size())),
                    e);
        }
    }

    private static void strike(Walk walk, Walk.Process victim) {
        if (walk.chance.nextInt(3) == 0) victim.paused = true;
        else {
            victim.dead = true;
        }
        walk.trace.add("**** " + victim.name + (victim.dead ? " dies" : " pauses"));
    }
}
