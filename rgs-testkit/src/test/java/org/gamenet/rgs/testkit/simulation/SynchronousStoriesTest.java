package org.gamenet.rgs.testkit.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Synchronous games: {@link Promises} says what they promise. */
class SynchronousStoriesTest extends ManyStories {

    @Test
    @DisplayName(
            "P48 HG8 S9 whatever befalls a synchronous game, whoever goes on from a copy has all that others were shown")
    void losesNothingThatWasShown() {
        assertNothingIsWrong(
                Ill.SYNC,
                seed -> seed % 6 == 0 ? Length.HANDOVERS : seed % 11 == 0 ? Length.LONG : Length.SHORT,
                "-Dsync=true");
    }

    /** The second: a copy was restored under a number that came to nothing, when the game had long gone on. */
    @ParameterizedTest
    @ValueSource(longs = {967_000_004_975L, 967_000_003_782L})
    @DisplayName(
            "P48 S9 what once went wrong does not: a server's request overtook those that it made while it stood still")
    void onceWentWrong(long seed) {
        Set<Ill> ills = EnumSet.copyOf(Ill.ANY);
        ills.add(Ill.SYNC);
        assertEquals(
                List.of(),
                Scenario.run(seed, Length.of(seed), ills, Mutant.NONE).violations());
    }
}
