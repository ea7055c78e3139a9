package org.gamenet.rgs.examples.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.GameInfo;
import org.gamenet.rgs.GameSpec;
import org.gamenet.rgs.Incoming;
import org.gamenet.rgs.Query;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.Rgs;
import org.gamenet.rgs.RgsException;
import org.gamenet.rgs.ServerRole;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.SessionEvent.Closed;
import org.gamenet.rgs.SessionEvent.Joined;
import org.gamenet.rgs.SessionEvent.Left;
import org.gamenet.rgs.SessionEvent.Resumed;
import org.gamenet.rgs.StatePackage;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The seven verbs, end to end. */
@ExtendWith(InTavern.class)
class VerbsTest {

    private static Closed closed(Tavern tavern, Guest guest) {
        tavern.until(guest.session.self() + " is closed", () -> guest.session.phase() == Phase.CLOSED);
        return guest.all(Closed.class).get(0);
    }

    @Test
    @DisplayName("T1 hostOrJoin: two at the same moment end up in one game, 20 times out of 20")
    void pairsMeet(Tavern tavern) {
        Rgs ann = tavern.player("ann");
        Rgs bob = tavern.player("bob");
        for (int pair = 0; pair < 20; pair++) {
            GameSpec spec = Tavern.game("pair " + pair, 2);
            List<Guest> both = Stream.of(ann, bob).parallel().map(rgs -> rgs.hostOrJoin(spec)).toList().stream()
                    .map(tavern::guest)
                    .toList();
            tavern.until(
                    "both play, together",
                    () -> both.stream()
                            .allMatch(g -> g.session.phase() == Phase.PLAYING
                                    && g.session.view().players().size() == 2));
            assertEquals(
                    both.get(0).session.game().id(), both.get(1).session.game().id());
            assertEquals(1, both.stream().filter(g -> g.session.isServer()).count());
            both.stream().filter(g -> g.session.isServer()).forEach(g -> g.session.end("next"));
            tavern.until("over", () -> both.stream().allMatch(g -> g.session.phase() == Phase.CLOSED));
            both.forEach(tavern::forget);
        }
    }

    @Test
    @DisplayName("hostOrJoin by eight at once: one game; a ninth finds it full and has one of its own")
    void eightMeet(Tavern tavern) {
        List<Rgs> processes = Stream.of("a", "b", "c", "d", "e", "f", "g", "h")
                .map(tavern::player)
                .toList();
        List<Guest> all = processes.parallelStream().map(rgs -> rgs.hostOrJoin(Tavern.game())).toList().stream()
                .map(tavern::guest)
                .toList();
        tavern.until(
                "all in one",
                () -> all.stream()
                        .allMatch(g -> g.session.phase() == Phase.PLAYING
                                && g.session.view().players().size() == 8));
        assertEquals(
                1, new HashSet<>(all.stream().map(g -> g.session.game().id()).toList()).size());
        assertEquals(1, all.stream().filter(g -> g.session.isServer()).count());
        Guest ninth = tavern.playing(tavern.guest(tavern.player("i").hostOrJoin(Tavern.game())));
        assertNotEquals(all.get(0).session.game().id(), ninth.session.game().id());
        assertTrue(ninth.session.isServer());
    }

    @Test
    @DisplayName("R1 discover: by name, attribute, seats, kind; in pages; what is closed or full only when asked for")
    void discovers(Tavern tavern) {
        Rgs host = tavern.player("host");
        List<Guest> games = new ArrayList<>();
        for (int i = 0; i < 5; i++)
            games.add(tavern.playing(tavern.guest(
                    host.register(Tavern.game("g" + i, 2).attribute("mode", i % 2 == 0 ? "duel" : "race")))));
        Rgs looker = tavern.start(tavern.process());
        tavern.untilListed("all are listed", looker, Query.any(), list -> list.size() == 5);
        assertEquals(List.of("g3"), names(tavern, looker, Query.any().named("g3")));
        assertEquals(
                Set.of("g0", "g2", "g4"),
                new HashSet<>(names(tavern, looker, Query.any().with("mode", "duel"))));
        assertEquals(List.of(), names(tavern, looker, Query.any().with("mode", "chess")));
        List<String> paged = new ArrayList<>();
        Query page = Query.any().limit(2);
        for (List<GameInfo> list = tavern.discover(looker, page);
                !list.isEmpty();
                list = tavern.discover(looker, page.after(list.get(list.size() - 1)))) {
            assertTrue(list.size() <= 2);
            list.forEach(game -> paged.add(game.name()));
        }
        assertEquals(
                List.of("g0", "g1", "g2", "g3", "g4"), paged.stream().sorted().toList());
        Guest guest = tavern.join("guest", games.get(0));
        games.get(1).session.advertise(false, Map.of("mode", "closed now"));
        tavern.untilListed("the full one and the closed one are out", looker, Query.any(), list -> list.size() == 3);
        assertEquals(5, names(tavern, looker, Query.any().all()).size());
        GameInfo full =
                tavern.discover(looker, Query.id(guest.session.game().id())).get(0);
        assertEquals(List.of(2, 2, true), List.of(full.players(), full.maxPlayers(), full.open()));
        assertEquals("host", full.server());
        GameInfo shut = tavern.discover(looker, Query.any().all().with("mode", "closed now"))
                .get(0);
        assertEquals("g1", shut.name());
        Assertions.assertFalse(shut.open());
        Rgs stranger = tavern.start(Rgs.game(tavern.kind + "/other")
                .directory(tavern.directoryAddress())
                .records(Hit.class));
        assertEquals(List.of(), names(tavern, stranger, Query.any().all()));
    }

    private static List<String> names(Tavern tavern, Rgs process, Query query) {
        return tavern.discover(process, query).stream().map(GameInfo::name).toList();
    }

    @Test
    @DisplayName("T7 register without a directory: alone, at once; discover finds what is on the local network")
    void withoutDirectory(Tavern tavern) {
        Rgs alone = tavern.start(Rgs.game("solo/" + System.nanoTime())
                .player("ann")
                .bind("127.0.0.1:0")
                .records(Hit.class, Count.class, Blob.class));
        Guest ann = tavern.playing(tavern.guest(alone.register(Tavern.game())));
        ann.hit(2);
        tavern.until("it serves itself", () -> ann.sum() == 2);
        assertEquals(1, alone.discover(Query.any()).join().size());
        assertEquals(ServerRole.ACTIVE_ALONE, ann.session.role());
    }

    @Test
    @DisplayName("join: a full game says FULL, a closed one NOT_ADMITTED, an ended one NO_GAME; play goes on in it")
    void joinRefused(Tavern tavern) {
        Guest ann = tavern.host("ann", Tavern.game("small", 2));
        GameInfo game = ann.session.game();
        Guest bob = tavern.join("bob", ann);
        Closed full = closed(tavern, tavern.guest(tavern.player("cat").join(game)));
        assertEquals(Closed.Why.FULL, full.why(), full.detail());
        bob.session.leave();
        tavern.until("bob is out", () -> ann.peers(Left.class).contains(bob.session.self()));
        ann.session.advertise(false, Map.of());
        tavern.untilListed(
                "closed",
                tavern.player("looker"),
                Query.id(game.id()),
                list -> list.size() == 1 && !list.get(0).open());
        Closed shut = closed(tavern, tavern.guest(tavern.player("dan").join(game)));
        assertEquals(Closed.Why.NOT_ADMITTED, shut.why(), shut.detail());
        ann.hit(1);
        tavern.until("play goes on", () -> ann.sum() == 1);
        ann.session.end("enough");
        assertEquals(new Closed(Closed.Why.ENDED, "enough"), closed(tavern, ann));
        Closed gone = closed(tavern, tavern.guest(tavern.player("eve").join(game)));
        assertEquals(Closed.Why.NO_GAME, gone.why(), gone.detail());
    }

    @Test
    @DisplayName("kick: Left(KICKED) for the others, Closed(KICKED) for the player, whose seat is free again")
    void kicks(Tavern tavern) {
        Guest ann = tavern.host("ann", Tavern.game("small", 3));
        Guest bob = tavern.join("bob", ann);
        Guest cat = tavern.join("cat", ann);
        ann.session.kick(bob.session.self(), "mind your language");
        Closed out = closed(tavern, bob);
        assertEquals(Closed.Why.KICKED, out.why());
        assertTrue(out.detail().contains("mind your language"), out.detail());
        tavern.until(
                "the others are told",
                () -> List.of(ann, cat).stream()
                        .allMatch(g -> g.peers(Left.class).contains(bob.session.self())));
        assertEquals(Left.Why.KICKED, cat.all(Left.class).get(0).why());
        assertEquals(Left.Why.KICKED, ann.all(Left.class).get(0).why());
        tavern.join("dan", ann);
        assertEquals(3, ann.session.view().players().size());
    }

    @Test
    @DisplayName(
            "end: everybody is Closed(ENDED) with the server's word, the directory lists it no longer, no spare is given it")
    void ends(Tavern tavern) {
        Guest ann = tavern.host("ann");
        Guest spare = tavern.spare();
        Guest bob = tavern.join("bob", ann);
        String id = ann.session.game().id();
        ann.session.end("good night");
        for (Guest guest : List.of(ann, bob))
            assertEquals(new Closed(Closed.Why.ENDED, "good night"), closed(tavern, guest));
        tavern.untilListed("gone", tavern.player("looker"), Query.id(id), List::isEmpty);
        tavern.rounds(100);
        assertEquals(Phase.WAITING, spare.session.phase());
        Assertions.assertFalse(bob.story().contains("Frozen"));
    }

    @Test
    @DisplayName("end and leave in one breath: the game is over for everybody, and nobody takes it over")
    void endsAndLeaves(Tavern tavern) {
        Guest ann = tavern.host("ann");
        Guest bob = tavern.join("bob", ann);
        ann.session.end("all out");
        ann.session.leave();
        assertEquals(Closed.Why.ENDED, closed(tavern, bob).why());
        Assertions.assertFalse(bob.session.isServer());
    }

    @Test
    @DisplayName("advertise: what newcomers, members and the directory see")
    void advertises(Tavern tavern) {
        Guest ann = tavern.host("ann", Tavern.game().attribute("map", "garden"));
        Guest bob = tavern.join("bob", ann);
        assertEquals(Map.of("map", "garden"), bob.session.game().attributes());
        ann.session.advertise(true, Map.of("map", "cellar", "round", "2"));
        tavern.until(
                "bob sees it", () -> bob.session.game().attributes().equals(Map.of("map", "cellar", "round", "2")));
        List<GameInfo> listed = tavern.untilListed(
                "the directory shows it",
                tavern.player("looker"),
                Query.any().with("round", "2"),
                list -> list.size() == 1);
        assertEquals("cellar", listed.get(0).attributes().get("map"));
        Guest cat = tavern.join("cat", ann);
        tavern.until("a newcomer sees it", () -> cat.session.game().attributes().containsKey("round"));
    }

    @Test
    @DisplayName("P28 leave: a player's is told as LEFT, its session is CLOSED at once and gives nothing more")
    void aPlayerLeaves(Tavern tavern) {
        Guest ann = tavern.host("ann");
        Guest bob = tavern.join("bob", ann);
        int before = bob.notes.size();
        ann.session.send(new Hit(1));
        bob.session.leave();
        assertEquals(Phase.CLOSED, bob.session.phase());
        Assertions.assertFalse(bob.session.update());
        tavern.until("told", () -> ann.peers(Left.class).contains(bob.session.self()));
        assertEquals(Left.Why.LEFT, ann.all(Left.class).get(0).why());
        assertEquals(before, bob.notes.size());
    }

    @Test
    @DisplayName(
            "P23 P28 HA45 leave of a server without a backup: its own package is handed to the next one; nothing is lost, nothing "
                    + "doubled")
    void theServerLeaves(Tavern tavern) {
        Guest ann = tavern.host("ann", Tavern.game().failover(Failover.PROMOTED_PLAYER));
        Guest bob = tavern.join("bob", ann);
        Guest cat = tavern.join("cat", ann);
        for (int i = 0; i < 10; i++) for (Guest guest : List.of(bob, cat)) guest.hit(1);
        tavern.until("all counted", () -> ann.sum() == 20);
        ann.session.leave();
        tavern.until(
                "both resumed",
                () -> Stream.of(bob, cat).allMatch(g -> g.story().contains("Resumed")));
        Guest next = bob.session.isServer() ? bob : cat;
        assertTrue(
                next.restored.stream().anyMatch(p -> p.fromServer() && p.from().equals(ann.session.self())),
                next.restored.toString());
        tavern.until("nothing is lost, nothing counted twice", () -> bob.sum() == 20 && cat.sum() == 20);
        assertEquals(Left.Why.LEFT, next.all(Left.class).get(0).why());
        assertTrue(next.all(Resumed.class).get(0).outage().total().toMillis() < 10_000, "" + next.notes);
        bob.hit(1);
        cat.hit(1);
        tavern.until("it counts on", () -> bob.sum() == 22 && cat.sum() == 22);
    }

    @Test
    @DisplayName("HA45 leave of the server to a spare: restored from the server's package alone")
    void theServerLeavesToASpare(Tavern tavern) {
        Guest spare = tavern.spare();
        Guest ann = tavern.host("ann", Tavern.game().failover(Failover.SPARE_SERVER));
        Guest bob = tavern.join("bob", ann);
        bob.hit(8);
        tavern.until("counted", () -> ann.sum() == 8);
        ann.session.leave();
        tavern.until(
                "the spare serves",
                () -> spare.session.isServer() && bob.story().contains("Resumed"));
        assertTrue(spare.restored.stream().anyMatch(StatePackage::fromServer), spare.restored.toString());
        tavern.until("nothing is lost", () -> spare.sum() == 8 && bob.sum() == 8);
    }

    @Test
    @DisplayName(
            "a server leaves: nothing that was shown is lost, not even what only itself had counted; its own package is handed over, alone")
    void nothingShownIsLostWhenTheServerLeaves(Tavern tavern) {
        Guest ann = tavern.host("ann", Tavern.withoutBackup());
        Guest bob = tavern.join("bob", ann);
        Guest cat = tavern.join("cat", ann);
        bob.hit(1);
        tavern.until("seen by all", () -> Stream.of(ann, bob, cat).allMatch(g -> g.sum() == 1));
        ann.hit(2);
        tavern.until("counted by the server", () -> ann.sum() == 3);
        ann.session.leave();
        tavern.until(
                "both resumed",
                () -> Stream.of(bob, cat).allMatch(g -> g.story().contains("Resumed")));
        Guest next = bob.session.isServer() ? bob : cat;
        assertEquals(3, next.sum());
        assertEquals(
                List.of(ann.session.self()),
                next.restored.stream().map(StatePackage::from).toList());
        assertTrue(next.restored.get(0).fromServer());
    }

    @Test
    @DisplayName("the same player name twice: two peers, both play")
    void sameNameTwice(Tavern tavern) {
        Guest one = tavern.host("ann");
        Guest two = tavern.join("ann", one);
        assertNotEquals(one.session.self(), two.session.self());
        assertEquals("ann", two.session.self().name());
        one.hit(1);
        two.hit(2);
        tavern.until("both count", () -> one.sum() == 3 && two.sum() == 3);
        assertEquals(2, one.points.size());
        Assertions.assertFalse(one.story().stream().anyMatch(word -> word.startsWith("Left")));
    }

    @Test
    @DisplayName("send: to one, to the server, to all; each delivery class reaches whom it is for, once")
    void sends(Tavern tavern) {
        Guest ann = tavern.host("ann");
        Guest bob = tavern.join("bob", ann);
        Guest cat = tavern.joinBackedUp("cat", ann);
        int number = 0;
        for (Delivery how : Delivery.values()) {
            int one = ++number;
            int all = ++number;
            cat.session.send(new Blob(all, new byte[1]), how);
            if (how != Delivery.TOTAL_ORDER) cat.session.send(bob.session.self(), new Blob(one, new byte[1]), how);
            boolean sequenced = how == Delivery.UNRELIABLE_SEQUENCED;
            tavern.until(
                    how + " arrives",
                    () -> Stream.of(ann, bob, cat).allMatch(g -> has(g, all) == 1 || sequenced && has(g, one) == 1));
            if (how != Delivery.TOTAL_ORDER) tavern.until(how + " to bob", () -> has(bob, one) == 1);
        }
        int last = ++number;
        cat.session.sendToServer(new Blob(last, new byte[1]));
        tavern.until("the server has it", () -> has(ann, last) == 1);
        tavern.rounds(20);
        assertEquals(0, has(bob, last));
        assertEquals(
                0,
                ann.all(Blob.class).stream()
                        .filter(b -> b.number() % 2 == 1 && b.number() != last)
                        .count(),
                "what is for bob is bob's");
    }

    private static long has(Guest guest, int number) {
        return guest.all(Blob.class).stream().filter(b -> b.number() == number).count();
    }

    @Test
    @DisplayName("recv: messages and events one by one, null when there is none, in the order of update")
    void polls(Tavern tavern) {
        Guest ann = tavern.host("ann");
        Session bob = tavern.player("bob").join(ann.session.game());
        List<Record> got = new ArrayList<>();
        tavern.until("bob polls its way in", () -> {
            for (var item = bob.recv(); item != null; item = bob.recv()) got.add(item.body());
            return got.size() == 2;
        });
        assertEquals(
                List.of(Joined.class, Joined.class),
                got.stream().map(Object::getClass).toList());
        ann.session.send(new Hit(3));
        AtomicReference<Incoming> last = new AtomicReference<>();
        tavern.until("and plays", () -> {
            var item = bob.recv();
            if (item != null) last.set(item);
            return item != null && item.body().equals(new Hit(3));
        });
        assertEquals(ann.session.self(), last.get().from());
        tavern.until(
                "it was sent before now, as soon as the clocks agree",
                () -> last.get().sentAt() <= bob.gameTime());
    }

    @Test
    @DisplayName("discover: a directory that does not answer is NO_DIRECTORY at 2 s, and the message names its address")
    void discoverInVain(Tavern tavern) {
        Rgs rgs = tavern.start(Rgs.game("nobody").records(Hit.class).directory("127.0.0.1:1"));
        long quickest = Long.MAX_VALUE;
        // The machine may halt this test once; a limit that is not kept is not kept each time.
        for (int times = 0; times < 3; times++) {
            long start = System.nanoTime();
            CompletionException failed = Assertions.assertThrows(
                    CompletionException.class, () -> rgs.discover(Query.any()).join());
            quickest = Math.min(quickest, (System.nanoTime() - start) / 1_000_000);
            RgsException why = (RgsException) failed.getCause();
            assertEquals(Reason.NO_DIRECTORY, why.reason());
            assertTrue(why.getMessage().contains("127.0.0.1:1"), why.getMessage());
        }
        assertTrue(quickest < 3_500, quickest + " ms");
    }

    @Test
    @DisplayName("shutdown gives back every thread of RGS, and its ports")
    void shutdownLeavesNothing(Tavern tavern) {
        Rgs process = tavern.player("solo player");
        Guest ann = tavern.playing(tavern.guest(process.register(Tavern.game())));
        Set<Thread> before = new HashSet<>(Thread.getAllStackTraces().keySet());
        Rgs second = tavern.start(tavern.process().player("second").directory(tavern.directoryAddress()));
        Guest bob = tavern.playing(tavern.guest(second.register(Tavern.game("another", 2))));
        tavern.forget(bob);
        second.shutdown();
        Eventually.holds(
                "its threads end",
                Tavern.SOON,
                tavern::update,
                () -> Thread.getAllStackTraces().keySet().stream()
                        .filter(t -> !before.contains(t) && t.isAlive())
                        .noneMatch(VerbsTest::isOfRgs),
                () -> Thread.getAllStackTraces().keySet().stream()
                        .filter(t -> !before.contains(t))
                        .map(Thread::getName)
                        .toList()
                        .toString());
        assertEquals(Phase.CLOSED, bob.session.phase());
        assertEquals(Phase.PLAYING, ann.session.phase());
    }

    private static boolean isOfRgs(Thread thread) {
        return thread.getName().startsWith("rgs-session")
                || thread.getName().startsWith("rgs-transport")
                || thread.getName().contains("second");
    }
}
