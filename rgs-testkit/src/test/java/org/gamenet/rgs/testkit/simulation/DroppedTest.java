package org.gamenet.rgs.testkit.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.gamenet.rgs.Failover;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DroppedTest {
    private static final long GIVE_UP = 12_000;

    @ParameterizedTest
    @CsvSource({"12000, false", "12900, false", "14000, true", "120000, true"})
    @DisplayName("P28 the directory drops a game when nobody has served it for giveUpAfter, and no earlier")
    void dropsInTime(long giveUpAfter, boolean tooEarly) {
        SimulatedCluster cluster = new SimulatedCluster(1, Mutant.NONE, false);
        cluster.registers(true, SimulatedCluster.rules(List.of(Failover.PROMOTED_PLAYER), 300, GIVE_UP));
        cluster.pass(2_000);
        cluster.giveUpAfter = giveUpAfter;
        cluster.standsBy();
        cluster.server().orElseThrow().die(false);
        cluster.pass(GIVE_UP - 1_000);
        assertTrue(cluster.directory.hasGames());
        assertFalse(cluster.judge.dropped.isOver());
        assertTrue(cluster.judge.dropped.mayShow(2, 2));
        assertFalse(cluster.judge.dropped.mayShow(3, 2));
        cluster.pass(2_000);
        assertFalse(cluster.directory.hasGames());
        assertTrue(cluster.judge.dropped.isOver());
        assertTrue(cluster.judge.dropped.mayShow(3, 2));
        assertFalse(cluster.judge.dropped.mayShow(2, 3));
        assertEquals(
                tooEarly,
                cluster.judge.violations().stream().anyMatch(each -> each.startsWith("P28: the directory")),
                cluster.judge.violations()::toString);
    }
}
