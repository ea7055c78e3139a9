package org.gamenet.rgs.testkit.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("On ways that are slow, thin, or open in one direction:")
class SlowWaysTest {

    private static void isGood(long seed, Set<Ill> ills) {
        Scenario.Outcome outcome = Scenario.run(seed, Length.ofPush(seed), ills, Mutant.NONE);
        assertEquals(List.of(), outcome.violations());
        assertEquals(List.of(), outcome.open());
    }

    /** Answers take longer than D, which is 242 ms, and 20 seconds of requests have waited. */
    @Test
    @DisplayName("L8 P24 what has waited goes out once, where an answer takes longer than 0.4 D")
    void repeatsNoSooner() {
        isGood(975_000_019_726L, Ill.with());
    }

    @Test
    @DisplayName("P37 a spare that no member hears, behind a cut of one direction, does not wait for these members")
    void dialsWhoeverHearsNothing() {
        isGood(988_451_039_976L, Ill.with(Ill.LETTERS));
    }

    /** 560 kB a second, a log of 25 kB, and nine members that the ACK does not reach for two seconds. */
    @Test
    @DisplayName("P29 P41 an ACK that is shown again and again does not fill a thin way")
    void showsTheAckAlone() {
        isGood(730_128_704_015_102L, Ill.with(Ill.CALLBACKS));
    }
}
