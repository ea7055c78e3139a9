package org.gamenet.rgs.examples.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.SessionEvent.Resumed;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The output of RGS on a game's standard streams. */
@ExtendWith(InTavern.class)
class QuietTest {

    @ParameterizedTest(name = "with a logging implementation: {0}")
    @ValueSource(booleans = {false, true})
    @DisplayName(
            "nothing on standard output but the game's own; a line per event that matters on standard error, none of JGroups")
    void quiet(boolean logback, Tavern tavern) throws Exception {
        try (ServerProcess server =
                ServerProcess.loud(tavern, Tavern.game().failover(Failover.PROMOTED_PLAYER), logback)) {
            Guest bob = tavern.playing(tavern.guest(tavern.player("bob").join(server.game())));
            Guest cat = tavern.join("cat", bob);
            bob.hit(1);
            tavern.until("it plays", () -> cat.sum() == 1);
            server.tell("leave");
            tavern.until(
                    "the others go on",
                    () -> !bob.all(Resumed.class).isEmpty()
                            && !cat.all(Resumed.class).isEmpty());
            server.await(line -> line.equals("OVER"));
            List<String> out = server.lines().stream()
                    .filter(line -> !line.startsWith(ServerProcess.ERROR))
                    .toList();
            assertTrue(
                    out.stream()
                            .allMatch(line ->
                                    line.startsWith("GAME ") || line.startsWith("EVENT ") || line.equals("OVER")),
                    out.toString());
            List<String> errors = server.lines().stream()
                    .filter(line -> line.startsWith(ServerProcess.ERROR))
                    .toList();
            String all = String.join("\n", errors);
            assertFalse(
                    all.toLowerCase(java.util.Locale.ROOT).contains("org.jgroups")
                            || all.contains("Exception")
                            || all.contains("\tat "),
                    all);
            if (logback) {
                assertEquals(
                        1,
                        errors.stream()
                                .filter(line -> line.contains("listens on 127.0.0.1"))
                                .count(),
                        all);
                assertTrue(
                        errors.stream().noneMatch(line -> line.contains("WARN")),
                        () -> "bound to loopback, so nothing travels in the clear: " + all);
                assertTrue(errors.size() <= 5, all);
            } else {
                assertTrue(errors.stream().allMatch(line -> line.contains("SLF4J")), all);
            }
        }
    }
}
