package org.gamenet.rgs.testkit.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import java.util.ArrayList;
import java.util.List;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.View;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/**
 * Short cuts of a network that heals: whoever was cut off is back as soon as a link stands, whatever the group's views
 * say by then.
 */
class CutsTest {
    private static final Logger LOG = (Logger) LoggerFactory.getLogger("org.gamenet.rgs");
    private static final int SEEDS = 30;
    private static final int PLAYERS = 5;
    /** A dial, and what is said at every beat. */
    private static final long DIAL_MILLIS = 200;
    /**
     * The time that a rejoin takes on top: asked every 100 ms, and a package of the game's state, made in its frame.
     */
    private static final long REJOIN_MILLIS = 300;

    private static Level before;

    @BeforeAll
    static void quiet() {
        before = LOG.getLevel();
        LOG.setLevel(Level.OFF);
    }

    @AfterAll
    static void loud() {
        LOG.setLevel(before);
    }

    /** A dedicated server, players, a spare, playing. */
    private static SimulatedCluster playing(long seed, long suspectAfter) {
        SimulatedCluster cluster = new SimulatedCluster(seed, Mutant.NONE, false);
        cluster.registers(
                false,
                SimulatedCluster.rules(List.of(Failover.SPARE_SERVER, Failover.PROMOTED_PLAYER), suspectAfter, 30_000));
        cluster.standsBy();
        for (int i = 0; i < PLAYERS; i++) {
            CountingProcess player = cluster.joins();
            assertTrue(
                    cluster.until(() -> player.session.phase() == Phase.PLAYING, 10_000), player + " does not get in");
        }
        cluster.pass(2_000);
        return cluster;
    }

    private static void cut(SimulatedCluster cluster, CountingProcess one, boolean itHears) {
        for (CountingProcess other : cluster.processes) {
            if (other == one) continue;
            cluster.network.cut(one, other);
            if (!itHears) cluster.network.cut(other, one);
        }
    }

    /**
     * How long until these play, all in the same view, and each is shown a world of it that it had not seen; -1 if that
     * takes longer than a minute.
     */
    private static long backAfter(SimulatedCluster cluster, List<CountingProcess> all) {
        long now = cluster.time.now();
        List<CountingGame.World> shown =
                all.stream().map(one -> one.game.known()).toList();
        boolean back = cluster.until(
                () -> {
                    View view = all.get(0).session.view();
                    for (int i = 0; i < all.size(); i++) {
                        CountingProcess one = all.get(i);
                        CountingGame.World known = one.game.known();
                        boolean plays = one.session.phase() == Phase.PLAYING
                                && one.session.view().equals(view)
                                && view.players().contains(one.session.self());
                        if (!plays
                                || !one.session.isServer()
                                        && (known.equals(shown.get(i)) || known.epoch() != view.epoch())) return false;
                    }
                    return true;
                },
                60_000);
        return back ? (cluster.time.now() - now) / VirtualTime.MILLI : -1;
    }

    @Test
    @DisplayName(
            "a player that is cut off for one to three seconds is back within a dial, a beat and a rejoin, in the same epoch")
    void comesBackAtOnce() {
        List<Long> took = new ArrayList<>();
        for (long seed = 1; seed <= SEEDS; seed++) {
            SimulatedCluster cluster = playing(seed, 1_000);
            CountingProcess victim = cluster.dice.of(cluster.players());
            long epoch = victim.session.view().epoch();
            cut(cluster, victim, false);
            cluster.pass(cluster.dice.between(1_000, 3_000));
            cluster.network.healAll();
            took.add(backAfter(cluster, cluster.players()));
            assertEquals(epoch, victim.session.view().epoch());
            cluster.pass(5_000);
            assertEquals(List.of(), cluster.closed());
            assertEquals(List.of(), cluster.judge.violations());
        }
        System.out.println("one player cut off for 1 to 3 s, D 1 s: back after (ms) " + took);
        assertTrue(
                took.stream().allMatch(each -> each >= 0 && each <= DIAL_MILLIS + 200 + REJOIN_MILLIS),
                "back after " + took);
    }

    @Test
    @DisplayName("a player that is cut off for less than D is never put out, and plays on within a dial and a beat")
    void isNotPutOut() {
        List<Long> took = new ArrayList<>();
        for (long seed = 1; seed <= SEEDS; seed++) {
            SimulatedCluster cluster = playing(seed, 4_000);
            CountingProcess victim = cluster.dice.of(cluster.players());
            long version = victim.session.view().version();
            cut(cluster, victim, false);
            cluster.pass(cluster.dice.between(1_000, 3_000));
            cluster.network.healAll();
            took.add(backAfter(cluster, cluster.players()));
            cluster.pass(10_000);
            assertEquals(version, victim.session.view().version(), "nobody left or came");
            assertEquals(List.of(), cluster.judge.violations());
        }
        System.out.println("one player cut off for 1 to 3 s, D 4 s: a new world after (ms) " + took);
        assertTrue(took.stream().allMatch(each -> each >= 0 && each <= DIAL_MILLIS + 800), "back after " + took);
    }

    @Test
    @DisplayName(
            "a cut that is long enough for the group's views to split: whoever was put out is back before they have merged")
    void doesNotWaitForViews() {
        List<Long> took = new ArrayList<>();
        for (long seed = 1; seed <= SEEDS; seed++) {
            SimulatedCluster cluster = playing(seed, 1_000);
            CountingProcess victim = cluster.dice.of(cluster.players());
            long epoch = victim.session.view().epoch();
            cut(cluster, victim, false);
            cluster.pass(cluster.dice.between(3_100, 6_000));
            cluster.network.healAll();
            took.add(backAfter(cluster, cluster.players()));
            assertEquals(epoch, victim.session.view().epoch());
            cluster.pass(5_000);
            assertEquals(PLAYERS, cluster.players().size());
            assertEquals(List.of(), cluster.judge.violations());
        }
        System.out.println("one player cut off for 3.1 to 6 s, D 1 s: back after (ms) " + took);
        assertTrue(
                took.stream().allMatch(each -> each >= 0 && each <= DIAL_MILLIS + 200 + REJOIN_MILLIS),
                "back after " + took);
    }

    @Test
    @DisplayName(
            "N4: a server that its players do not hear for 1.96 s; everybody plays on afterwards, and nobody is put out for good")
    void muteServer() {
        List<Long> took = new ArrayList<>();
        for (long seed = 1; seed <= SEEDS; seed++) {
            SimulatedCluster cluster = playing(seed, 1_000);
            CountingProcess server = cluster.server().orElseThrow();
            cut(cluster, server, true);
            cluster.pass(1_960);
            cluster.network.healAll();
            took.add(backAfter(cluster, cluster.players()));
            cluster.pass(5_000);
            assertEquals(PLAYERS, cluster.players().size());
            assertEquals(List.of(), cluster.judge.violations());
        }
        System.out.println("server mute towards its players for 1.96 s: all play after (ms) " + took);
        assertTrue(took.stream().allMatch(each -> each >= 0 && each <= 3_000), "back after " + took);
    }

    @Test
    @DisplayName(
            "whoever was cut off while a spare took over finds that spare, to whom it never had a link, within a dial and a question")
    void findsAStranger() {
        List<Long> took = new ArrayList<>();
        for (long seed = 1; seed <= SEEDS; seed++) {
            SimulatedCluster cluster = new SimulatedCluster(seed, Mutant.NONE, false);
            cluster.registers(
                    true,
                    SimulatedCluster.rules(List.of(Failover.SPARE_SERVER, Failover.PROMOTED_PLAYER), 1_000, 30_000));
            cluster.standsBy();
            for (int i = 1; i < PLAYERS; i++) {
                CountingProcess player = cluster.joins();
                assertTrue(
                        cluster.until(() -> player.session.phase() == Phase.PLAYING, 10_000),
                        player + " does not get in");
            }
            cluster.pass(2_000);
            List<CountingProcess> players = cluster.players();
            List<CountingProcess> away = List.of(players.get(0), players.get(1));
            for (CountingProcess one : away) {
                one.wire.cut(true, true);
                for (CountingProcess other : cluster.processes) {
                    if (away.contains(other)) continue;
                    cluster.network.cut(one, other);
                    cluster.network.cut(other, one);
                }
            }
            cluster.pass(6_000);
            assertFalse(cluster.server().orElseThrow().plays, "the spare serves");
            cluster.network.healAll();
            away.forEach(one -> one.wire.cut(false, false));
            took.add(backAfter(cluster, cluster.players()));
            cluster.pass(5_000);
            assertEquals(PLAYERS, cluster.players().size());
            assertEquals(List.of(), cluster.judge.violations());
        }
        System.out.println("two of five cut off for 6 s while a spare took over: all play after (ms) " + took);
        assertTrue(
                took.stream().allMatch(each -> each >= 0 && each <= DIAL_MILLIS + 400 + REJOIN_MILLIS),
                "back after " + took);
    }
}
