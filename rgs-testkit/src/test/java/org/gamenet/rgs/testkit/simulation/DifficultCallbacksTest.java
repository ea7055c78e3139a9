package org.gamenet.rgs.testkit.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
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

    @Test
    @DisplayName("L8 P40 a member that has yet to take a state makes no epoch follow another")
    void makesNoStorm() {
        Scenario.Outcome outcome =
                Scenario.run(983100001562L, Length.HANDOVERS, Set.of(Ill.KILL_BACKUP, Ill.CALLBACKS), Mutant.NONE);
        assertEquals(List.of(), outcome.violations());
    }

    @Test
    @DisplayName("L8 epochs that follow one another too fast are found")
    void pace() {
        List<String> wrong = new ArrayList<>();
        Pace pace = new Pace((rule, what) -> wrong.add(what));
        for (int i = 1; i <= 15; i++) pace.begun(i, 200L * i);
        assertEquals(0, wrong.size());
        for (int i = 16; i <= 40; i++) pace.begun(i, 3_000 + 60L * i);
        assertEquals(1, wrong.size(), "said once");
    }
}
