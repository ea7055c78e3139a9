package org.gamenet.rgs.testkit.simulation;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The bounds within which a push takes rates for chance. */
class SweepTest {
    @Test
    @DisplayName("twice as many last resorts are too many in a push, and as many as chance explains are not")
    void namesARateThatDoubles() {
        assertFalse(Sweep.isMoreThanChance(38 + 24, 4_200, 900));
        assertTrue(Sweep.isMoreThanChance(38 + 38, 4_200, 900));
    }

    @Test
    @DisplayName("a handful in a few stories says nothing")
    void saysNothingOfFew() {
        assertFalse(Sweep.isMoreThanChance(5, 100, 900));
        assertTrue(Sweep.isMoreThanChance(6, 100, 900));
    }
}
