package org.gamenet.rgs.bench.split;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The judge of a split names each fault that is planted. */
class SplitOutcomeTest {
    private static final Map<Integer, Integer> SAID = Map.of(0, 2, 1, 1);

    private final SplitOutcome outcome = new SplitOutcome();

    @BeforeEach
    void oneHistory() {
        outcome.histories = 1;
    }

    private void counts(String game, boolean wantsAll, long twice, long missing) {
        outcome.count(game, SAID, wantsAll);
        assertEquals(twice, outcome.twice);
        assertEquals(missing, outcome.missing);
        assertEquals(twice + missing == 0, outcome.isGood());
    }

    @Test
    @DisplayName("all that the living said is there once; what a dead member said is not asked for")
    void whole() {
        counts("0:0 1:0 7:0 0:1", true, 0, 0);
        assertTrue(outcome.isGood());
    }

    @Test
    @DisplayName("a message that is there twice is named")
    void twice() {
        counts("0:0 1:0 0:1 1:0", true, 1, 0);
    }

    @Test
    @DisplayName("a message that is not there is named, also where somebody's is missing altogether")
    void missing() {
        counts("0:1", true, 0, 2);
    }

    @Test
    @DisplayName("in an empty game all is missing")
    void empty() {
        counts("", true, 0, 3);
    }

    @Test
    @DisplayName("where both sides played on nothing is asked for, and what is there twice is named")
    void bothPlayedOn() {
        counts("0:0 0:0", false, 1, 0);
    }

    @Test
    @DisplayName("each other fault is named by itself")
    void others() {
        outcome.majorityStill = 3;
        assertFalse(outcome.isGood());
        outcome.majorityStill = 0;
        outcome.minorityPlayed = 1;
        assertFalse(outcome.isGood());
        outcome.minorityPlayed = 0;
        outcome.changed = 1;
        assertFalse(outcome.isGood());
        outcome.told = 1;
        assertTrue(outcome.isGood());
    }
}
