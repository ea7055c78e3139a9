package org.gamenet.rgs.testkit.simulation;

import static org.gamenet.rgs.testkit.simulation.JudgeTest.playing;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.Session;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The members that the judge takes for known, and for out of reach. */
class RecoveryTest {

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @DisplayName(
            "P74 whoever is left may wait for a member that is listed and died before anybody heard of its coming; "
                    + "not for one whose coming was heard of")
    void waitsForOneThatNobodyKnows(boolean unheard) {
        SimulatedCluster cluster = new SimulatedCluster(1, Mutant.NONE, false);
        cluster.registers(true, SimulatedCluster.rules(List.of(Failover.PROMOTED_PLAYER), 300, 30_000, 12));
        CountingProcess other = cluster.joins();
        assertTrue(cluster.until(() -> other.session.phase() == Session.Phase.PLAYING, 2_000));
        cluster.pass(500);
        CountingProcess server = cluster.server().orElseThrow();
        if (unheard) cluster.network.far(server, other, 250 * VirtualTime.MILLI);
        CountingProcess newcomer = cluster.joins();
        assertTrue(cluster.until(
                () -> cluster.directory.lists(newcomer.session.self().id())
                        && unheard != cluster.judge.knows(other, newcomer),
                2_000));
        newcomer.die(false);
        server.die(false);
        assertEquals(!unheard, cluster.judge.recovery.isInCore(other));
    }

    @Test
    @DisplayName("P74 a member whose exit was heard of was known: nobody may wait for it")
    void knowsWhoHasLeft() {
        SimulatedCluster cluster = playing();
        List<CountingProcess> players =
                cluster.players().stream().filter(p -> !p.session.isServer()).toList();
        players.get(0).session.leave();
        assertTrue(cluster.until(() -> players.get(0).session.phase() == Session.Phase.CLOSED, 5_000));
        cluster.pass(1_000);
        assertEquals(
                1,
                players.get(1).session.view().players().stream()
                        .filter(peer -> peer.id()
                                != cluster.server().orElseThrow().session.self().id())
                        .count());
        assertTrue(cluster.judge.knows(players.get(1), players.get(0)));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @DisplayName("G20 L1 where each that is left never serves nobody need go on; where one of them may, "
            + "whoever stands still for too long is found")
    void nobodyMayServe(boolean alone) {
        SimulatedCluster cluster = new SimulatedCluster(1, Mutant.NONE, false);
        cluster.hasRogue = true;
        cluster.registers(false, SimulatedCluster.rules(List.of(Failover.PROMOTED_PLAYER), 300, 30_000, 12));
        CountingProcess rogue = cluster.joins();
        assertTrue(rogue.mayTurnRogue);
        if (!alone) cluster.joins();
        assertTrue(cluster.until(
                () -> cluster.players().stream().allMatch(p -> p.session.phase() == Session.Phase.PLAYING), 2_000));
        cluster.pass(500);
        CountingProcess server = cluster.server().orElseThrow();
        // Nobody knows that they hear nothing, so nobody goes on.
        cluster.processes.stream().filter(p -> p != server).forEach(cluster.network::deafen);
        server.die(false);
        cluster.pass(6_000);
        assertEquals(!alone, !recoveries(cluster).isEmpty(), cluster.judge.violations()::toString);
    }

    @Test
    @DisplayName(
            "P40 L1 where somebody may serve at last the time of a recovery begins, and whoever stands still longer is found")
    void beginsAnew() {
        SimulatedCluster cluster = new SimulatedCluster(1, Mutant.NONE, false);
        cluster.hasRogue = true;
        cluster.registers(false, SimulatedCluster.rules(List.of(Failover.PROMOTED_PLAYER), 300, 30_000, 12));
        CountingProcess rogue = cluster.joins();
        assertTrue(cluster.until(() -> rogue.session.phase() == Session.Phase.PLAYING, 2_000));
        cluster.pass(500);
        cluster.network.deafen(rogue);
        cluster.server().orElseThrow().die(false);
        cluster.pass(6_000);
        rogue.mayTurnRogue = false;
        cluster.pass(2_600);
        assertEquals(List.of(), recoveries(cluster), "D + 2.5 s, D is 300 ms");
        cluster.pass(400);
        assertEquals(1, recoveries(cluster).size());
    }

    private static List<String> recoveries(SimulatedCluster cluster) {
        return cluster.judge.violations().stream()
                .filter(each -> each.startsWith("recovery"))
                .toList();
    }
}
