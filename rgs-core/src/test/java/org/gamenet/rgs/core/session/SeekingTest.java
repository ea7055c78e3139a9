package org.gamenet.rgs.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.Query;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.SessionEvent.Closed;
import org.gamenet.rgs.SessionEvent.Frozen;
import org.gamenet.rgs.SessionEvent.Joined;
import org.gamenet.rgs.SessionEvent.Left;
import org.gamenet.rgs.SessionEvent.Resumed;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.machine.GameRules;
import org.gamenet.rgs.core.session.base.SearchGoal;
import org.gamenet.rgs.core.session.base.SessionPorts;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The way into a game and back into it, in virtual time. */
class SeekingTest {
    private final Town town = new Town();

    private Town.Citizen playing(Town.Citizen one) {
        one.begins();
        town.until(() -> one.session.phase() == Phase.PLAYING, 2_000);
        return one;
    }

    private Town.Citizen hostsOrJoins(String name) {
        Town.Citizen one = town
                .new Citizen(name, true, new SearchGoal.HostOrJoin(Town.rules(Failover.PROMOTED_PLAYER)), null)
                .listens();
        new GameOfCounts(one);
        one.begins();
        return one;
    }

    private void untilTheyMeet(Town.Citizen one, Town.Citizen other, long withinMillis) {
        town.until(() -> one.session.phase() == Phase.PLAYING && other.session.phase() == Phase.PLAYING, withinMillis);
        assertEquals(one.session.game().id(), other.session.game().id());
    }

    @Test
    @DisplayName(
            "T1 hostOrJoin: whose group takes five seconds to open holds the entry meanwhile, and the next one comes in")
    void holdsTheEntryWhileItConnects() {
        Town.Citizen ann = town
                .new Citizen("ann", true, new SearchGoal.HostOrJoin(Town.rules(Failover.PROMOTED_PLAYER)), null)
                .listens();
        new GameOfCounts(ann);
        ann.end.entersAfterMillis = 5_000;
        ann.begins();
        town.pass(3_000);
        Town.Citizen bob = hostsOrJoins("bob");
        untilTheyMeet(ann, bob, 10_000);
        assertTrue(town.asked(ann, DirectoryRequest.Renew.class).size() > 20);
    }

    @Test
    @DisplayName("T1 hostOrJoin: a founder that stands still for two seconds right after it has its entry gets no twin")
    void waitsForAFounderThatStandsStill() {
        Town.Citizen ann = hostsOrJoins("ann");
        town.pass(10);
        ann.hangs = true;
        town.pass(1_500);
        Town.Citizen bob = hostsOrJoins("bob");
        town.pass(500);
        ann.hangs = false;
        untilTheyMeet(ann, bob, 5_000);
    }

    @Test
    @DisplayName(
            "P26 hostOrJoin: a founder that loads for eight seconds before its first update makes the next one wait, not found a twin")
    void waitsForALoadingFounder() {
        Town.Citizen ann = hostsOrJoins("ann");
        ann.updates = false;
        town.pass(50);
        Town.Citizen bob = hostsOrJoins("bob");
        town.pass(8_000);
        assertEquals(Phase.WAITING, bob.session.phase());
        ann.updates = true;
        untilTheyMeet(ann, bob, 2_000);
    }

    @Test
    @DisplayName(
            "P20 P26 a server that never calls update keeps nobody for ever: after giveUpAfter who joins is told, gives its seat back, "
                    + "and who takes any game of that name goes to another")
    void leavesAFounderThatNeverUpdates() {
        Town.Citizen ann = hostsOrJoins("ann");
        ann.updates = false;
        town.pass(50);
        String id = town.asked(ann, DirectoryRequest.Renew.class).get(0).game();
        Town.Citizen bob = town.new Citizen("bob", true, new SearchGoal.Join(id, "kitchen"), null).listens();
        bob.begins();
        town.pass(29_000);
        Town.Citizen cat = hostsOrJoins("cat");
        assertEquals(Phase.WAITING, bob.session.phase());
        town.until(() -> bob.session.phase() == Phase.CLOSED, 2_000);
        Closed closed = bob.all(Closed.class).get(0);
        assertEquals(Closed.Why.NOT_ADMITTED, closed.why());
        assertTrue(closed.detail().contains("update()"), closed.detail());
        town.until(() -> cat.session.phase() == Phase.PLAYING && cat.session.isServer(), 31_000);
        ann.updates = true;
        town.pass(500);
        assertEquals(List.of(ann.session.self()), ann.session.view().players());
    }

    @Test
    @DisplayName("P26 hostOrJoin while the game is taken over: one game, with the newcomer in it")
    void meetsATakeover() {
        Town.Citizen ann = hostsOrJoins("ann");
        town.until(() -> ann.session.phase() == Phase.PLAYING, 2_000);
        Town.Citizen bob = hostsOrJoins("bob");
        untilTheyMeet(ann, bob, 2_000);
        town.pass(300);
        ann.kill();
        Town.Citizen cat = hostsOrJoins("cat");
        town.until(() -> bob.all(Resumed.class).size() == 1, 3_000);
        untilTheyMeet(bob, cat, 3_000);
    }

    private void assertGivesUp(SearchGoal goal) {
        Town.Citizen ann = town.new Citizen("ann", true, goal, null).listens();
        ann.begins();
        town.pass(9_900);
        assertEquals(Phase.WAITING, ann.session.phase());
        town.until(() -> ann.session.phase() == Phase.CLOSED, 1_000);
        Closed closed = ann.all(Closed.class).get(0);
        assertEquals(Closed.Why.NO_DIRECTORY, closed.why());
        assertTrue(closed.detail().contains("directory:7400"), closed.detail());
        assertEquals(List.of("Closed"), ann.events());
    }

    @Test
    @DisplayName("hostOrJoin with a time of the caller's tries a directory for no longer")
    void hasTheCallersPatience() {
        town.directoryAway = true;
        Town.Citizen ann =
                town.new Citizen("ann", true, new SearchGoal.HostOrJoin(Town.rules(), 1_500), null).listens();
        ann.begins();
        town.pass(1_400);
        assertEquals(Phase.WAITING, ann.session.phase());
        town.until(() -> ann.session.phase() == Phase.CLOSED, 400);
        assertTrue(
                ann.all(Closed.class).get(0).detail().contains("for 1500 ms"),
                ann.all(Closed.class).toString());
    }

    private Town.Citizen rated(String name, int seats, String rating) {
        GameRules rules = new GameRules(
                "kitchen", seats, List.of(Failover.PROMOTED_PLAYER), 1_000, 30_000, 50, Map.of("rating", rating));
        Town.Citizen one = town.new Citizen(name, true, new SearchGoal.Register(rules), null).listens();
        new GameOfCounts(one);
        return playing(one);
    }

    private Town.Citizen finds(String name, Query query) {
        Town.Citizen one = town.new Citizen(name, true, new SearchGoal.Find(query), null).listens();
        new GameOfCounts(one);
        one.begins();
        return one;
    }

    @Test
    @DisplayName(
            "join(query) takes the first game of the query's order; one that has filled up, or has gone, meanwhile is passed over")
    void joinsTheBest() {
        Town.Citizen low = rated("low", 8, "900");
        Town.Citizen good = rated("good", 8, "1400");
        Town.Citizen full = rated("full", 1, "1500");
        Town.Citizen gone = rated("gone", 8, "1501");
        Town.Citizen bob = finds("bob", Query.any().nearest("rating", 1_450));
        town.until(() -> bob.session.phase() == Phase.PLAYING, 2_000);
        assertEquals(good.session.game().id(), bob.session.game().id());
        Town.Citizen cat = town
                .new Citizen("cat", true, new SearchGoal.Find(Query.any().all().highest("rating")), null)
                .listens();
        new GameOfCounts(cat);
        town.losesAnswer = (request, reply) -> request instanceof DirectoryRequest.Lookup l
                && l.game().equals(gone.session.game().id())
                && gone.session.phase() == Phase.PLAYING;
        cat.begins();
        town.until(() -> !town.asked(cat, DirectoryRequest.Lookup.class).isEmpty(), 1_000);
        gone.session.end("over");
        town.until(() -> cat.session.phase() == Phase.PLAYING, 20_000);
        assertEquals(good.session.game().id(), cat.session.game().id());
        assertEquals(
                full.session.game().id(),
                town.asked(cat, DirectoryRequest.Lookup.class).stream()
                        .filter(l -> l.game().equals(full.session.game().id()))
                        .findFirst()
                        .orElseThrow()
                        .game());
        assertEquals(1, low.session.view().players().size());
    }

    @Test
    @DisplayName("join(query) where nothing matches, or nobody has a seat to give, is Closed(NO_GAME), which says so")
    void findsNone() {
        Town.Citizen none = finds("none", Query.any());
        town.until(() -> none.session.phase() == Phase.CLOSED, 2_000);
        assertEquals(Closed.Why.NO_GAME, none.all(Closed.class).get(0).why());
        assertTrue(none.all(Closed.class).get(0).detail().contains("no game that matches"));
        rated("full", 1, "1500");
        Town.Citizen late = finds("late", Query.any().all());
        town.until(() -> late.session.phase() == Phase.CLOSED, 5_000);
        assertEquals(Closed.Why.NO_GAME, late.all(Closed.class).get(0).why());
        assertTrue(
                late.all(Closed.class).get(0).detail().contains("1 were tried"),
                late.all(Closed.class).toString());
    }

    @Test
    @DisplayName("P34 N11 a spare that still rehearses when the server dies is offered the game, if no other "
            + "stands by; and one that has rehearsed before it")
    void aSpareThatRehearses() {
        for (boolean another : new boolean[] {false, true}) {
            Town town = new Town();
            Town.Citizen ann = town.registers("ann", Failover.SPARE_SERVER);
            new GameOfCounts(ann);
            ann.begins();
            town.until(() -> ann.session.phase() == Phase.PLAYING, 2_000);
            Town.Citizen bob = town.joins("bob", ann);
            new GameOfCounts(bob);
            bob.begins();
            town.until(() -> bob.session.phase() == Phase.PLAYING, 2_000);
            town.warmUp = over -> {};
            Town.Citizen first = town.standsBy("first");
            new GameOfCounts(first);
            first.begins();
            town.pass(300);
            town.warmUp = SessionPorts.WarmUp.NONE;
            Town.Citizen second = town.standsBy("second");
            new GameOfCounts(second);
            if (another) second.begins();
            town.pass(300);
            ann.kill();
            town.until(() -> bob.all(Resumed.class).size() == 1, 1_000);
            assertEquals(
                    another ? second.session.self() : first.session.self(),
                    bob.session.view().server());
        }
    }

    @Test
    @DisplayName(
            "register, join and hostOrJoin try the directory for 10 s, then Closed(NO_DIRECTORY), which names the addresses")
    void triesForTenSeconds() {
        town.directoryAway = true;
        assertGivesUp(new SearchGoal.Register(Town.rules()));
        assertGivesUp(new SearchGoal.HostOrJoin(Town.rules()));
        assertGivesUp(new SearchGoal.Join("some-game", "kitchen"));
    }

    @Test
    @DisplayName(
            "N11 the 10 s for the directory begin when this process can be reached, however long its transport took to open")
    void theTransportHasItsOwnTime() {
        Town.Citizen ann = town
                .new Citizen("ann", true, new SearchGoal.HostOrJoin(Town.rules(Failover.PROMOTED_PLAYER)), null)
                .listens();
        new GameOfCounts(ann);
        ann.end.listensAfterMillis = 9_730;
        town.directoryAway = true;
        ann.begins();
        town.pass(11_500);
        assertEquals(List.of(), ann.all(Closed.class), "a second of silence is no end");
        town.directoryAway = false;
        town.until(() -> ann.session.phase() == Phase.PLAYING, 3_000);
    }

    @Test
    @DisplayName("a directory that comes up within the 10 s is found")
    void findsALateDirectory() {
        town.directoryAway = true;
        Town.Citizen ann = town.registers("ann");
        ann.begins();
        town.pass(8_000);
        town.directoryAway = false;
        town.until(() -> ann.session.phase() == Phase.PLAYING, 2_000);
        assertEquals(List.of("RoleChanged", "Joined ann"), ann.events());
    }

    @Test
    @DisplayName("the group has its own 10 s, whatever the directory took of them; and so has the directory, "
            + "asked once more where the members are")
    void oneDelayDoesNotUseUpTheOther() {
        Town.Citizen ann = playing(town.registers("ann", Failover.PROMOTED_PLAYER));
        Town.Citizen bob = town.joins("bob", ann);
        town.directoryAway = true;
        town.network.shutOut.add(bob.end);
        bob.begins();
        town.pass(9_000);
        town.directoryAway = false;
        town.pass(2_000);
        town.directoryAway = true;
        town.pass(6_000);
        assertEquals(Phase.WAITING, bob.session.phase());
        town.directoryAway = false;
        town.network.shutOut.remove(bob.end);
        town.until(() -> bob.session.phase() == Phase.PLAYING, 3_000);
    }

    @Test
    @DisplayName(
            "R28 standBy tries for ever: a directory that comes up after two minutes finds the spare, which then serves")
    void standsByForEver() {
        town.directoryAway = true;
        Town.Citizen spare = town.standsBy("spare");
        new GameOfCounts(spare);
        spare.begins();
        town.pass(120_000);
        assertEquals(Phase.WAITING, spare.session.phase());
        town.directoryAway = false;
        Town.Citizen ann = town.registers("ann", Failover.SPARE_SERVER);
        new GameOfCounts(ann);
        playing(ann);
        Town.Citizen bob = town.joins("bob", ann);
        new GameOfCounts(bob);
        playing(bob);
        town.pass(2_000);
        ann.kill();
        town.until(() -> spare.session.isServer() && bob.all(Resumed.class).size() == 1, 5_000);
    }

    @Test
    @DisplayName(
            "P25 P27 a player that hung is put out and comes back by itself as the same Peer; its requests count once")
    void comesBackAsTheSamePeer() {
        Town.Citizen ann = town.registers("ann", Failover.PROMOTED_PLAYER);
        GameOfCounts counts = new GameOfCounts(ann);
        playing(ann);
        Town.Citizen bob = town.joins("bob", ann);
        new GameOfCounts(bob);
        playing(bob);
        Town.Citizen cat = town.joins("cat", ann);
        new GameOfCounts(cat);
        playing(cat);
        Peer before = bob.session.self();
        town.pass(300);
        bob.got.clear();
        for (int i = 0; i < 10; i++) bob.session.sendToServer(new Town.Hit(1), Delivery.RELIABLE_ORDERED);
        bob.hangs = true;
        town.until(() -> cat.all(Left.class).size() == 1, 5_000);
        assertEquals(Left.Why.CRASHED, cat.all(Left.class).get(0).why());
        bob.hangs = false;
        town.until(() -> bob.all(Resumed.class).size() == 1, 5_000);
        assertEquals(before, bob.session.self());
        assertEquals("Frozen", bob.events().get(0));
        assertEquals("Restored", bob.events().get(1));
        assertEquals(1, bob.all(Frozen.class).size());
        town.until(() -> counts.sum == 10, 2_000);
        town.pass(1_000);
        assertEquals(10, counts.sum);
        List<Joined> joins = cat.all(Joined.class);
        assertTrue(joins.get(joins.size() - 1).again());
        assertEquals(3, cat.session.view().players().size());
        assertEquals(cat.session.view(), bob.session.view());
    }

    @Test
    @DisplayName(
            "HA46 send, leave, kick, end and advertise in each phase: what is allowed works, the rest throws, nothing hangs")
    void callsInEveryPhase() {
        Town.Citizen ann = town.registers("ann", Failover.PROMOTED_PLAYER);
        GameOfCounts counts = new GameOfCounts(ann);
        ann.session.sendToServer(new Town.Hit(1), Delivery.RELIABLE_ORDERED);
        ann.session.sendToServer(new Town.Hit(100), Delivery.UNRELIABLE);
        assertThrows(IllegalStateException.class, () -> ann.session.end("not mine"));
        assertThrows(IllegalStateException.class, () -> ann.session.kick(Peer.of(1, "x"), "not mine"));
        assertThrows(IllegalStateException.class, () -> ann.session.advertise(true, java.util.Map.of()));
        playing(ann);
        town.until(() -> counts.sum == 1, 1_000);
        Town.Citizen bob = town.joins("bob", ann);
        GameOfCounts ofBob = new GameOfCounts(bob);
        playing(bob);
        Town.Citizen cat = town.joins("cat", ann);
        GameOfCounts ofCat = new GameOfCounts(cat);
        playing(cat);
        town.pass(300);
        ann.kill();
        town.until(() -> bob.session.phase() == Phase.FROZEN && cat.session.phase() == Phase.FROZEN, 3_000);
        bob.session.sendToServer(new Town.Hit(10), Delivery.RELIABLE_ORDERED);
        bob.session.sendToServer(new Town.Hit(1_000), Delivery.UNRELIABLE);
        assertThrows(IllegalStateException.class, () -> bob.session.end("frozen"));
        town.until(
                () -> bob.all(Resumed.class).size() == 1
                        && cat.all(Resumed.class).size() == 1,
                3_000);
        GameOfCounts server = bob.session.isServer() ? ofBob : ofCat;
        town.until(() -> server.sum == 11, 2_000);
        town.pass(500);
        assertEquals(11, server.sum, "what is reliable waited and counted once, what is not was dropped");
        bob.session.leave();
        assertEquals(Phase.CLOSED, bob.session.phase());
        assertThrows(IllegalStateException.class, () -> bob.session.send(new Town.Hit(1), Delivery.RELIABLE_ORDERED));
        town.until(() -> bob.session.worker().isFinished(), 5_000);
        assertThrows(IllegalStateException.class, () -> bob.session.kick(cat.session.self(), "too late"));
        bob.session.leave();
    }
}
