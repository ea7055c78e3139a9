package org.gamenet.rgs.processes;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Real processes where nothing is allowed but to start and to signal them; what takes the kernel's help is in
 * {@link NamespacesIT}.
 */
class LoopbackIT {
    private static final long SEED = Long.getLong("rgs.drills.seed", 1);

    @Test
    @DisplayName(
            "a game of four processes outlives the death of its servers, pauses, and the reset of every line to the directory")
    void outlivesThemAll() throws Exception {
        if (!stops()) {
            System.out.println("NO REAL PROCESSES WERE TRIED: this machine has no kill -STOP");
            assumeTrue(false, "a machine without signals");
        }
        System.out.println("a drill on loopback; the same again: -Drgs.drills.seed=" + SEED);
        Random random = new Random(SEED);
        try (Loopback loopback = new Loopback();
                Drill drill = new Drill(loopback, Trial.folder("loopback"), SEED)) {
            Trial.of(drill, on -> {
                on.once("resets all lines to the directory", loopback::resetLines);
                on.pause(100 + random.nextInt(300));
                on.killTheServer();
                on.once("resets all lines to the directory", loopback::resetLines);
                on.killTheServer();
                on.pause(100 + random.nextInt(300));
            });
        }
    }

    private static boolean stops() throws InterruptedException {
        try {
            return new ProcessBuilder("kill", "-l", "STOP").start().waitFor() == 0;
        } catch (IOException none) {
            return false;
        }
    }
}
