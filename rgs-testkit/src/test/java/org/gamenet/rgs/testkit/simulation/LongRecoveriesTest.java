package org.gamenet.rgs.testkit.simulation;

import static org.gamenet.rgs.testkit.simulation.JudgeTest.playing;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.gamenet.rgs.Failover;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The judge's idea of which spares have a game's state, and of how long a game may stand still (P74). */
class LongRecoveriesTest {

    @Test
    @DisplayName(
            "P19 P74 the time after which fewer may go on is that of the member's own clock: asleep, it has not passed")
    void sleepsMeanwhile() {
        SimulatedCluster cluster = playing();
        cluster.server().orElseThrow().die(true);
        CountingProcess awake = cluster.players().get(0);
        CountingProcess asleep = cluster.players().get(1);
        for (CountingProcess p : cluster.players()) {
            p.wire.cut(true, true);
            cluster.network.deafen(p);
        }
        cluster.pass(500);
        asleep.stop(true);
        cluster.pass(1_500);
        asleep.go();
        cluster.pass(cluster.lastResortMillis + 2_200);
        assertTrue(cluster.judge.recovery.hadItsTime(awake));
        assertFalse(cluster.judge.recovery.hadItsTime(asleep));
        cluster.pass(1_500);
        assertTrue(cluster.judge.recovery.hadItsTime(asleep));
    }

    @Test
    @DisplayName("P74 a member that dies behind a cut is one that is out of reach, until the cut heals")
    void diesBehindACut() {
        SimulatedCluster cluster = playing();
        CountingProcess server = cluster.server().orElseThrow();
        List<CountingProcess> others =
                cluster.players().stream().filter(p -> p != server).toList();
        CountingProcess left = others.get(0);
        server.die(false);
        assertTrue(cluster.judge.recovery.isInCore(left));
        others.stream().skip(1).forEach(p -> cluster.network.cut(left, p));
        others.stream().skip(1).forEach(p -> p.die(false));
        assertFalse(cluster.judge.recovery.isInCore(left));
        cluster.network.healAll();
        assertTrue(cluster.judge.recovery.isInCore(left), "each dial is refused");
    }

    @Test
    @DisplayName("P40 P75 a spare that backs the game up has its state, and none when it stands by again")
    void standsByAgain() {
        SimulatedCluster cluster = new SimulatedCluster(1, Mutant.NONE, false);
        cluster.registers(
                true, SimulatedCluster.rules(List.of(Failover.HOT_BACKUP, Failover.SPARE_SERVER), 300, 30_000, 12));
        cluster.joins();
        CountingProcess spare = cluster.standsBy();
        assertTrue(cluster.judge.recovery.hasBegunAnew(spare), "it stands by");
        assertTrue(cluster.until(() -> !cluster.judge.recovery.hasBegunAnew(spare), 10_000), "it was recruited");
        assertTrue(
                cluster.until(() -> cluster.directory.lists(spare.session.self().id()), 10_000));
        cluster.network.deafen(spare);
        assertTrue(cluster.until(() -> cluster.judge.recovery.hasBegunAnew(spare), 60_000), "it was put out");
    }
}
