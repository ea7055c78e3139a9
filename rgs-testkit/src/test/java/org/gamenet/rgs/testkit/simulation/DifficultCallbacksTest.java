package org.gamenet.rgs.testkit.simulation;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Games whose state callbacks take their time, and of whose packages nobody can read some; see {@link Callbacks}. */
class DifficultCallbacksTest extends ManyStories {

    @Test
    @DisplayName(
            "P40 P45 while restoreState or packageState runs, ends too late, or finds nothing that can be read, and "
                    + "while a backup is recruited, everything may befall a game")
    void withstandsCallbacks() {
        assertNothingIsWrong(
                Ill.with(Ill.CALLBACKS),
                seed -> seed % 8 == 0 ? Length.LONG : seed % 2 == 0 ? Length.HANDOVERS : Length.SHORT,
                "-Dcallbacks=true");
    }
}
