package org.gamenet.rgs.bench.meet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import org.gamenet.rgs.bench.process.CommandTest;
import org.gamenet.rgs.bench.report.JsonLine;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class MeetCommandTest extends CommandTest {
    @Test
    @DisplayName("two processes find each other, three times in the same JVMs")
    void meets() {
        assertEquals(0, new CommandLine(new MeetCommand()).execute("--processes", "2", "--runs", "3"), this::said);
        JsonLine line = last();
        assertEquals(3, line.number("one_game"), line::toString);
        assertEquals(0, line.number("mixed"), line::toString);
        assertTrue(line.number("found_p50_ms") > 0, line::toString);
    }

    private static Sighting sees(long at, String phase, String game, String... players) {
        return new Sighting("run", 1_000_000, at * 1_000_000, phase, game, Set.of(players));
    }

    @Test
    @DisplayName("one game, two games, a member that sees nobody, and a mixture are told apart")
    void judges() {
        Encounter met = new Encounter(List.of("a", "b"));
        met.saw("a", sees(5, "PLAYING", "x", "a"));
        assertFalse(met.oneGame(), "b has seen nothing");
        met.saw("b", sees(7, "PLAYING", "x", "a", "b"));
        assertFalse(met.oneGame(), "a does not see b");
        assertTrue(met.mixed(), "b sees a, which does not see b");
        met.saw("a", sees(9, "PLAYING", "x", "a", "b"));
        assertTrue(met.oneGame());
        assertFalse(met.mixed());
        assertEquals(8_000_000, met.found());
        met.saw("b", sees(10, "FROZEN", "x", "a", "b"));
        assertFalse(met.oneGame(), "b stands still");
        met.saw("b", sees(11, "PLAYING", "y", "b"));
        assertEquals(Set.of("x", "y"), met.games());
        assertTrue(met.mixed(), "a sees b, which is in another game");
        met.saw("a", sees(12, "PLAYING", "x", "a"));
        assertFalse(met.mixed(), "two games, apart");
        met.saw("a", sees(13, "PLAYING", "x", "a", "c"));
        assertTrue(met.mixed(), "nobody knows c");
    }

    @Test
    @DisplayName("what a member sees is read as it was written")
    void readsWhatItWrote() {
        for (Sighting seen : List.of(sees(5, "PLAYING", "x", "a", "b"), sees(3, "WAITING", "")))
            assertEquals(seen, Sighting.parse(seen.format()).orElseThrow());
        assertTrue(Sighting.parse("sees nothing").isEmpty());
    }
}
