package org.gamenet.rgs.testkit.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Members that say what is not theirs to say. */
class RoguesTest {
    private static final long STORIES = 300;
    private static final long STORIES_LONG = 10_000;

    @Test
    @DisplayName(
            "K6 S16 a member that makes up messages of every type, while servers die and others take over, ends, resumes and"
                    + " binds nobody else's session")
    void harmNobody() {
        Map<Long, List<String>> bad = new TreeMap<>();
        long recoveries = 0;
        for (long seed = 1; seed <= (Boolean.getBoolean("rgs.long") ? STORIES_LONG : STORIES); seed++) {
            Scenario.Outcome outcome = Scenario.run(seed, Length.SHORT, EnumSet.of(Ill.ROGUE), Mutant.NONE);
            recoveries += outcome.recoveries();
            if (!outcome.violations().isEmpty()) bad.put(seed, outcome.violations());
        }
        assertEquals(Map.of(), bad, "SimulationMain with one of these seeds, 0 and ROGUE tells the story");
        assertTrue(recoveries > STORIES / 2, "only " + recoveries + " recoveries");
    }
}
