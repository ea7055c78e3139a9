package org.gamenet.rgs.testkit.simulation;

import static org.gamenet.rgs.testkit.simulation.ExcusesTest.assertFound;
import static org.gamenet.rgs.testkit.simulation.JudgeTest.FIRST;
import static org.gamenet.rgs.testkit.simulation.JudgeTest.SECOND;
import static org.gamenet.rgs.testkit.simulation.JudgeTest.ack;
import static org.gamenet.rgs.testkit.simulation.JudgeTest.playing;
import static org.gamenet.rgs.testkit.simulation.JudgeTest.turn;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.SessionEvent;
import org.gamenet.rgs.SessionEvent.Closed;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.ordering.Position;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Where the judge lets something pass because an application is slow, or its game is over; see {@link ExcusesTest}. */
class SlowApplicationsTest {
    private final History history = new History((rule, what) -> fail(rule + ": " + what));

    @Test
    @DisplayName("P28 a game has ended if its server has ended it, or the directory has dropped it, and not before")
    void ended() {
        SimulatedCluster cluster = playing();
        CountingProcess player = cluster.players().get(1);
        assertFalse(cluster.judge.dropped.isOver());
        player.witness.event(player.session.self(), new SessionEvent.Closed(Closed.Why.ENDED, "planted"));
        assertFound(cluster, "closed alive");
        SimulatedCluster other = playing();
        other.server().orElseThrow().session.end("planted");
        other.pass(500);
        assertTrue(other.judge.dropped.isOver());
        assertEquals(
                List.of(),
                other.judge.violations().stream()
                        .filter(each -> each.startsWith("closed"))
                        .toList());
    }

    @Test
    @DisplayName("P44.5 what an application made for itself alone may count for its age, or not; no more than that")
    void alone() {
        history.note(turn(FIRST, 1, 1));
        history.note(ack(SECOND, new Position(FIRST, 1)));
        Ages ages = new Ages(history);
        CountingGame.World base = new CountingGame.World(1, 10, List.of());
        ages.made(base, 1.5);
        ages.base(2, base);
        Ages.Shown shown = new Ages.Shown(1, 2.0);
        Ages.Shown more = shown.orAlone(new Ages.Shown(1, 2.5));
        for (long millis : List.of(400L, 500L, 1_000L, 1_100L)) {
            Duration told = Duration.ofMillis(millis);
            assertEquals(millis != 500, ages.judge(shown, 2, told).isPresent(), told.toString());
            boolean wrong = millis == 400 || millis == 1_100;
            assertEquals(wrong, ages.judge(more, 2, told).isPresent(), told.toString());
        }
        assertEquals(shown, shown.orAlone(new Ages.Shown(2, 2.5)), "of another epoch");
    }

    @Test
    @DisplayName("P44 what a server made in one epoch and was heard in the next is gone with what that one began with")
    void heardLater() {
        history.note(turn(FIRST, 1, 1));
        history.note(ack(SECOND, new Position(FIRST, 1)));
        history.note(ack(new Epoch(3, 33), new Position(SECOND, 0)));
        Ages ages = new Ages(history);
        CountingGame.World early = new CountingGame.World(1, 10, List.of());
        CountingGame.World late = new CountingGame.World(1, 20, List.of());
        ages.made(early, 1.5);
        ages.made(late, 2.0);
        ages.base(2, early);
        ages.base(3, late);
        assertEquals(Optional.of(0.0), ages.lost(ages.shown(late, 2).orElseThrow(), 3), "heard in the second");
        assertEquals(Optional.of(0.5), ages.lost(ages.shown(late, 1).orElseThrow(), 3), "heard in the first");
        SimulatedCluster cluster = playing();
        CountingGame.World world = cluster.players().get(1).game.known();
        cluster.server().orElseThrow().die(false);
        assertTrue(
                cluster.until(() -> cluster.players().stream().allMatch(SlowApplicationsTest::isInTheSecond), 5_000));
        CountingProcess follows = cluster.players().stream()
                .filter(p -> !p.session.isServer())
                .findFirst()
                .orElseThrow();
        assertEquals(1, world.epoch());
        assertEquals(2, cluster.judge.seen(follows, world, null).epoch());
    }

    private static boolean isInTheSecond(CountingProcess player) {
        return player.session.view().epoch() == 2;
    }

    @Test
    @DisplayName("P41 what a member said before it went on with a new server need not come to that one; all else must")
    void saidToNobody() {
        SimulatedCluster cluster = new SimulatedCluster(1, Mutant.NONE, false);
        cluster.registers(false, SimulatedCluster.rules(List.of(Failover.SPARE_SERVER), 2_000, 30_000));
        CountingProcess player = cluster.joins();
        CountingProcess spare = cluster.standsBy();
        cluster.pass(1_000);
        cluster.server().orElseThrow().die(false);
        assertTrue(cluster.until(() -> spare.session.isServer(), 5_000));
        cluster.pass(500);
        spare.stop(false);
        cluster.pass(1_500);
        Tells tells = cluster.judge.tells;
        List<CountingProcess> both = List.of(player, spare);
        assertFalse(tells.missing(both).isEmpty());
        tells.resumed(player, 2, 2);
        assertFalse(tells.missing(both).isEmpty(), "it went on with nobody");
        tells.resumed(player, 1, 2);
        assertEquals(List.of(), tells.missing(both));
    }

    @Test
    @DisplayName("P40 that no package can be read is no wonder where somebody makes such packages, and nowhere else")
    void torn() {
        IllegalStateException none = new IllegalStateException("none of 1 packages could be read");
        assertFalse(playing().players().get(0).game.callbacks.mayBeTorn(none));
        SimulatedCluster cluster = new SimulatedCluster(1, Mutant.NONE, false);
        cluster.difficult = true;
        cluster.registers(true, SimulatedCluster.rules(List.of(Failover.PROMOTED_PLAYER), 300, 30_000));
        for (int i = 0; i < 9; i++) cluster.joins();
        Callbacks callbacks = cluster.processes.get(0).game.callbacks;
        assertTrue(callbacks.mayBeTorn(none));
        assertFalse(callbacks.mayBeTorn(new IllegalStateException("another")));
    }
}
