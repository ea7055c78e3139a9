package org.gamenet.rgs.processes;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Random;
import org.gamenet.rgs.bench.Bench;
import org.gamenet.rgs.bench.cut.CutStory;
import org.gamenet.rgs.bench.cut.Cuts;
import org.gamenet.rgs.bench.ground.Namespaces;
import org.gamenet.rgs.bench.process.Processes;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Needs a Linux where it may make network namespaces, with ip, nft and ss; says so loudly where it may not. A push
 * plays one game; for hours: {@code mvn -B -pl rgs-fuzz -am verify -Dit.test=NamespacesIT -Dtest=none
 * -Dsurefire.failIfNoSpecifiedTests=false -Drgs.drills=100}. With {@code -Drgs.cuts=3} so many runs of {@code rgs-bench
 * cut} are played besides, with cuts of four seconds at most.
 */
class NamespacesIT {
    private static final int CUTS = Integer.getInteger("rgs.cuts", 0);
    private static final long CUT_SEED = Long.getLong("rgs.cuts.seed", 1);
    private static final int LONGEST_CUT_MILLIS = 4_000;
    private static final int GAMES = Integer.getInteger("rgs.drills", 1);
    private static final long SEED =
            Long.getLong("rgs.drills.seed", GAMES == 1 ? 1 : 1 + Math.floorMod(System.nanoTime(), 1_000_000_000L));

    @Test
    @DisplayName(
            "a game of four processes outlives a pulled cable, a one-way cut, loss, resets, a pause and the death of its servers")
    void outlivesThemAll() throws Exception {
        for (int game = 0; game < GAMES; game++) {
            try (Namespaces namespaces = namespaces()) {
                play(namespaces, Trial.folder("namespaces" + game), SEED + game);
            }
        }
    }

    @Test
    @EnabledIfSystemProperty(named = "rgs.cuts", matches = "[1-9][0-9]*")
    @DisplayName(
            "whatever is cut, and healed: nothing is lost, doubled or told wrongly, nobody is closed, nobody stands still for long")
    void outlivesCuts() throws Exception {
        System.setProperty(Processes.PROGRAM, Bench.class.getName());
        if (System.getProperty(Processes.CLASS_PATH) == null) {
            System.setProperty(
                    Processes.CLASS_PATH,
                    System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
        }
        namespaces().close();
        Cuts cuts = new Cuts(CutStory.any, 0, LONGEST_CUT_MILLIS, 2_500, 15_000, CUT_SEED);
        StringBuilder story = new StringBuilder();
        cuts.play(CUTS, line -> {
            System.out.println(line);
            story.append(line).append('\n');
        });
        assertTrue(cuts.nothingBroken(), story::toString);
        if (cuts.inTime()) return;
        double wanted = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage()
                / Runtime.getRuntime().availableProcessors();
        assertTrue(wanted > Drill.LOAD_MOST, story::toString);
        System.out.println("HOW LONG PLAYERS STOOD STILL WAS NOT JUDGED: the machine was busy, " + wanted
                + " threads wanted each processor");
    }

    private static void play(Namespaces namespaces, Path folder, long seed) throws IOException, InterruptedException {
        System.out.println("a drill in network namespaces; the same again: -Drgs.drills.seed=" + seed);
        try (Drill drill = new Drill(namespaces, folder, seed)) {
            Trial.of(drill, on -> worsen(namespaces, on, new Random(seed)));
        }
    }

    private static void worsen(Namespaces namespaces, Drill drill, Random random)
            throws IOException, InterruptedException {
        reset(namespaces, drill);
        int unplugged = drill.anybody();
        drill.forAWhile(
                "pulls the cable of p" + unplugged,
                200 + random.nextInt(200),
                () -> namespaces.link(unplugged, false),
                () -> namespaces.link(unplugged, true));
        int from = drill.anybody();
        int to = drill.anybody(from);
        drill.forAWhile(
                "cuts p" + from + " to p" + to,
                200 + random.nextInt(200),
                () -> namespaces.cut(from, to),
                () -> namespaces.heal(to));
        int deaf = drill.anybody();
        int percent = 3 + random.nextInt(10);
        drill.forAWhile(
                "loses " + percent + " % of what goes to p" + deaf,
                1_000,
                () -> namespaces.lose(deaf, percent),
                () -> namespaces.heal(deaf));
        drill.killTheServer();
        drill.pause(100 + random.nextInt(300));
        reset(namespaces, drill);
        drill.killTheServer();
    }

    private static void reset(Namespaces namespaces, Drill drill) throws IOException, InterruptedException {
        int one = drill.anybody();
        drill.once("resets all connections of p" + one, () -> {
            if (namespaces.reset(one) == 0) System.out.println("NO CONNECTION WAS RESET: this kernel does not do it");
        });
    }

    static Namespaces namespaces() {
        try {
            return new Namespaces("rgs" + ProcessHandle.current().pid() % 10_000 + "n", Drill.PLAYERS + 1);
        } catch (IOException refused) {
            System.out.println(
                    "NO REAL PROCESSES WERE TRIED IN NETWORK NAMESPACES, that needs a Linux, root, ip, nft and ss: "
                            + refused.getMessage());
            assumeTrue(false, "this machine does not allow network namespaces");
            throw new AssertionError(refused);
        }
    }
}
