package org.gamenet.rgs.testkit.simulation;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

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
}
