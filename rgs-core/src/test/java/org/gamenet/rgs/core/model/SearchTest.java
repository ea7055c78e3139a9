package org.gamenet.rgs.core.model;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

class SearchTest {

    /** Worlds per ground; more with {@code -Drgs.states}. */
    private static final int STATES = Integer.getInteger("rgs.states", 100_000);

    @TestFactory
    @DisplayName("S1 S2 S3 S4 S5 S6 S7 S8 S11 S18 S20 L1 L2 hold in every world within bounds")
    Stream<DynamicTest> holdsInEveryWorld() {
        return Hunt.grounds().stream().map(ground -> DynamicTest.dynamicTest(ground.name(), () -> {
            Search.Outcome outcome = new Search(new World(ground.bounds()), STATES).restingEvery(499).run();
            assertTrue(outcome.broken().isEmpty(), outcome::toString);
            assertTrue(outcome.states() > 100, "nothing happened in " + ground);
        }));
    }
}
