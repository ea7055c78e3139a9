package org.gamenet.rgs.testkit.simulation;

import static org.gamenet.rgs.testkit.simulation.JudgeTest.FIRST;
import static org.gamenet.rgs.testkit.simulation.JudgeTest.SECOND;
import static org.gamenet.rgs.testkit.simulation.JudgeTest.SENDER;
import static org.gamenet.rgs.testkit.simulation.JudgeTest.ack;
import static org.gamenet.rgs.testkit.simulation.JudgeTest.lastResort;
import static org.gamenet.rgs.testkit.simulation.JudgeTest.playing;
import static org.gamenet.rgs.testkit.simulation.JudgeTest.turn;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.Limit;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.ServerRole;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.SessionEvent;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.GameRules;
import org.gamenet.rgs.core.machine.Incarnation;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.EntryBody;
import org.gamenet.rgs.core.ordering.LogEntry;
import org.gamenet.rgs.core.ordering.Position;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where the judge lets something pass: what is just within that it does, and what is just beyond it finds. */
class ExcusesTest {
    private final History history = new History((rule, what) -> fail(rule + ": " + what));

    // ---- what is lost

    @Test
    @DisplayName(
            "S9 P75 as many may be gone as their sender was told of, of what it had sent by then, and not one more")
    void losses() {
        CountingGame game = playing().players().get(0).game;
        Losses losses = new Losses();
        game.adds = 5;
        game.anys = 3;
        assertTrue(losses.isWhole(game, score(5, 3)));
        assertFalse(losses.isWhole(game, score(4, 3)), "an ordered request is missing");
        assertFalse(losses.isWhole(game, score(5, 2)), "an unordered request is missing");
        losses.told(game, 2, 1);
        assertTrue(losses.isWhole(game, score(4, 2)));
        assertTrue(losses.isWhole(game, score(3, 3)));
        assertFalse(losses.isWhole(game, score(3, 2)), "three are missing, two were told");
        game.adds = 6;
        assertFalse(losses.isWhole(game, score(5, 3)), "one that was sent since");
        assertFalse(losses.isWhole(game, score(7, 3)), "one that was never sent");
        losses.told(game, 1, 1);
        assertTrue(losses.isWhole(game, score(5, 3)));
        assertTrue(losses.isWhole(game, score(3, 3)), "two of the first telling, one of the second");
        assertFalse(losses.isWhole(game, score(2, 3)), "four are missing, three were told");
    }

    @Test
    @DisplayName("S9 P75 what servers skipped, and ordered messages, have the same tellings as all else that is gone")
    void lossesOfAllKinds() {
        CountingGame game = playing().players().get(0).game;
        long turns = game.sent().turns();
        Losses losses = new Losses();
        game.adds = 5;
        game.anys = 3;
        losses.skipped(game, 2, 4);
        assertFalse(losses.mayBeSkipped(game), "not told");
        losses.told(game, 1, 1);
        assertTrue(losses.mayBeSkipped(game));
        assertTrue(losses.isWhole(game, score(5, 3)));
        losses.skipped(game, 2, 4);
        assertTrue(losses.mayBeSkipped(game), "the same, as the next server saw it");
        assertFalse(losses.isWhole(game, score(5, 2)), "two are missing, one was told");
        assertTrue(losses.isWhole(game, score(5, 3), times(turns)));
        assertFalse(
                losses.isWhole(game, score(5, 3), times(turns - 1)), "a request and an ordered message, one was told");
        assertEquals(Set.of(), losses.wrong(game, times(turns - 1)), "one ordered message, and one was told");
        assertEquals(Set.of(turns - 1, turns), losses.wrong(game, times(turns - 2)));
        assertEquals(
                Set.of(1L), losses.wrong(game, Map.of(1L, 2)).stream().limit(1).collect(Collectors.toSet()), "twice");
    }

    @Test
    @DisplayName(
            "P23.9 P75 nobody is told of more than are missing, of what it had sent by then, in the history that went on")
    void toldOfTooMany() {
        CountingGame game = playing().players().get(0).game;
        long turns = game.sent().turns();
        Losses losses = new Losses();
        game.adds = 5;
        game.anys = 3;
        assertEquals(0, losses.toldInVain(game, score(5, 3), times(turns), Set.of(1L)));
        losses.told(game, 2, 2);
        assertEquals(0, losses.toldInVain(game, score(4, 2), times(turns), Set.of(1L, 2L)));
        assertEquals(0, losses.toldInVain(game, score(4, 3), times(turns - 1), Set.of(1L, 2L)));
        assertEquals(1, losses.toldInVain(game, score(4, 3), times(turns), Set.of(1L, 2L)), "two told, one missing");
        assertEquals(0, losses.toldInVain(game, score(4, 3), times(turns), Set.of(1L, 3L)), "of another history");
        game.adds = 7;
        assertEquals(
                1, losses.toldInVain(game, score(4, 3), times(turns), Set.of(1L, 2L)), "those were not sent by then");
        losses.told(game, 1, 3);
        assertEquals(
                2, losses.toldInVain(game, score(5, 3), times(turns), Set.of(1L, 2L, 3L)), "of the first two none");
    }

    private static Map<Long, Integer> times(long upTo) {
        return LongStream.rangeClosed(1, upTo).boxed().collect(Collectors.toMap(turn -> turn, turn -> 1));
    }

    private static Score score(long ordered, long low) {
        return new Score(1, ordered, low, new long[0]);
    }

    @Test
    @DisplayName(
            "P75 P14 something may be lost by a last resort on the way, or from an epoch that another had superseded")
    void mayBeLost() {
        Epoch third = new Epoch(3, 33);
        for (int number = 1; number <= 3; number++) history.note(turn(FIRST, number, number));
        history.note(lastResort(SECOND, new Position(FIRST, 2)));
        history.note(ack(third, new Position(SECOND, 0)));
        assertTrue(history.isLastResort(1, 2));
        assertTrue(history.isLastResort(1, 3));
        assertFalse(history.isLastResort(2, 3), "it was in it");
        assertFalse(history.isObsolete(1, 1, 3), "nothing else had begun when it froze");
        assertTrue(history.isObsolete(1, 2, 3), "the second had begun when it still played in the first");
        history.note(ack(new Epoch(4, 44), new Position(FIRST, 3)));
        assertTrue(history.isObsolete(3, 3, 4), "it is not in that history");
        assertFalse(history.isLastResort(1, 4), "nor is the last resort");
        assertFalse(history.isObsolete(1, 3, 4), "the others are not in that history");
    }

    @Test
    @DisplayName(
            "S9 where nothing may be lost, to be told that something is lost is wrong; and so is a gap that nobody tells")
    void lostWithoutReason() {
        SimulatedCluster cluster = playing();
        CountingProcess player = cluster.players().get(1);
        SessionEvent.Outage none = new SessionEvent.Outage(Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ZERO);
        player.witness.event(player.session.self(), new SessionEvent.Frozen("planted"));
        player.witness.event(
                player.session.self(), new SessionEvent.Resumed(player.session.view(), none, Duration.ZERO, 1));
        assertFound(cluster, "S9: ");
        SimulatedCluster other = playing();
        other.server().orElseThrow().witness.gap(other.players().get(1).session.self(), 1, 3);
        assertFound(other, "S9 gap");
    }

    @Test
    @DisplayName(
            "P23.9 as many may be let go as the next epoch begins without beyond what may be kept, and not one more")
    void letsGo() {
        SimulatedCluster cluster = playing();
        Witness player = cluster.players().get(1).witness;
        Score score = Score.none(player.me()).withOrdered(20).withAny(1).withAny(3);
        cluster.judge.ages.base(2, new CountingGame.World(1, 10, List.of(score)));
        player.process.game.adds += 1_000;
        assertEquals(0, cluster.judge.excuses.letGo(player, 2), "as much as it likes is kept");
        cluster.limits = Map.of(Limit.SEND_MESSAGES, player.process.game.reliable() - 22);
        assertEquals(0, cluster.judge.excuses.letGo(player, 2));
        player.process.game.adds += 7;
        assertEquals(7, cluster.judge.excuses.letGo(player, 2));
        assertEquals(0, cluster.judge.excuses.letGo(player, 3), "nobody knows what that begins with");
        cluster.judge.excuses.told(player, 7, 2);
        assertEquals(List.of(), cluster.judge.violations());
        cluster.judge.excuses.told(player, 8, 2);
        assertFound(cluster, "S9: ");
    }

    static void assertFound(SimulatedCluster cluster, String rule) {
        assertTrue(
                cluster.judge.violations().stream().anyMatch(each -> each.contains(rule)),
                cluster.judge.violations()::toString);
    }

    // ---- when the base was made, and which it may not be

    @Test
    @DisplayName("P41 an ACK says when its base was made, as that server's application had it")
    void saysWhenItsBaseWasMade() {
        LogEntry says = lastResort(SECOND, new Position(FIRST, 1));
        EntryBody.Ack ack = (EntryBody.Ack) says.body();
        for (double made : List.of(1.4, 1.45, 1.5, 1.55, 1.6)) {
            Ages ages = new Ages(history);
            CountingGame.World base = new CountingGame.World(1, 10, List.of());
            assertEquals(Optional.empty(), ages.judge(2, ack), "nobody knows");
            ages.made(base, made);
            ages.base(2, base);
            assertEquals(Math.abs(made - 1.5) > 0.064, ages.judge(2, ack).isPresent(), made + " s");
        }
        assertEquals(
                Optional.empty(),
                new Ages(history).judge(2, (EntryBody.Ack)
                        ack(SECOND, new Position(FIRST, 1)).body()),
                "it says nothing");
    }

    @Test
    @DisplayName(
            "P39 the package of one that is out counts as far as what its log lacks is kept; of one that is in, it counts")
    void countsThoughOut() {
        MemberId in = new MemberId(4, new Incarnation(1, 1));
        history.note(turn(FIRST, 1, 1));
        history.note(new LogEntry(new Position(FIRST, 2), new EntryBody.Exited(SENDER, Reason.KICKED, "kicked")));
        history.note(turn(FIRST, 3, 2));
        history.note(turn(FIRST, 4, 3));
        history.note(ack(SECOND, new Position(FIRST, 3)));
        Position one = new Position(FIRST, 1);
        Position two = new Position(FIRST, 2);
        Position three = new Position(FIRST, 3);
        assertFalse(history.counts(2, SENDER, one, Set.of()), "out, and nobody keeps what it lacks");
        assertFalse(history.counts(2, SENDER, one, Set.of(three)), "nor all of that");
        assertTrue(history.counts(2, SENDER, one, Set.of(two, three)), "out, and what it lacks is kept");
        assertTrue(history.counts(2, SENDER, three, Set.of()), "it lacks nothing");
        assertTrue(history.counts(2, in, one, Set.of()), "in");
        assertFalse(history.counts(2, in, new Position(FIRST, 4), Set.of()), "past the end");
        Epoch third = new Epoch(3, 33);
        history.note(turn(SECOND, 1, 3));
        history.note(ack(third, new Position(SECOND, 1)));
        Position begun = new Position(SECOND, 0);
        assertTrue(history.counts(3, SENDER, two, Set.of(three, begun, new Position(SECOND, 1))));
        assertFalse(history.counts(3, SENDER, two, Set.of(three, new Position(SECOND, 1))), "the ACK on the way");
    }

    // ---- who may be closed

    @Test
    @DisplayName(
            "L1 P35 once all is healed nobody is told that there is no new server: as soon as more than half had D + 2.5 s")
    void hadItsTimeInCore() {
        assertEquals(List.of(false, false, true), noNewServer(2_500, 500, 1));
    }

    @Test
    @DisplayName(
            "L1 P74 or, where no more than half are left, after its time and D + 2.5 s, whatever was cut meanwhile")
    void hadTheLastResort() {
        SimulatedCluster cluster = playing();
        cluster.server().orElseThrow().die(true);
        for (CountingProcess p : cluster.players()) {
            p.wire.cut(true, true);
            cluster.network.deafen(p);
        }
        CountingProcess player = cluster.players().get(0);
        cluster.pass(500);
        cluster.pass(cluster.lastResortMillis);
        cluster.time.disturbed();
        assertFalse(cluster.judge.recovery.hadItsTime(player));
        cluster.pass(2_000);
        assertFalse(cluster.judge.recovery.hadItsTime(player), "not the time that a recovery takes");
        cluster.pass(2_000);
        assertTrue(cluster.judge.recovery.hadItsTime(player), "nor has it to wait for the time of P74 again");
    }

    /** Whether it is wrong to tell somebody that there is no new server, so many milliseconds after another. */
    private static List<Boolean> noNewServer(long... after) {
        SimulatedCluster cluster = playing();
        cluster.players().forEach(cluster.network::deafen);
        cluster.pass(5_000);
        cluster.judge.healed = true;
        cluster.time.disturbed();
        CountingProcess player = cluster.players().get(1);
        List<Boolean> wrong = new ArrayList<>();
        for (long each : after) {
            wrong.add(cluster.judge.recovery.hadItsTime(player));
            cluster.pass(each);
        }
        return wrong;
    }

    @Test
    @DisplayName("P27 a game is full for whoever has no seat, as the server of its newest epoch has it")
    void isFull() {
        SimulatedCluster cluster = playing(4);
        CountingProcess kicked = cluster.players().stream()
                .filter(p -> !p.session.isServer())
                .findFirst()
                .orElseThrow();
        CountingProcess in = cluster.joins();
        cluster.pass(500);
        assertFalse(cluster.judge.isFull(kicked), "it has a seat itself");
        kicked.kicked = true;
        cluster.server().orElseThrow().session.kick(kicked.session.self(), "planted");
        cluster.pass(500);
        assertFalse(cluster.judge.isFull(kicked), "its seat is free");
        cluster.joins();
        cluster.pass(500);
        assertTrue(cluster.judge.isFull(kicked));
        assertFalse(cluster.judge.isFull(in));
        cluster.server().orElseThrow().die(false);
        cluster.pass(3_000);
        assertFalse(cluster.judge.isFull(kicked), "the seat of the dead server is free, whatever that had stamped");
    }

    // ---- a directory that knows nothing

    @Test
    @DisplayName(
            "P14 a directory that lost its disk knows the game again D + 2.5 s later, or its server has not said so")
    void comesBackToTheDirectory() {
        SimulatedCluster cluster = playing();
        CountingProcess server = cluster.server().orElseThrow();
        cluster.directory.loseDisk();
        assertFalse(cluster.judge.recovery.isForgotten(server));
        cluster.pass(4_000);
        assertFalse(cluster.judge.recovery.isForgotten(server), "it is there again");
        assertEquals(List.of(), cluster.judge.violations());
        CountingProcess player =
                cluster.players().stream().filter(p -> p != server).findFirst().orElseThrow();
        server.die(false);
        cluster.directory.loseDisk();
        assertFalse(cluster.judge.recovery.isForgotten(player));
        cluster.pass(2_700);
        assertFalse(cluster.judge.recovery.isForgotten(player));
        cluster.pass(200);
        assertTrue(cluster.judge.recovery.isForgotten(player), "as if it served");
        player.wire.cut(true, true);
        assertFalse(cluster.judge.recovery.isForgotten(player), "it cannot say so");
    }

    /** A server, its backup and two players. */
    private static SimulatedCluster backedUp(boolean synchronous) {
        SimulatedCluster cluster = new SimulatedCluster(1, Mutant.NONE, false);
        GameRules rules =
                SimulatedCluster.rules(List.of(Failover.HOT_BACKUP, Failover.PROMOTED_PLAYER), 300, 30_000, 12);
        cluster.registers(true, synchronous ? rules.showingSafely() : rules);
        for (int i = 0; i < 3; i++) cluster.joins();
        assertTrue(cluster.until(
                () -> backup(cluster).isPresent()
                        && cluster.players().stream().allMatch(p -> p.session.phase() == Session.Phase.PLAYING),
                10_000));
        return cluster;
    }

    private static Optional<CountingProcess> backup(SimulatedCluster cluster) {
        return cluster.processes.stream()
                .filter(p -> p.session.role() == ServerRole.BACKUP)
                .findFirst();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @DisplayName(
            "P48 P74 a synchronous game that has lost its server and its backup may wait; one that has one of them, "
                    + "or is not synchronous, may not")
    void waitsForServerOrBackup(boolean synchronous) {
        SimulatedCluster cluster = backedUp(synchronous);
        CountingProcess backup = backup(cluster).orElseThrow();
        CountingProcess server = cluster.server().orElseThrow();
        CountingProcess other = cluster.players().stream()
                .filter(p -> p != server && p != backup)
                .findFirst()
                .orElseThrow();
        server.die(false);
        assertTrue(cluster.judge.recovery.isInCore(other), "its backup lives");
        backup.die(false);
        assertEquals(!synchronous, cluster.judge.recovery.isInCore(other));
    }
}
