package org.gamenet.rgs.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.Limit;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.Recording;
import org.gamenet.rgs.RgsException;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.SessionEvent;
import org.gamenet.rgs.SessionEvent.Closed;
import org.gamenet.rgs.StateHandler;
import org.gamenet.rgs.StatePackage;
import org.gamenet.rgs.core.recording.Entry;
import org.gamenet.rgs.core.recording.LogReader;
import org.gamenet.rgs.core.session.Town.Citizen;
import org.gamenet.rgs.core.session.base.SearchGoal;
import org.gamenet.rgs.core.session.base.SessionSetup;
import org.gamenet.rgs.core.session.replay.ReplaySession;
import org.gamenet.rgs.core.wire.Records;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A session is recorded in virtual time, its server dies, and the log tells the same again. */
@DisplayName("record and replay")
class ReplayTest {
    private static final long DISK_MILLIS = 10_000;

    @TempDir
    private Path folder;

    private final Party party = new Party(Failover.PROMOTED_PLAYER);
    private final Town town = party.town;

    /** The items that a game sees, with how things stood. */
    private static final class Diary implements StateHandler<Town.World> {
        final List<String> lines = new ArrayList<>();
        private final Session session;

        Diary(Session session) {
            this.session = session;
            session.on(Record.class, this::note).state(Town.World.class, this);
        }

        private void note(Peer from, Record item) {
            lines.add(from.name() + " " + item + " " + session.phase() + " " + session.view());
        }

        @Override
        public Town.World packageState() {
            return new Town.World(lines.size());
        }

        @Override
        public void restoreState(List<StatePackage<Town.World>> packages) {
            lines.add("restored " + packages + " " + session.phase());
        }
    }

    private ReplaySession replay(Path file) {
        return new ReplaySession(
                new SessionSetup("test", "", Town.RECORDS, Map.of()), town.clock::nanoTime, LogReader.open(file));
    }

    private Path written(Recording recording, String name) throws InterruptedException {
        recording.close();
        ((Recorder) recording).awaitFile(DISK_MILLIS);
        return folder.resolve(name);
    }

    private static void play(Session session) {
        for (int rounds = 0; session.update(); rounds++) assertTrue(rounds < 100_000, "it never ends");
    }

    private void hits(Citizen by, int times) {
        for (int i = 1; i <= times; i++) {
            by.session.sendToServer(new Town.Hit(i), Delivery.RELIABLE_ORDERED);
            town.pass(20);
        }
    }

    @Test
    @DisplayName(
            "a replay gives the same handlers the same items, views, phases and states in the same order, through the death of the server")
    void tellsTheSameAgain() throws Exception {
        Citizen bob = town
        .new Citizen("bob", true, new SearchGoal.Join(party.ann.session.game().id(), "kitchen"), null);
        Diary live = new Diary(bob.session);
        Recording recording = bob.session.record(folder.resolve("bob.rgslog"));
        bob.begins();
        town.until(() -> bob.session.phase() == Phase.PLAYING, 2_000);
        Citizen cat = party.joined("cat");
        hits(cat, 10);
        party.ann.kill();
        town.until(() -> bob.session.phase() == Phase.FROZEN, 2_000);
        town.until(() -> bob.session.phase() == Phase.PLAYING && cat.session.phase() == Phase.PLAYING, 3_000);
        hits(cat, 10);
        town.pass(500);
        List<String> seen = List.copyOf(live.lines);
        ReplaySession replay = replay(written(recording, "bob.rgslog"));
        replay.speed(1_000);
        Diary again = new Diary(replay);
        play(replayedIn(replay, 20));
        assertEquals(seen, again.lines.subList(0, again.lines.size() - 1));
        assertTrue(
                seen.stream().anyMatch(l -> l.contains("Frozen"))
                        && seen.stream().anyMatch(l -> l.contains("Resumed")),
                seen.toString());
        assertTrue(again.lines.get(again.lines.size() - 1).contains("the log ends here"));
        assertEquals(Phase.CLOSED, replay.phase());
        assertEquals(
                List.of("ann", "bob", "cat"),
                replay.players().stream().map(Peer::name).toList());
        assertFalse(replay.isServer(), "whoever served then, nobody does now");
    }

    /** Lets time pass between its updates. */
    private Session replayedIn(ReplaySession replay, long millis) {
        replay.update();
        for (int i = 0; i < 400 && replay.phase() != Phase.CLOSED; i++) {
            town.clock.pass(millis * 1_000_000);
            replay.update();
        }
        return replay;
    }

    @Test
    @DisplayName("it keeps the time of the log, at any speed, pauses, and is seen from any player's side")
    void atAnySpeed() throws Exception {
        Citizen bob = party.joined("bob");
        Recording recording = bob.session.record(folder.resolve("bob.rgslog"));
        town.pass(50);
        List<Double> heardAt = new ArrayList<>();
        bob.session.on(Town.Hit.class, (from, hit) -> heardAt.add(bob.session.gameTime()));
        for (int i = 0; i < 10; i++) {
            party.ann.session.send(new Town.Hit(i), Delivery.RELIABLE_ORDERED);
            town.pass(200);
        }
        ReplaySession replay = replay(written(recording, "bob.rgslog"));
        assertEquals(2.0, replay.seconds(), 0.3);
        List<Double> replayedAt = new ArrayList<>();
        replay.on(Town.Hit.class, (from, hit) -> replayedAt.add(replay.gameTime()));
        replay.update();
        pass(replay, 500);
        assertEquals(heardAt.stream().filter(t -> t <= replay.gameTime()).count(), replayedAt.size());
        replay.speed(0);
        int sofar = replayedAt.size();
        pass(replay, 5_000);
        assertEquals(sofar, replayedAt.size());
        replay.speed(4);
        pass(replay, 600);
        assertEquals(10, replayedAt.size());
        for (int i = 0; i < 10; i++) assertEquals(heardAt.get(i), replayedAt.get(i), 0.01);
        assertEquals("bob", replay.self().name());
        assertEquals("ann", replay.as(replay.players().get(0)).self().name());
        for (double wrong : new double[] {-1, 1_001, Double.NaN})
            assertThrows(IllegalArgumentException.class, () -> replay.speed(wrong));
        replay.send(new Town.Hit(1), Delivery.RELIABLE_ORDERED);
        assertThrows(IllegalStateException.class, () -> replay.end("no"));
    }

    private void pass(ReplaySession replay, int millis) {
        for (int i = 0; i < millis; i++) {
            town.clock.pass(1_000_000);
            replay.update();
        }
    }

    @Test
    @DisplayName(
            "begun in the middle of a game it starts with a state and a Joined for every player; a server's log holds the inputs of all")
    void fromTheMiddle() throws Exception {
        Citizen bob = party.joined("bob");
        party.hits(bob, 5);
        Recording recording = party.ann.session.record(folder.resolve("ann.rgslog"));
        assertThrows(IllegalStateException.class, () -> party.ann.session.record(folder.resolve("more.rgslog")));
        party.hits(bob, 3);
        assertTrue(recording.bytes() > 100);
        ReplaySession replay = replay(written(recording, "ann.rgslog"));
        Diary diary = new Diary(replay);
        replayedIn(replay, 20);
        assertTrue(
                diary.lines.get(0).startsWith("restored")
                        && diary.lines.get(0).contains("sum=5")
                        && diary.lines.get(0).endsWith("PLAYING"),
                diary.lines.get(0));
        assertTrue(
                diary.lines.get(1).startsWith("ann Joined")
                        && diary.lines.get(2).startsWith("bob Joined"),
                diary.lines.toString());
        assertEquals(
                3, diary.lines.stream().filter(l -> l.startsWith("bob Hit")).count());
        LogReader log = LogReader.open(folder.resolve("ann.rgslog"));
        int sent = 0;
        for (LogReader.Timed each = log.next(); each != null; each = log.next())
            if (each.entry() instanceof Entry.Sent) sent++;
        assertEquals(3, sent, "a world for each hit");
        assertTrue(recording.isOver());
        party.ann.session.record(folder.resolve("next.rgslog"));
    }

    @Test
    @DisplayName("the log stops at RECORDING_BYTES, and what is there can be played")
    void hasACap() throws Exception {
        Citizen bob = town
                .new Citizen(
                        "bob",
                        true,
                        new SearchGoal.Join(party.ann.session.game().id(), "kitchen"),
                        null,
                        Map.of(Limit.RECORDING_BYTES, 4_000L))
                .listens();
        Recording recording = bob.session.record(folder.resolve("bob.rgslog"));
        party.plays(bob);
        for (int i = 0; i < 300; i++) party.ann.session.send(new Town.Hit(i), Delivery.RELIABLE_ORDERED);
        town.until(() -> bob.all(Town.Hit.class).size() == 300, 2_000);
        assertTrue(recording.isOver(), "and the game goes on");
        Path file = written(recording, "bob.rgslog");
        assertTrue(Files.size(file) > 3_000 && Files.size(file) <= 4_000, Files.size(file) + " bytes");
        ReplaySession replay = replay(file);
        List<Integer> hits = new ArrayList<>();
        replay.on(Town.Hit.class, (from, hit) -> hits.add(hit.points()));
        replayedIn(replay, 20);
        assertTrue(hits.size() > 10 && hits.size() < 300);
        for (int i = 0; i < hits.size(); i++) assertEquals(i, hits.get(i));
    }

    @Test
    @DisplayName("what is wrong with a file or with the way it is used is said")
    void misuse() throws Exception {
        Citizen bob = party.joined("bob");
        Path file = folder.resolve("bob.rgslog");
        Recording recording = bob.session.record(file);
        assertTrue(wrong(() -> party.ann.session.record(file)).contains("exists"));
        assertTrue(wrong(() -> party.ann.session.record(folder.resolve("no").resolve("such")))
                .contains("cannot be made"));
        town.pass(100);
        written(recording, "bob.rgslog");
        byte[] log = Files.readAllBytes(file);
        assertTrue(wrong(() -> LogReader.open(folder.resolve("none"))).contains("cannot be read"));
        assertTrue(wrong(() -> LogReader.of(ByteBuffer.wrap("hello, hello".getBytes())))
                .contains("no session log"));
        byte[] newer = log.clone();
        newer[6] = 9;
        assertTrue(wrong(() -> LogReader.of(ByteBuffer.wrap(newer))).contains("version 9"));
        SessionSetup otherKind = new SessionSetup("other", "", Town.RECORDS, Map.of());
        assertTrue(wrong(() -> new ReplaySession(otherKind, town.clock::nanoTime, LogReader.of(ByteBuffer.wrap(log))))
                .contains("the game test"));
        SessionSetup others = new SessionSetup("test", "", Records.of(Town.Hit.class), Map.of());
        RgsException differ = assertThrows(
                RgsException.class,
                () -> new ReplaySession(others, town.clock::nanoTime, LogReader.of(ByteBuffer.wrap(log))));
        assertEquals(Reason.RECORDS_DIFFER, differ.reason());
        bob.session.leave();
        assertThrows(IllegalStateException.class, () -> bob.session.record(folder.resolve("late")));
    }

    private static String wrong(org.junit.jupiter.api.function.Executable call) {
        return assertThrows(IllegalArgumentException.class, call).getMessage();
    }

    private byte[] aLog() throws IOException, InterruptedException {
        Citizen bob = party.joined("bob");
        Recording recording = bob.session.record(folder.resolve("small.rgslog"));
        hits(bob, 3);
        party.ann.kill();
        town.until(() -> bob.session.phase() == Phase.FROZEN, 2_000);
        town.until(() -> bob.session.phase() == Phase.PLAYING, 3_000);
        return Files.readAllBytes(written(recording, "small.rgslog"));
    }

    /**
     * Plays bytes that nobody should believe. In any case a game's handlers see a beginning of something and then its
     * end.
     */
    private int plays(byte[] bytes) {
        ReplaySession replay;
        try {
            replay = new ReplaySession(
                    new SessionSetup("test", "", Town.RECORDS, Map.of()),
                    town.clock::nanoTime,
                    LogReader.of(ByteBuffer.wrap(bytes)));
        } catch (IllegalArgumentException | RgsException refused) {
            return -1;
        }
        int[] items = new int[1];
        List<SessionEvent> closed = new ArrayList<>();
        replay.on(Record.class, (from, item) -> items[0]++).on(Closed.class, (from, event) -> closed.add(event));
        replay.speed(1_000);
        replay.update();
        town.clock.pass(100_000_000_000_000L);
        assertFalse(replay.update());
        assertTrue(closed.size() <= 1);
        return items[0];
    }

    @Test
    @DisplayName("a log that was cut off anywhere, as by a crash, is played up to there")
    void truncated() throws Exception {
        byte[] log = aLog();
        int before = -1;
        int all = plays(log);
        assertTrue(all > 8, all + " items");
        for (int length = 0; length <= log.length; length++) {
            int items = plays(java.util.Arrays.copyOf(log, length));
            assertTrue(items >= before && items <= all, length + " bytes: " + items + " items");
            before = items;
        }
        assertEquals(all, before);
    }

    @Test
    @DisplayName(
            "hostile bytes are refused or played to where they make sense: nothing is thrown, no memory taken that is not there")
    void hostile() throws Exception {
        byte[] log = aLog();
        Random dice = new Random(5);
        for (int i = 0; i < 5_000; i++) {
            byte[] bad = log.clone();
            for (int flips = 1 + dice.nextInt(3); flips > 0; flips--)
                bad[7 + dice.nextInt(bad.length - 7)] = (byte) dice.nextInt();
            plays(bad);
        }
        byte[] huge = log.clone();
        ByteBuffer.wrap(huge).putInt(7, Integer.MAX_VALUE);
        assertEquals(-1, plays(huge));
        ByteBuffer.wrap(huge).putInt(7, -1);
        assertEquals(-1, plays(huge));
    }
}
