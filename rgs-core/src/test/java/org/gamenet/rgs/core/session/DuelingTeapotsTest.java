package org.gamenet.rgs.core.session;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.Incoming;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.ServerRole;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.SessionEvent.Closed;
import org.gamenet.rgs.SessionEvent.Joined;
import org.gamenet.rgs.SessionEvent.Left;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.gamenet.rgs.core.session.Town.Citizen;
import org.gamenet.rgs.core.session.base.SearchGoal;
import org.gamenet.rgs.core.wire.Records;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The write-up of Dueling Teapots, sentence by sentence, as far as there is no hot backup in it: by whole sessions. */
class DuelingTeapotsTest {
    private final Party party = new Party(Failover.PROMOTED_PLAYER);
    private final Town town = party.town;
    private final Citizen ann = party.ann;

    /** Notes the states, too. */
    private Citizen notes(Citizen one) {
        one.session.on(
                Town.World.class, (from, world) -> one.got.add(new Incoming(from, world, one.session.gameTime())));
        return one;
    }

    // ---- coming, going, roles

    private DirectoryReply asks(Citizen by, DirectoryRequest request) {
        List<DirectoryReply> replies = new ArrayList<>();
        by.line.ask(request, replies::add);
        town.until(() -> !replies.isEmpty(), 1_000);
        return replies.get(0);
    }

    private List<String> listed(Citizen by) {
        DirectoryReply.Games page =
                (DirectoryReply.Games) asks(by, new DirectoryRequest.Discover("test", "", "", Map.of(), false, 10, ""));
        return page.games().stream().map(g -> g.id()).toList();
    }

    @Test
    @DisplayName("T1 T47 who begins sees the running games and joins one, or starts another; many games behind one "
            + "directory leave one another alone")
    void aListOfGamesOrANewOne() {
        Citizen zoe = party.plays(party.counts(town.registers("zoe", Failover.PROMOTED_PLAYER)));
        town.pass(300);
        Citizen bob = party.counts(town
                .new Citizen("bob", true, new SearchGoal.Join(ann.session.game().id(), "kitchen"), null)
                .listens());
        List<String> games = listed(bob);
        assertEquals(List.of(ann.session.game().id(), zoe.session.game().id()), games);
        party.plays(bob);
        Citizen yan = party.plays(party.joining("yan", games.get(1)));
        assertEquals(List.of("ann", "bob"), Party.names(bob));
        assertEquals(List.of("zoe", "yan"), Party.names(yan));
        ann.kill();
        party.untilResumed(1, 3_000, bob);
        town.pass(300);
        assertFalse(yan.events().contains("Frozen"));
        assertEquals(new HashSet<>(games), new HashSet<>(listed(yan)));
    }

    @Test
    @DisplayName("T2 anyone may enter or leave at any time: thirty comings and goings while the others play")
    void entersOrLeavesAtAnyTime() {
        Random dice = new Random(7);
        Citizen bob = party.joined("bob");
        List<Citizen> in = new ArrayList<>();
        int hits = 0;
        for (int i = 0; i < 30; i++) {
            bob.session.sendToServer(new Town.Hit(1), Delivery.RELIABLE_ORDERED);
            hits++;
            if (in.size() < 5 && (in.isEmpty() || dice.nextBoolean()))
                in.add(party.joining("guest" + i, ann.session.game().id()));
            else in.remove(dice.nextInt(in.size())).session.leave();
            town.pass(1 + dice.nextInt(40));
        }
        town.until(() -> in.stream().allMatch(c -> c.session.phase() == Phase.PLAYING), 3_000);
        town.pass(2_500);
        List<String> expected = new ArrayList<>(List.of("ann", "bob"));
        in.forEach(c -> expected.add(c.name));
        assertEquals(expected, Party.names(ann));
        for (Citizen one : in) assertEquals(ann.session.view(), one.session.view());
        assertEquals(ann.session.view(), bob.session.view());
        assertFalse(bob.events().contains("Frozen"));
        assertEquals(hits, party.game(ann).sum);
    }

    @Test
    @DisplayName("T3 any player can be the server: of four each serves once, as those before it die")
    void anybodyMayServe() {
        List<Citizen> players =
                new ArrayList<>(List.of(ann, party.joined("bob"), party.joined("cat"), party.joined("dan")));
        party.hits(players.get(1), 5);
        for (int deaths = 1; deaths <= 3; deaths++) {
            Citizen server = party.server();
            players.remove(server);
            server.kill();
            party.untilResumed(deaths, 3_000, players.toArray(Citizen[]::new));
            assertTrue(players.contains(party.server()));
            assertEquals(5, party.game(party.server()).sum);
        }
        assertEquals(1, players.size());
        assertEquals(ServerRole.ACTIVE_ALONE, players.get(0).session.role());
    }

    @Test
    @DisplayName(
            "T4 server and player in one process: what the host's player sends goes the way of everybody's, and has its "
                    + "place in the same order")
    void theHostPlaysLikeAnybody() {
        Citizen bob = party.joined("bob");
        for (int i = 1; i <= 20; i++) {
            ann.session.sendToServer(new Town.Hit(i), Delivery.RELIABLE_ORDERED);
            bob.session.sendToServer(new Town.Hit(100 + i), Delivery.RELIABLE_ORDERED);
            ann.session.send(new Town.Hit(1_000 + i), Delivery.TOTAL_ORDER);
            bob.session.send(new Town.Hit(2_000 + i), Delivery.TOTAL_ORDER);
            town.pass(5);
        }
        town.pass(100);
        List<Integer> own = ann.got.stream()
                .filter(i -> i.from().equals(ann.session.self()) && i.body() instanceof Town.Hit h && h.points() < 100)
                .map(i -> ((Town.Hit) i.body()).points())
                .toList();
        assertEquals(20, own.size());
        assertEquals(own.stream().sorted().toList(), own);
        List<Integer> atAnn = ann.all(Town.Hit.class).stream()
                .map(Town.Hit::points)
                .filter(p -> p > 1_000)
                .toList();
        List<Integer> atBob = bob.all(Town.Hit.class).stream()
                .map(Town.Hit::points)
                .filter(p -> p > 1_000)
                .toList();
        assertEquals(40, atAnn.size());
        assertEquals(atAnn, atBob);
        // The session hands nothing out while it is being sent: the host waits for update like anybody.
        int before = ann.got.size();
        ann.session.sendToServer(new Town.Hit(1), Delivery.RELIABLE_ORDERED);
        assertEquals(before, ann.got.size());
    }

    @Test
    @DisplayName("T8 T9 the join brings the server's time and a place in its list of players")
    void theJoinBringsTimeAndASeat() {
        town.pass(12_345);
        Citizen bob = party.joined("bob");
        assertEquals(ann.session.gameTime(), bob.session.gameTime(), 0.02, "at once");
        town.pass(3_000);
        assertEquals(ann.session.gameTime(), bob.session.gameTime(), 0.002, "of several samples");
        assertTrue(
                bob.session.stats().clockErrorMillis() < 5,
                "" + bob.session.stats().clockErrorMillis());
        assertEquals(
                List.of(ann.session.self(), bob.session.self()),
                ann.session.view().players());
    }

    // ---- state

    record Pose(int player, int at) {}

    record Poses(Map<Integer, Integer> all) {}

    @Test
    @DisplayName(
            "T12 clients send what they do, the server merges it and sends the whole to all at its own pace; every "
                    + "client shows the same world")
    void mergesAndBroadcasts() {
        Records records = Records.of(Pose.class, Poses.class);
        Party duel = new Party();
        Map<Citizen, Map<Integer, Integer>> shown = new HashMap<>();
        List<Citizen> all = new ArrayList<>();
        Map<Integer, Integer> merged = new HashMap<>();
        for (int i = 0; i < 4; i++) {
            SearchGoal goal = i == 0
                    ? new SearchGoal.Register(Town.rules())
                    : new SearchGoal.Join(all.get(0).session.game().id(), "kitchen");
            Citizen one = duel.town.new Citizen("p" + i, true, goal, null, Map.of(), records).listens();
            one.session.on(Poses.class, (server, poses) -> shown.put(one, poses.all()));
            if (i == 0) one.session.on(Pose.class, (from, pose) -> merged.put(pose.player(), pose.at()));
            all.add(duel.plays(one));
        }
        for (int frame = 0; frame < 60; frame++) {
            for (int i = 0; i < 4; i++)
                all.get(i).session.sendToServer(new Pose(i, frame), Delivery.UNRELIABLE_SEQUENCED);
            if (frame % 3 == 0) all.get(0).session.send(new Poses(merged), Delivery.UNRELIABLE_SEQUENCED);
            duel.town.pass(33);
        }
        all.get(0).session.send(new Poses(merged), Delivery.UNRELIABLE_SEQUENCED);
        duel.town.pass(50);
        assertEquals(Map.of(0, 59, 1, 59, 2, 59, 3, 59), merged);
        for (Citizen one : all) assertEquals(merged, shown.get(one));
    }

    record Teapot(byte[] opaque) {}

    @Test
    @DisplayName(
            "T13 what a player sends as bytes arrives as those bytes: neither RGS nor the server's process looks into it")
    void opaqueState() {
        Records records = Records.of(Teapot.class);
        Party duel = new Party();
        Citizen host = duel.plays(
                duel.town.new Citizen("host", true, new SearchGoal.Register(Town.rules()), null, Map.of(), records)
                        .listens());
        host.session.on(Teapot.class, (from, teapot) -> host.session.send(teapot, Delivery.RELIABLE_ORDERED));
        Citizen bob = duel.plays(duel.town
                .new Citizen(
                        "bob", true, new SearchGoal.Join(host.session.game().id(), "x"), null, Map.of(), records)
                .listens());
        byte[] bytes = new byte[10_000];
        new Random(1).nextBytes(bytes);
        bob.session.sendToServer(new Teapot(bytes), Delivery.RELIABLE_ORDERED);
        duel.town.until(() -> bob.all(Teapot.class).size() == 1, 1_000);
        assertArrayEquals(bytes, bob.all(Teapot.class).get(0).opaque());
    }

    @Test
    @DisplayName("T14 T58 of states only the newest counts, for a reader that is late too; of events none is lost")
    void theNewestStateCounts() {
        Citizen bob = notes(party.joined("bob"));
        ann.session.on(Town.Hit.class, (from, hit) -> {});
        bob.session.on(Town.Hit.class, (from, hit) -> bob.got.add(new Incoming(from, hit, 0)));
        town.pass(100);
        bob.got.clear();
        bob.updates = false;
        for (int i = 1; i <= 50; i++) {
            ann.session.send(new Town.World(1_000 + i), Delivery.UNRELIABLE_SEQUENCED);
            ann.session.send(new Town.Hit(i), Delivery.RELIABLE_ORDERED);
            town.pass(10);
        }
        bob.updates = true;
        town.pass(10);
        assertEquals(List.of(new Town.World(1_050)), bob.all(Town.World.class));
        assertEquals(50, bob.all(Town.Hit.class).size());
    }

    @Test
    @DisplayName("T15 T16 a player is the same one wherever it speaks from; and every member's table tells a new "
            + "server how to reach all")
    void theTableOfPlayers() {
        Citizen bob = party.joined("bob");
        Citizen cat = party.joined("cat");
        Citizen dan = party.joined("dan");
        town.pass(200);
        Peer before = cat.session.self();
        int seats = ann.session.view().players().size();
        town.network.mute(cat.end, true);
        town.until(() -> ann.events().contains("Left cat"), 3_000);
        var old = cat.session.worker().me();
        town.network.mute(cat.end, false);
        town.until(() -> ann.session.view().players().size() == seats && cat.session.phase() == Phase.PLAYING, 5_000);
        assertNotEquals(old, cat.session.worker().me(), "another incarnation");
        assertEquals(before, cat.session.self());
        assertTrue(ann.session.view().players().contains(before));
        assertTrue(ann.all(Joined.class).get(ann.all(Joined.class).size() - 1).again());
        // The server dies: who follows it reaches each of the others from the first moment on.
        ann.kill();
        town.until(
                () -> List.of(bob, cat, dan).stream()
                        .allMatch(c -> c.session.view().epoch() == 2 && c.session.phase() == Phase.PLAYING),
                5_000);
        Citizen server = party.server();
        for (Citizen one : List.of(bob, cat, dan))
            server.session.send(one.session.self(), new Town.Hit(7), Delivery.RELIABLE_ORDERED);
        town.until(
                () -> List.of(bob, cat, dan).stream()
                        .allMatch(c -> c.all(Town.Hit.class).contains(new Town.Hit(7))),
                300);
    }

    @Test
    @DisplayName(
            "T49 decided in one place: two reach for the same sugar cube in the same moment, and everybody sees the same "
                    + "one have it")
    void decidedInOnePlace() {
        Citizen bob = notes(party.joined("bob"));
        Citizen cat = notes(party.joined("cat"));
        List<String> grabs = new ArrayList<>();
        ann.session.on(Town.Hit.class, (from, cube) -> {
            grabs.add(from.name());
            if (grabs.size() % 2 == 1) ann.session.send(new Town.World(from.id()), Delivery.RELIABLE_ORDERED);
        });
        for (int i = 0; i < 10; i++) {
            for (Citizen one : i % 2 == 0 ? List.of(bob, cat) : List.of(cat, bob))
                one.session.sendToServer(new Town.Hit(i), Delivery.RELIABLE_ORDERED);
            town.pass(30);
        }
        assertEquals(20, grabs.size());
        assertEquals(10, bob.all(Town.World.class).size());
        assertEquals(bob.all(Town.World.class), cat.all(Town.World.class));
        assertEquals(
                1,
                List.of(ann, bob, cat).stream()
                        .filter(c -> c.session.isServer())
                        .count());
    }

    // ---- clients that fail

    @Test
    @DisplayName("T18 T45 a client that misses the updates of a whole suspectAfter is taken out, not sooner; how long "
            + "is the game's to say")
    void aSilentClientIsTakenOut() {
        for (int suspectAfter : new int[] {500, 1_000, 2_000}) {
            Party game = new Party();
            var rules = new org.gamenet.rgs.core.machine.GameRules(
                    "kitchen", 8, List.of(Failover.PROMOTED_PLAYER), suspectAfter, 30_000, 50, Map.of());
            game.ann = game.plays(
                    game.counts(game.town.new Citizen("ann", true, new SearchGoal.Register(rules), null).listens()));
            Citizen bob = game.joined("bob");
            Citizen cat = game.joined("cat");
            game.town.pass(500);
            game.town.network.mute(cat.end, true);
            game.town.pass(suspectAfter * 7L / 10);
            assertFalse(game.ann.events().contains("Left cat"));
            game.town.until(
                    () -> game.ann.events().contains("Left cat") && bob.events().contains("Left cat"), suspectAfter);
            assertEquals(Left.Why.CRASHED, game.ann.all(Left.class).get(0).why());
            // On its own end the client has missed the server's for as long, and says so.
            assertEquals(Phase.FROZEN, cat.session.phase());
        }
    }

    @Test
    @DisplayName("T19 a client whose socket breaks and whose process is gone is taken out at once")
    void aBrokenSocket() {
        Citizen bob = party.joined("bob");
        Citizen cat = party.joined("cat");
        town.pass(300);
        cat.kill();
        town.until(() -> ann.events().contains("Left cat") && bob.events().contains("Left cat"), 60);
    }

    @Test
    @DisplayName(
            "T20 the others hear that a player is out before the first state without it, and nothing of it afterwards")
    void leftComesBeforeTheStateWithoutIt() {
        Citizen bob = notes(party.joined("bob"));
        Citizen cat = party.joined("cat");
        ann.session.on(Town.Hit.class, (from, hit) -> {});
        town.pass(200);
        bob.got.clear();
        for (int i = 0; i < 200; i++) {
            if (i == 40) cat.kill();
            if (cat.alive) cat.session.send(new Town.Hit(i), Delivery.RELIABLE_ORDERED);
            ann.session.send(new Town.World(ann.session.view().players().size()), Delivery.RELIABLE_ORDERED);
            town.pass(1);
        }
        town.pass(100);
        List<Object> seen = new ArrayList<>();
        bob.got.forEach(i -> seen.add(
                i.body() instanceof Left
                        ? "Left"
                        : i.body() instanceof Town.World w
                                ? "state of " + w.sum()
                                : i.from().name()));
        int left = seen.indexOf("Left");
        assertTrue(left > 0 && seen.contains("state of 2"), seen.toString());
        assertTrue(left < seen.indexOf("state of 2"));
        assertFalse(seen.subList(left, seen.size()).contains("cat"));
    }

    @Test
    @DisplayName("T21 a client that is cut off stands still, then its player is told why: Closed with a reason after "
            + "giveUpAfter; the others play on")
    void aClientThatIsCutOff() {
        Citizen bob = party.joined("bob");
        Citizen cat = notes(party.joined("cat"));
        town.pass(200);
        cat.got.clear();
        town.network.mute(cat.end, true);
        town.until(() -> cat.session.phase() == Phase.FROZEN, 1_500);
        party.hits(bob, 3);
        assertEquals(List.of(), cat.all(Town.World.class), "it does not drift on");
        town.until(() -> cat.session.phase() == Phase.CLOSED, 35_000);
        Closed told = cat.all(Closed.class).get(0);
        assertTrue(told.why() == Closed.Why.CUT_OFF || told.why() == Closed.Why.NO_NEW_SERVER, told.toString());
        assertFalse(told.detail().isBlank());
        assertEquals(List.of("ann", "bob"), Party.names(bob));
        assertFalse(bob.events().contains("Frozen"));
        assertEquals(3, party.game(ann).sum);
    }

    // ---- the directory

    @Test
    @DisplayName(
            "T35 T38 T41 only who serves speaks to the directory, on a fixed beat; after a takeover the entry names "
                    + "the new server")
    void onlyTheServerRenews() {
        Citizen bob = party.joined("bob");
        Citizen cat = party.joined("cat");
        town.pass(1_000);
        town.asked.clear();
        town.pass(5_000);
        int renewals = town.asked(ann, DirectoryRequest.Renew.class).size();
        assertTrue(renewals >= 24 && renewals <= 27, "every fifth of suspectAfter: " + renewals);
        assertTrue(town.asked.stream().allMatch(a -> a.line() == ann.line), "the others say nothing");
        ann.kill();
        party.untilResumed(1, 3_000, bob, cat);
        town.pass(500);
        Citizen server = party.server();
        Citizen other = server == bob ? cat : bob;
        DirectoryReply.Found found = (DirectoryReply.Found)
                asks(other, new DirectoryRequest.Lookup(bob.session.game().id()));
        assertEquals(2, found.game().epoch().number());
        town.asked.clear();
        town.pass(1_000);
        assertTrue(town.asked.stream().allMatch(a -> a.line() == server.line));
        assertTrue(town.asked(server, DirectoryRequest.Renew.class).size() >= 4);
    }

    // ---- threads and loops

    @Test
    @DisplayName("T42 the game's code runs in its own update and nowhere else, however much the worker does")
    void codeOfTheGameRunsInUpdate() {
        Citizen bob = party.joined("bob");
        town.pass(200);
        boolean[] inUpdate = {false};
        List<String> outside = new ArrayList<>();
        bob.session.on(Town.Hit.class, (from, hit) -> {
            if (!inUpdate[0]) outside.add("handler");
        });
        bob.updates = false;
        int packaged = party.game(bob).packaged;
        int got = bob.got.size();
        for (int i = 0; i < 20; i++) ann.session.send(new Town.Hit(i), Delivery.RELIABLE_ORDERED);
        town.pass(400);
        assertEquals(packaged, party.game(bob).packaged);
        assertEquals(got, bob.got.size());
        inUpdate[0] = true;
        bob.session.update();
        inUpdate[0] = false;
        assertTrue(party.game(bob).packaged > packaged);
        assertEquals(List.of(), outside);
    }

    @Test
    @DisplayName(
            "T51 each chooses its own pace: at 5, 33 and 100 ms a loop, all see everything, and the network waits for nobody")
    void everybodyItsOwnPace() {
        Citizen bob = party.joined("bob");
        Citizen cat = party.joined("cat");
        town.pass(100);
        for (Citizen one : List.of(ann, bob, cat)) {
            one.updates = false;
            one.got.clear();
        }
        Map<Citizen, Integer> pace = Map.of(ann, 5, bob, 33, cat, 100);
        for (int i = 1; i <= 1_000; i++) {
            int now = i;
            pace.forEach((one, every) -> {
                if (now % every == 0) one.session.update();
            });
            if (i % 10 == 0) bob.session.send(new Town.Hit(i), Delivery.RELIABLE_ORDERED);
            town.pass(1);
        }
        for (Citizen one : List.of(ann, cat)) {
            one.session.update();
            List<Integer> points =
                    one.all(Town.Hit.class).stream().map(Town.Hit::points).toList();
            assertTrue(points.size() >= 99, one.name + " " + points.size());
            assertEquals(points.stream().sorted().toList(), points);
            assertFalse(one.events().contains("Frozen"));
        }
    }

    @Test
    @DisplayName(
            "T59 the render loop waits for no network: with the worker standing still, update, send, recv and every "
                    + "question return")
    void theLoopNeverWaits() {
        Citizen bob = party.joined("bob");
        town.pass(200);
        bob.hangs = true;
        assertTimeoutPreemptively(Duration.ofSeconds(10), () -> {
            for (int i = 0; i < 500; i++) {
                bob.session.send(new Town.Hit(i), Delivery.UNRELIABLE);
                bob.session.sendToServer(new Town.Hit(i), Delivery.RELIABLE_ORDERED);
                bob.session.update();
                bob.session.recv();
                bob.session.view();
                bob.session.stats();
                bob.session.gameTime();
            }
        });
        bob.hangs = false;
        int before = (int) party.game(ann).sum;
        town.until(() -> party.game(ann).sum > before, 2_000);
    }

    @Test
    @DisplayName("T44 a newcomer's first state is whole: one message, with everything up to its place in the order")
    void theFirstStateIsWhole() {
        Citizen bob = party.joined("bob");
        party.hits(bob, 9);
        Citizen cat = party.counts(town.joins("cat", ann));
        cat.begins();
        town.until(() -> cat.events().contains("Restored"), 2_000);
        assertEquals(9, party.game(cat).sum);
        assertEquals(
                1,
                party.said(ann, Message.InitialAck.class).stream()
                        .filter(a -> a.state().isPresent()
                                && party.said.stream().anyMatch(s -> s.to() == cat && s.what() == a))
                        .map(a -> a.log().end())
                        .distinct()
                        .count());
    }
}
