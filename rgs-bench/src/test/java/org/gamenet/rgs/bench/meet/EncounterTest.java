package org.gamenet.rgs.bench.meet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The judge of a meeting names games that share a member, and how long they do. */
class EncounterTest {
    private final Encounter met = new Encounter(Set.of("ann", "bob", "cat"));

    private void plays(String who, long at, String game, String... players) {
        met.saw(who, new Sighting("run", 0, at, "PLAYING", game, Set.of(players)));
    }

    @Test
    @DisplayName("one game, once each sees all")
    void oneGame() {
        plays("ann", 10, "a", "ann", "bob", "cat");
        plays("bob", 20, "a", "ann", "bob", "cat");
        assertFalse(met.oneGame());
        plays("cat", 30, "a", "ann", "bob", "cat");
        assertTrue(met.oneGame());
        met.ended(40);
        assertFalse(met.shared());
        assertEquals(0, met.sharedLongest());
        assertEquals(30, met.found());
    }

    @Test
    @DisplayName("two games without a common member are not one, and share nobody")
    void twoGames() {
        plays("ann", 10, "a", "ann");
        plays("bob", 20, "b", "bob", "cat");
        plays("cat", 30, "b", "bob", "cat");
        assertFalse(met.oneGame());
        assertFalse(met.shared());
        assertEquals(2, met.games().size());
    }

    @Test
    @DisplayName(
            "a member that is seen in two games is named, with the longest time, also of one that lasts to the end")
    void shared() {
        plays("ann", 10, "a", "ann", "cat");
        plays("bob", 20, "b", "bob", "cat");
        assertTrue(met.shared());
        plays("ann", 50, "a", "ann");
        assertFalse(met.shared());
        assertEquals(30, met.sharedLongest());
        plays("ann", 60, "a", "ann", "cat");
        met.ended(100);
        assertEquals(40, met.sharedLongest());
    }
}
