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

/** Games in which whoever has something to say asks all others for a place in the order (P68 to P70). */
class AskedStoriesTest {
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
            "S11 HD4 P68 P69 P70 whatever befalls a game ordered by permission, there is one order, and all that they said who live")
    void hasOneOrder() {
        Set<Ill> ills = EnumSet.copyOf(Ill.ANY);
        ills.add(Ill.ASKS);
        Map<Long, List<String>> bad = new TreeMap<>();
        long recoveries = 0;
        for (long seed = 1; seed <= (Boolean.getBoolean("rgs.long") ? STORIES_LONG : STORIES); seed++) {
            Length length = seed % 4 == 0 ? Length.LONG : Length.SHORT;
            Scenario.Outcome outcome = Scenario.run(seed, length, ills, Mutant.NONE);
            recoveries += outcome.recoveries();
            if (!outcome.violations().isEmpty()) bad.put(seed, outcome.violations());
        }
        assertEquals(
                Map.of(), bad, "SimulationMain -Dorder=lamport with one of these seeds, 0 and ALL tells the story");
        assertTrue(recoveries > STORIES / 2, "only " + recoveries + " recoveries");
    }
}
