package org.gamenet.rgs.core.arbiter;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Every way that a few members can decide in, within bounds; and drawn ways beyond them. */
class ElectionSearchTest {
    private static final int WORLDS = Integer.getInteger("rgs.election.worlds", 12_000);
    private static final int HALF_WAY = 25_000;
    private static final int WALKS = Integer.getInteger("rgs.election.walks", 1_500);

    private static void search(Electors.Bounds bounds) {
        int worlds = Electors.search(bounds, WORLDS);
        assertTrue(Math.abs(worlds) > 1_000, "looked at " + worlds);
    }

    private static void walks(Electors.Bounds bounds) {
        for (int seed = 0; seed < WALKS; seed++) Electors.walk(bounds, seed, 60);
    }

    @Test
    @DisplayName("HG18 HG34 a majority of three: one epoch follows another, whoever claims and dies (P55 to P58)")
    void threeByMajority() {
        search(new Electors.Bounds(3, 3, Quorum.BY_SIZE, 3, 1, 1, false));
        walks(new Electors.Bounds(3, 3, Quorum.BY_SIZE, 5, 3, 1, false));
    }

    @Test
    @DisplayName(
            "P57 the server's number follows one that a member gave up before it was granted: none is granted twice")
    void serverAmongThree() {
        search(new Electors.Bounds(3, 3, Quorum.BY_SIZE, 2, 1, 0, true));
        walks(new Electors.Bounds(3, 3, Quorum.BY_SIZE, 5, 3, 1, true));
    }

    @Test
    @DisplayName("two that keep playing, one of whom may die: no number twice, and one history (P59)")
    void twoKeepPlaying() {
        search(new Electors.Bounds(2, 2, Quorum.BY_SIZE, 4, 2, 1, false));
        walks(new Electors.Bounds(2, 2, Quorum.BY_SIZE, 6, 4, 1, false));
    }

    @Test
    @DisplayName(
            "HG9 HG33 from one to two to three and back: a step between two rules is decided by the one that ends (P61)")
    void stepsBetweenTheRules() {
        search(new Electors.Bounds(3, 1, Quorum.BY_SIZE, 3, 1, 1, true));
        walks(new Electors.Bounds(3, 2, Quorum.BY_SIZE, 6, 3, 1, true));
    }

    @Test
    @DisplayName(
            "HG34 P57 an epoch that was half activated when its holder died is finished or never was, and is not contradicted")
    void halfActivated() {
        int worlds = Electors.searchHalfActivated(new Electors.Bounds(3, 3, Quorum.BY_SIZE, 3, 1, 0, false), HALF_WAY);
        assertTrue(Math.abs(worlds) > 1_000, "looked at " + worlds);
    }
}
