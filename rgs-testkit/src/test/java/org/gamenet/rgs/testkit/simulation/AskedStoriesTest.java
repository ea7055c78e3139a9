package org.gamenet.rgs.testkit.simulation;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Games in which a member that has something to say asks all others for a place in the order (P68 to P70). */
class AskedStoriesTest extends ManyStories {

    @Test
    @DisplayName(
            "S11 HD4 P68 P69 P70 whatever befalls a game ordered by permission, there is one order, and all that they said who live")
    void hasOneOrder() {
        assertNothingIsWrong(Ill.with(Ill.ASKS), seed -> seed % 4 == 0 ? Length.LONG : Length.SHORT, "-Dorder=lamport");
    }
}
