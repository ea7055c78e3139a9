package org.gamenet.rgs.testkit.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongFunction;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.slf4j.LoggerFactory;

/** Stories of games of one kind, one after another: nothing in any of them may be wrong. */
abstract class ManyStories {
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

    /** @param option of {@code SimulationMain}, which has it tell such a story */
    static void assertNothingIsWrong(Set<Ill> ills, LongFunction<Length> lengths, String option) {
        Map<Long, List<String>> bad = new TreeMap<>();
        long recoveries = 0;
        for (long seed = 1; seed <= (Boolean.getBoolean("rgs.long") ? STORIES_LONG : STORIES); seed++) {
            Scenario.Outcome outcome = Scenario.run(seed, lengths.apply(seed), ills, Mutant.NONE);
            recoveries += outcome.recoveries();
            if (!outcome.violations().isEmpty()) bad.put(seed, outcome.violations());
        }
        assertEquals(Map.of(), bad, "SimulationMain " + option + " with one of these seeds, 0 and ALL tells the story");
        assertTrue(recoveries > STORIES / 2, "only " + recoveries + " recoveries");
    }
}
