package org.gamenet.rgs.testkit.simulation;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The rates that a push lets pass as chance, and those that it names. */
class SweepTest {
    @Test
    @DisplayName("twice as many last resorts are too many in a push, and as many as chance explains are not")
    void namesARateThatDoubles() {
        assertFalse(Sweep.isMoreThanChance(57, 4_200, 900), "1 push in 470 has as many");
        assertTrue(Sweep.isMoreThanChance(59, 4_200, 900), "1 in 1 200");
        assertTrue(Sweep.isMoreThanChance(2 * 38, 4_200, 900));
    }

    @Test
    @DisplayName("few stories say as much as few can")
    void saysOfFewWhatFewCan() {
        assertFalse(Sweep.isMoreThanChance(0, 100, 900));
        assertFalse(Sweep.isMoreThanChance(5, 100, 900), "1 in 430");
        assertTrue(Sweep.isMoreThanChance(6, 100, 900), "1 in 2 900");
    }
}
