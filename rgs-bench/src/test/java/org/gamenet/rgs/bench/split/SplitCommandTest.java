package org.gamenet.rgs.bench.split;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.util.List;
import org.gamenet.rgs.bench.ground.Namespaces;
import org.gamenet.rgs.bench.process.CommandTest;
import org.gamenet.rgs.bench.report.JsonLine;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Needs a Linux where it may make network namespaces; says so loudly where it may not. */
class SplitCommandTest extends CommandTest {
    @Test
    @DisplayName(
            "HA20 of three whose network is cut two play on, the third plays nothing, and comes back when it is healed")
    void splits() {
        try (Namespaces ground = new Namespaces("rgs" + ProcessHandle.current().pid() % 10_000 + "t", 2)) {
            assertEquals(2, ground.enter(0).size() - 2);
        } catch (IOException refused) {
            output.println("NOTHING WAS SPLIT, that needs a Linux, root, ip, nft and ss: " + refused.getMessage());
            assumeTrue(false, "this machine does not allow network namespaces");
        }
        int code = new CommandLine(new SplitCommand())
                .execute("--members", "3", "--runs", "1", "--heal", "--no-kill", "--settle", "1000", "--cut", "3500");
        assertEquals(0, code, this::said);
        JsonLine line = last();
        assertEquals(1, line.number("histories"), line::toString);
        for (String none : List.of("minority_played", "lost", "stuck", "not_played"))
            assertEquals(0, line.number(none), none);
        assertTrue(line.number("still_after_heal_max_ms") >= 0, line::toString);
    }
}
