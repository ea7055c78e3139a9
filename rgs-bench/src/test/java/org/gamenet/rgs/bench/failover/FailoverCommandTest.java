package org.gamenet.rgs.bench.failover;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.gamenet.rgs.bench.process.CommandTest;
import org.gamenet.rgs.bench.report.JsonLine;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class FailoverCommandTest extends CommandTest {
    private int run(String... arguments) {
        return new CommandLine(new FailoverCommand()).execute(arguments);
    }

    @Test
    @DisplayName("a server dies under a backup, and the same one without: both are in the last line")
    void besideAnother() {
        int code = run(
                "--strategy",
                "backup",
                "--beside",
                "player",
                "--runs",
                "1",
                "--players",
                "3",
                "--settle",
                "300",
                "--package",
                "1KB");
        List<String> lines = lines();
        assertEquals(0, code, () -> String.join("\n", lines));
        assertEquals(3, lines.size(), "a line for each game, and the summary");
        JsonLine last = JsonLine.of(lines.get(2));
        assertEquals(1, last.number("from_copy"));
        assertEquals(1, last.number("beside_good_runs"));
        assertTrue(last.number("p50_ms") > 0 && last.number("beside_p50_ms") > 0, last::toString);
        assertTrue(
                lines.get(1).contains("\"strategy\":\"player\"") && lines.get(1).contains("\"from_copy\":false"));
    }

    @Test
    @DisplayName(
            "P49 a spare backs the game up ahead of the players, and serves it from its copy when the server is killed")
    void spareBacksUp() {
        String line = "--strategy backup --spares 1 --runs 1 --players 3 --settle 300 --package 1KB";
        int code = run(line.split(" "));
        JsonLine last = last();
        assertEquals(1, last.number("from_copy"), last::toString);
        assertEquals(1, last.number("spares"), last::toString);
        assertEquals(0, code, last::toString);
    }

    @Test
    @DisplayName("T24 T25 HB3 a backup is killed, another recruited, and nobody's game stands still")
    void recruits() {
        // A machine that is busy decides how long worlds take, so the exit code is not asked.
        new CommandLine(new BackupCommand())
                .execute("--recruit", "1", "--players", "4", "--window", "300", "--settle", "200", "--package", "1KB");
        JsonLine last = last();
        assertEquals(1, last.number("recruited"), last::toString);
        assertEquals(0, last.number("frozen"), last::toString);
        assertTrue(last.number("gap_before_max_ms") > 0 && last.number("gap_recruiting_max_ms") > 0, last::toString);
        assertTrue(last.number("recruit_max_ms") > 0, last::toString);
    }

    @Test
    @DisplayName(
            "P76 a player's process dies, and then the server's: it is itself again by its token, with what it had")
    void rejoins() {
        int code = new CommandLine(new RejoinCommand())
                .execute("--runs", "1", "--players", "2", "--package", "1KB", "--change-server");
        JsonLine last = last();
        assertEquals(1, last.number("same_peer"), last::toString);
        assertEquals(1, last.number("state_kept"), last::toString);
        assertEquals(0, last.number("seat_sold"), last::toString);
        assertTrue(last.number("p50_ms") > 0 && last.number("p99_ms") > 0, last::toString);
        assertEquals(0, code, last::toString);
    }

    private JsonLine handsOver(String to) {
        // A machine that is busy decides how long the gaps are, so the exit code is not asked; it halts processes, too.
        String line = "--runs 1 --players 3 --settle 200 --package 1KB --suspect-after 5000 --to " + to;
        new CommandLine(new HandoverCommand()).execute(line.split(" "));
        JsonLine last = last();
        for (String none : List.of("frozen", "went_back", "requests_twice", "requests_lost"))
            assertEquals(0, last.number(none), last::toString);
        return last;
    }

    @Test
    @DisplayName("P46 real processes: the server hands over to its backup, and nobody's game stands still")
    void handsOver() {
        JsonLine last = handsOver("backup");
        assertEquals(1, last.number("handed"), last::toString);
        assertTrue(last.number("gap_p50_ms") > 0 && last.number("handover_max_ms") > 0, last::toString);
    }

    @Test
    @Tag("soak")
    @DisplayName("P46 real processes: a backup that is killed meanwhile takes nothing, and nobody notices")
    void isNotTaken() {
        JsonLine last = handsOver("dies");
        assertEquals(1, last.number("refused"), last::toString);
        assertEquals(0, last.number("handed"), last::toString);
    }

    @Test
    @Tag("soak")
    @DisplayName("P27 P76 of two processes with one token the later one plays, and the older one is closed")
    void twins() {
        int code = new CommandLine(new RejoinCommand())
                .execute("--runs", "1", "--players", "2", "--package", "1KB", "--absence", "twin");
        JsonLine last = last();
        assertEquals(1, last.number("replaced"), last::toString);
        assertEquals(1, last.number("same_peer"), last::toString);
        assertEquals(1, last.number("state_kept"), last::toString);
        assertEquals(0, code, last::toString);
    }

    @Test
    @DisplayName("a wrong command line is refused")
    void refuses() {
        PrintStream errors = System.err;
        System.setErr(new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8));
        try {
            assertNotEquals(0, run("--strategy", "backup", "--players", "1"));
            assertNotEquals(0, run("--strategy", "backup", "--beside", "nothing"));
            assertNotEquals(0, new CommandLine(new BackupCommand()).execute("--players", "3"));
            assertNotEquals(0, new CommandLine(new BackupCommand()).execute("--recruit", "0"));
            assertNotEquals(0, new CommandLine(new HandoverCommand()).execute("--runs", "0"));
            assertNotEquals(0, new CommandLine(new HandoverCommand()).execute("--players", "2"));
            assertNotEquals(0, new CommandLine(new HandoverCommand()).execute("--to", "nobody"));
            assertNotEquals(0, new CommandLine(new RejoinCommand()).execute("--runs", "0"));
            assertNotEquals(0, new CommandLine(new RejoinCommand()).execute("--players", "1"));
        } finally {
            System.setErr(errors);
        }
    }
}
