package org.gamenet.rgs.testkit.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Synchronous games: {@link Promises} says what they promise. */
class SynchronousStoriesTest {
    private static final Logger LOG = (Logger) LoggerFactory.getLogger("org.gamenet.rgs");
    private static final long STORIES = 120;
    private static final long STORIES_LONG = 10_000;
    private static Level before;

    @BeforeAll
    static void quiet() {
        before = LOG.getLevel();
        LOG.setLevel(Level.OFF);
    }

    @AfterAll
    static void loud() {
        LOG.setLevel(before);
    }

    @Test
    @DisplayName(
            "P48 HG8 S9 whatever befalls a synchronous game, whoever goes on from a copy has all that others were shown")
    void losesNothingThatWasShown() {
        Set<Ill> ills = EnumSet.copyOf(Ill.ANY);
        ills.add(Ill.SYNC);
        Map<Long, List<String>> bad = new TreeMap<>();
        long recoveries = 0;
        for (long seed = 1; seed <= (Boolean.getBoolean("rgs.long") ? STORIES_LONG : STORIES); seed++) {
            Length length = seed % 6 == 0 ? Length.HANDOVERS : seed % 11 == 0 ? Length.LONG : Length.SHORT;
            Scenario.Outcome outcome = Scenario.run(seed, length, ills, Mutant.NONE);
            recoveries += outcome.recoveries();
            if (!outcome.violations().isEmpty()) bad.put(seed, outcome.violations());
        }
        assertEquals(Map.of(), bad, "SimulationMain -Dsync=true with one of these seeds, 0 and ALL tells the story");
        assertTrue(recoveries > STORIES / 2, "only " + recoveries + " recoveries");
    }
}
