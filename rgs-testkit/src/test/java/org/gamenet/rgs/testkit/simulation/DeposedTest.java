package org.gamenet.rgs.testkit.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.gamenet.rgs.Session.Phase;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class DeposedTest {

    @Test
    @DisplayName(
            "P75 what a server had said that was put out reaches nobody of the game that lets it in again; what it says "
                    + "then does")
    void recants() {
        SimulatedCluster cluster = JudgeTest.playing();
        CountingProcess server = cluster.server().orElseThrow();
        CountingProcess other =
                cluster.players().stream().filter(p -> p != server).findFirst().orElseThrow();
        for (CountingProcess each : cluster.players()) {
            if (each == server) continue;
            cluster.network.cut(server, each);
            cluster.network.cut(each, server);
        }
        server.wire.cut(true, true);
        cluster.pass(3_000);
        assertNotSame(server, cluster.server().orElseThrow());
        long said = server.game.tells();
        server.game.quiet(true);
        cluster.network.healAll();
        server.wire.cut(false, false);
        cluster.pass(3_000);
        assertEquals(Phase.PLAYING, server.session.phase());
        assertEquals(List.of(), cluster.judge.violations());
        cluster.judge.deposed.told(other, server, said + 1);
        assertEquals(List.of(), cluster.judge.violations());
        cluster.judge.deposed.told(other, server, said);
        assertTrue(cluster.judge.violations().toString().contains("P75"), cluster.judge.violations()::toString);
    }
}
