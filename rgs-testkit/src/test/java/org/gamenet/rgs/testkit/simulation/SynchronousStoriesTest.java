package org.gamenet.rgs.testkit.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Synchronous games: {@link Promises} says what they promise. */
class SynchronousStoriesTest extends ManyStories {

    @Test
    @DisplayName(
            "P48 HG8 S9 whatever befalls a synchronous game, whoever goes on from a copy has all that others were shown")
    void losesNothingThatWasShown() {
        assertNothingIsWrong(
                Ill.with(Ill.SYNC),
                seed -> seed % 6 == 0 ? Length.HANDOVERS : seed % 11 == 0 ? Length.LONG : Length.SHORT,
                "-Dsync=true");
    }

    /**
     * The second: a copy was restored under a number that came to nothing, when the game had long gone on. The third: a
     * game was rebuilt, and later went on from a copy. The fourth: who was left behind served, and was back in the game
     * by the word of a server that had died. The fifth: a number was made active that its holder had given up, for the
     * arbiter had refused to at first.
     */
    @ParameterizedTest
    @CsvSource({
        "967000004975, LONG",
        "967000003782, SHORT",
        "973000004900, LONG",
        "973000001652, CUTS",
        "973000011128, CUTS"
    })
    @DisplayName(
            "P48 S9 what once went wrong does not: a server's request overtook those that it made while it stood still")
    void onceWentWrong(long seed, Length length) {
        Set<Ill> ills = EnumSet.copyOf(Ill.ANY);
        ills.add(Ill.SYNC);
        assertEquals(List.of(), Scenario.run(seed, length, ills, Mutant.NONE).violations());
    }
}
