package org.gamenet.rgs.bench.crowd;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.gamenet.rgs.bench.process.CommandTest;
import org.gamenet.rgs.bench.report.JsonLine;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class CrowdCommandTest extends CommandTest {
    @Test
    @DisplayName("a small crowd comes together, its last one comes and goes, and what it costs is told")
    void tellsWhatACrowdCosts() {
        int code = new CommandLine(new CrowdCommand())
                .execute("--players", "3", "--joins", "2", "--warm-up", "1", "--idle", "1");
        assertEquals(0, code, this::said);
        JsonLine line = last();
        assertEquals(3, line.number("players"), line::toString);
        assertTrue(line.number("join_p50_ms") > 0, line::toString);
        assertTrue(line.number("server_threads") > 0, line::toString);
        assertTrue(line.number("threads_per_player") > 0, line::toString);
    }
}
