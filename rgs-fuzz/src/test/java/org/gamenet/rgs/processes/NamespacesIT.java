package org.gamenet.rgs.processes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Needs a Linux where it may make network namespaces, with ip, nft and ss; says so loudly where it may not. For hours:
 * {@code mvn -B -Psoak -pl rgs-fuzz -am verify -Dit.test=NamespacesIT -Dtest=none -Dsurefire.failIfNoSpecifiedTests=false -Drgs.drills=100}.
 */
class NamespacesIT {
    private static final long GAMES = Long.getLong("rgs.drills", 1);
    private static final long SEED = Long.getLong("rgs.drills.seed", 1 + Math.floorMod(System.nanoTime(), 1_000_000_000L));

    @Test @Tag("soak")
    @DisplayName("R8 games of four processes outlive a pulled cable, a one-way cut, loss, resets, a pause and the death of their servers")
    void outliveThemAll(@TempDir Path folder) throws Exception {
        for (long game = 0; game < GAMES; game++) {
            try (Namespaces namespaces = namespaces()) {
                play(namespaces, Files.createDirectory(folder.resolve("game" + game)), SEED + game);
            }
        }
    }

    private static void play(Namespaces namespaces, Path folder, long seed) throws IOException, InterruptedException {
        System.out.println("a drill in network namespaces; the same again: -Drgs.drills.seed=" + seed);
        try (Drill drill = new Drill(namespaces, folder, seed)) {
            drill.assemble();
            Random random = new Random(seed);
            drill.reset();
            drill.pullTheCable(200 + random.nextInt(200));
            drill.cutOneWay(200 + random.nextInt(200));
            drill.lose(3 + random.nextInt(10), 1_000);
            drill.killTheServer();
            drill.pause(100 + random.nextInt(300));
            drill.reset();
            drill.killTheServer();
            List<String> faults = drill.end();
            System.out.println(String.join("; ", drill.story));
            assertEquals(List.of(), faults, () -> "seed " + seed + ": " + drill.story);
        }
    }

    private static Namespaces namespaces() {
        try {
            return new Namespaces("rgs" + ProcessHandle.current().pid() % 10_000 + "n", Drill.PLAYERS + 1);
        } catch (IOException refused) {
            System.out.println("NO REAL PROCESSES WERE TRIED IN NETWORK NAMESPACES: " + refused.getMessage());
            assumeTrue(false, "this machine does not allow network namespaces");
            throw new AssertionError(refused);
        }
    }

    @Test
    @DisplayName("the checker sees two servers of an epoch, a player that is lost, a request that counts twice, and two orders")
    void canFail() {
        History one = new History("p0", lines("phase PLAYING 1", "serves 1", "turn 1 1", "turn 2 1", "gap 2 2 after 2", "stands q 1 PLAYING true 3 1=3,2=2 2"));
        History other = new History("p1", lines("phase PLAYING 2", "serves 1", "turn 2 1", "turn 1 1", "stands q 2 PLAYING false 1 1=3,2=2 2"));
        History lost = new History("p2", lines("phase PLAYING 3", "closed CRASHED why"));
        String faults = String.join("\n", Checker.check(List.of(one, other, lost), Set.of(), "q"));
        for (String what : List.of("epoch 1 was served by p0 and p1", "p2 lives and is closed", "p2 does not say", "p0 and p1 heard turns in two orders", "asked 1 times", "was asked by p1 for 2")) {
            assertTrue(faults.contains(what), what + " is not among\n" + faults);
        }
        assertEquals(List.of(), Checker.check(List.of(new History("p0", lines("phase PLAYING 1", "serves 1", "turn 1 1", "stands q 1 PLAYING true 3 1=3,2=2 2")),
                new History("p1", lines("phase PLAYING 2", "turn 1 1", "stands q 2 PLAYING false 2 1=3,2=2 2"))), Set.of(), "q"));
    }

    private static List<List<String>> lines(String... lines) {
        return List.of(lines).stream().map(line -> List.of(line.split(" "))).toList();
    }
}
