package org.gamenet.rgs.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.RgsException;
import org.gamenet.rgs.ServerRole;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.SessionEvent;
import org.gamenet.rgs.SessionEvent.Closed;
import org.gamenet.rgs.SessionEvent.Resumed;
import org.gamenet.rgs.core.session.base.SearchGoal;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class SessionsTest {
    private final Town town = new Town();
    private final Town.Citizen ann = town.registers("ann", Failover.SPARE_SERVER, Failover.PROMOTED_PLAYER);
    private final GameOfCounts annCounts = new GameOfCounts(ann);

    private Town.Citizen begin(Town.Citizen one) {
        one.begins();
        return one;
    }

    private Town.Citizen playing(Town.Citizen one) {
        one.begins();
        town.until(() -> one.session.phase() == Phase.PLAYING, 2_000);
        return one;
    }

    private Town.Citizen joined(String name) {
        Town.Citizen one = town.joins(name, ann);
        new GameOfCounts(one);
        return playing(one);
    }

    @Test
    @DisplayName("rule 4: a newcomer is restored first, then told of everybody, itself last; the others are told of it")
    void admitsInOrder() {
        playing(ann);
        Town.Citizen bob = joined("bob");
        Town.Citizen cat = joined("cat");
        town.pass(300);
        assertEquals(
                List.of("Restored", "Joined ann", "Joined bob"), bob.events().subList(0, 3));
        assertEquals(List.of("Restored", "Joined ann", "Joined bob", "Joined cat"), cat.events());
        assertEquals(List.of("RoleChanged", "Joined ann", "Joined bob", "Joined cat"), ann.events());
        assertEquals(ann.session.view(), bob.session.view());
        assertEquals(ann.session.view(), cat.session.view());
        assertEquals(3, ann.session.view().version());
        assertEquals(ann.session.gameTime(), cat.session.gameTime(), 0.01);
    }

    @Test
    @DisplayName(
            "HA1 P30-P44 rule 5: the server dies, a player takes over, each is frozen and resumed once, in the order promised")
    void promotesAPlayer() {
        playing(ann);
        Town.Citizen bob = joined("bob");
        Town.Citizen cat = joined("cat");
        for (int i = 0; i < 5; i++) bob.session.sendToServer(new Town.Hit(1), Delivery.RELIABLE_ORDERED);
        town.pass(300);
        assertEquals(5, annCounts.sum);
        bob.got.clear();
        cat.got.clear();
        ann.kill();
        town.until(
                () -> bob.session.phase() == Phase.PLAYING
                        && bob.all(Resumed.class).size() == 1
                        && cat.all(Resumed.class).size() == 1,
                3_000);
        Town.Citizen server = bob.session.isServer() ? bob : cat;
        Town.Citizen other = server == bob ? cat : bob;
        assertEquals(List.of("Frozen", "Restored", "Left ann", "RoleChanged", "Resumed"), server.events());
        assertEquals(List.of("Frozen", "Left ann", "Resumed"), other.events());
        assertEquals(bob.session.view(), cat.session.view());
        Resumed resumed = bob.all(Resumed.class).get(0);
        assertTrue(resumed.outage().total().toMillis() < 1_500, resumed.toString());
        assertTrue(resumed.stateAge().toMillis() < 1_000, resumed.toString());
        bob.session.sendToServer(new Town.Hit(1), Delivery.RELIABLE_ORDERED);
        town.pass(300);
        assertEquals(1, server.all(Town.Hit.class).size());
    }

    @Test
    @DisplayName(
            "P33 of the players one serves that does not coordinate the group, so that the next death takes one of the two and not both")
    void whoCoordinatesDoesNotServe() {
        playing(ann);
        Town.Citizen bob = joined("bob");
        Town.Citizen cat = joined("cat");
        town.pass(300);
        ann.kill();
        town.until(() -> cat.session.phase() == Phase.PLAYING && cat.session.isServer(), 3_000);
        town.until(() -> bob.session.phase() == Phase.PLAYING, 1_000);
        town.pass(300);
        cat.kill();
        town.until(() -> bob.session.isServer() && bob.session.phase() == Phase.PLAYING, 3_000);
        assertEquals(2, bob.all(Resumed.class).size());
    }

    @Test
    @DisplayName("R21 rule 5: a spare takes over: restored, told of everybody, no Frozen")
    void aSpareTakesOver() {
        playing(ann);
        Town.Citizen bob = joined("bob");
        Town.Citizen cat = joined("cat");
        Town.Citizen spare = town.standsBy("spare");
        GameOfCounts counts = new GameOfCounts(spare);
        begin(spare);
        for (int i = 0; i < 5; i++) bob.session.sendToServer(new Town.Hit(1), Delivery.RELIABLE_ORDERED);
        town.pass(700);
        assertEquals(Phase.WAITING, spare.session.phase());
        bob.got.clear();
        ann.kill();
        town.until(
                () -> spare.session.phase() == Phase.PLAYING
                        && bob.all(Resumed.class).size() == 1
                        && cat.all(Resumed.class).size() == 1,
                3_000);
        assertEquals(
                List.of("Restored", "Joined ann", "Joined bob", "Joined cat", "Left ann", "RoleChanged", "Resumed"),
                spare.events());
        assertEquals(List.of("Frozen", "Left ann", "Resumed"), bob.events());
        assertEquals(5, counts.sum);
        assertEquals(ServerRole.ACTIVE_ALONE, spare.session.role());
        bob.session.sendToServer(new Town.Hit(2), Delivery.RELIABLE_ORDERED);
        town.until(() -> counts.sum == 7, 1_000);
    }

    @Test
    @DisplayName("P24 P25 a player who does not read what another player sends is put out, it alone; who reads "
            + "every frame is not, whatever it is sent")
    void putsOutWhoDoesNotReadWhatAnotherPlayerSends() {
        playing(ann);
        Town.Citizen bob = joined("bob");
        Town.Citizen cat = joined("cat");
        town.pass(300);
        Peer reader = cat.session.self();
        for (int i = 0; i < 3_500 && !bob.events().contains("Left cat"); i++) {
            if (i == 1_500) cat.updates = false;
            for (int burst = 0; burst < 20; burst++) {
                try {
                    bob.session.send(reader, new Town.Hit(burst), Delivery.RELIABLE_ORDERED);
                } catch (RgsException full) {
                    assertEquals(Reason.QUEUE_FULL, full.reason());
                }
            }
            if (i < 1_500) assertEquals(List.of(), bob.all(SessionEvent.Left.class), "after " + i + " ms");
            town.pass(1);
        }
        town.pass(100);
        assertEquals(List.of("cat CRASHED"), Party.left(bob));
        assertEquals(List.of(), bob.all(SessionEvent.Frozen.class));
        cat.updates = true;
        town.until(
                () -> bob.session.view().players().stream()
                        .anyMatch(p -> p.name().equals("cat")),
                10_000);
        bob.session.send(cat.session.self(), new Town.Hit(77), Delivery.RELIABLE_ORDERED);
        town.until(() -> cat.all(Town.Hit.class).contains(new Town.Hit(77)), 5_000);
        assertEquals(List.of("cat CRASHED"), Party.left(ann), "once");
    }

    @Test
    @DisplayName(
            "a thread sleeps while there is nothing to do: a server that was a spare, and one whose application hangs")
    void sleeps() {
        playing(ann);
        Town.Citizen bob = joined("bob");
        Town.Citizen spare = town.standsBy("spare");
        new GameOfCounts(spare);
        begin(spare);
        town.pass(700);
        ann.kill();
        town.until(() -> spare.session.isServer() && bob.session.phase() == Phase.PLAYING, 3_000);
        assertEquals(0, wakesInVain(spare, 1_000));
        spare.updates = false;
        bob.session.sendToServer(new Town.Hit(1), Delivery.RELIABLE_ORDERED);
        assertEquals(0, wakesInVain(spare, 600));
    }

    /** How often in so many milliseconds a worker that had nothing to do would not sleep either. */
    private int wakesInVain(Town.Citizen one, long millis) {
        int inVain = 0;
        for (int i = 0; i < millis; i++) {
            town.pass(1);
            SessionWorker worker = one.session.worker();
            if (worker.dutyCycle() == 0 && worker.nextAt() <= worker.now()) inVain++;
        }
        return inVain;
    }

    @Test
    @DisplayName("HA23 P21 P25 rule 5: an old server that wakes comes back as a player, the same peer, by itself")
    void theOldServerComesBack() {
        playing(ann);
        Town.Citizen bob = joined("bob");
        Town.Citizen cat = joined("cat");
        town.pass(300);
        ann.got.clear();
        ann.hangs = true;
        town.until(
                () -> bob.all(Resumed.class).size() == 1
                        && cat.all(Resumed.class).size() == 1,
                5_000);
        ann.hangs = false;
        town.until(() -> ann.all(Resumed.class).size() == 1, 5_000);
        assertEquals(
                List.of("Frozen", "RoleChanged", "Restored", "Resumed"),
                ann.events().stream().filter(e -> !e.startsWith("Left")).toList());
        assertEquals(ServerRole.IDLE, ann.session.role());
        town.pass(300);
        assertEquals(ann.session.view(), bob.session.view());
        assertEquals(3, bob.session.view().players().size());
    }

    @Test
    @DisplayName(
            "P28: a follower leaves and the others are told; the last player of a game leaves, and nobody finds the game any more")
    void leaves() {
        playing(ann);
        Town.Citizen bob = joined("bob");
        bob.session.leave();
        town.until(() -> ann.events().contains("Left bob"), 1_000);
        assertEquals(
                SessionEvent.Left.Why.LEFT,
                ann.all(SessionEvent.Left.class).get(0).why());
        town.until(() -> bob.session.worker().isFinished(), 3_000);
        ann.session.leave();
        town.until(() -> ann.session.worker().isFinished(), 3_000);
        ann.kill();
        Town.Citizen late = begin(town.joins("late", ann));
        town.until(() -> late.session.phase() == Phase.CLOSED, 10_000);
        assertEquals(List.of("Closed"), late.events());
    }

    @Test
    @DisplayName(
            "P28 HA45: a server that leaves hands over what it had without a loss, and sooner than its death would be noticed")
    void theServerLeaves() {
        playing(ann);
        Town.Citizen bob = town.joins("bob", ann);
        GameOfCounts bobCounts = new GameOfCounts(bob);
        playing(bob);
        Town.Citizen cat = town.joins("cat", ann);
        GameOfCounts catCounts = new GameOfCounts(cat);
        playing(cat);
        bob.session.sendToServer(new Town.Hit(5), Delivery.RELIABLE_ORDERED);
        town.pass(300);
        ann.session.leave();
        town.until(
                () -> bob.all(Resumed.class).size() == 1
                        && cat.all(Resumed.class).size() == 1,
                500);
        assertEquals(5, (bob.session.isServer() ? bobCounts : catCounts).sum);
        for (Town.Citizen one : List.of(bob, cat)) {
            assertEquals(0, one.all(Resumed.class).get(0).stateAge().toMillis());
            assertTrue(one.all(Resumed.class).get(0).outage().total().toMillis() < 1_000 / 2, "D is 1 s");
        }
        assertEquals(
                SessionEvent.Left.Why.LEFT,
                bob.all(SessionEvent.Left.class).get(0).why());
        town.until(() -> ann.session.worker().isFinished(), 3_000);
    }

    @Test
    @DisplayName(
            "P28 kick, end: told everywhere with the reason; who was kicked plays no more, and nobody joins what has ended")
    void kicksAndEnds() {
        playing(ann);
        Town.Citizen bob = joined("bob");
        Town.Citizen cat = joined("cat");
        ann.session.kick(bob.session.self(), "rude");
        town.until(() -> bob.session.phase() == Phase.CLOSED && cat.events().contains("Left bob"), 1_000);
        assertEquals(Closed.Why.KICKED, bob.all(Closed.class).get(0).why());
        for (Town.Citizen other : List.of(ann, cat)) {
            town.until(() -> other.events().contains("Left bob"), 1_000);
            assertEquals(List.of("bob KICKED"), Party.left(other));
        }
        town.pass(2_000);
        assertEquals("Closed", bob.events().get(bob.events().size() - 1));
        assertEquals(List.of("ann", "cat"), Party.names(ann));
        ann.session.end("bedtime");
        town.until(() -> cat.session.phase() == Phase.CLOSED && ann.session.phase() == Phase.CLOSED, 3_000);
        assertEquals(Closed.Why.ENDED, cat.all(Closed.class).get(0).why());
        assertEquals("bedtime", cat.all(Closed.class).get(0).detail());
        Town.Citizen late = begin(town.joins("late", ann));
        town.until(() -> late.session.phase() == Phase.CLOSED, 10_000);
        assertEquals(Closed.Why.NO_GAME, late.all(Closed.class).get(0).why());
    }

    @Test
    @DisplayName("HG5 P31 one client is cut off for D: put out and back in the same epoch, by itself, with the "
            + "state; what it had asked for takes "
            + "effect once, nobody else freezes")
    void cutOffForAMoment() {
        playing(ann);
        Town.Citizen bob = joined("bob");
        Town.Citizen cat = joined("cat");
        town.pass(300);
        bob.got.clear();
        cat.got.clear();
        // Its frames are lost, frames to it are not: it freezes because it is said to be missed, before it is put
        // out.
        boolean[] unheard = {true};
        town.network.weather = (from, to, frame) ->
                unheard[0] && from == bob.end ? TestNetwork.Fate.lost(frame) : TestNetwork.Fate.arrives(frame);
        town.pass(300);
        bob.session.sendToServer(new Town.Hit(3), Delivery.RELIABLE_ORDERED);
        town.until(() -> bob.session.phase() == Phase.FROZEN, 1_000);
        unheard[0] = false;
        town.until(() -> bob.session.phase() == Phase.PLAYING, 1_000);
        town.pass(2_000);
        assertEquals(1, ann.session.view().epoch());
        assertEquals(3, annCounts.sum, "the hit that waited took effect once");
        List<String> events = bob.events();
        assertEquals(
                List.of("Frozen", "Restored", "Resumed"), events.subList(events.lastIndexOf("Frozen"), events.size()));
        for (Resumed each : bob.all(Resumed.class))
            assertEquals(0, each.stateAge().toMillis());
        assertTrue(!cat.events().contains("Frozen"), cat.events().toString());
        assertEquals(ann.session.view(), bob.session.view());
        assertEquals(3, ann.session.view().players().size());
    }

    @Test
    @DisplayName("P12 hostOrJoin: four ask in the same moment and get one game; a fifth, of another name, its own")
    void meetInOneGame() {
        List<Town.Citizen> four = new java.util.ArrayList<>();
        for (int i = 0; i < 4; i++)
            four.add(town.new Citizen("p" + i, true, new SearchGoal.HostOrJoin(Town.rules()), null).listens());
        four.forEach(Town.Citizen::begins);
        town.until(
                () -> four.stream()
                        .allMatch(c -> c.session.phase() == Phase.PLAYING
                                && c.session.view().players().size() == 4),
                5_000);
        assertEquals(1, four.stream().map(c -> c.session.game().id()).distinct().count());
        assertEquals(1, four.stream().filter(c -> c.session.isServer()).count());
    }

    @Test
    @DisplayName("FULL RECORDS_DIFFER NO_GAME: who is not let in is told why, with the cure")
    void refusesNewcomers() {
        playing(ann);
        Town.Citizen odd = town
                .new Citizen(
                        "odd",
                        true,
                        new SearchGoal.Join(ann.session.game().id(), "kitchen"),
                        null,
                        java.util.Map.of(),
                        org.gamenet.rgs.core.wire.Records.of(Town.Hit.class))
                .listens();
        odd.begins();
        town.until(() -> odd.session.phase() == Phase.CLOSED, 2_000);
        assertEquals(Closed.Why.RECORDS_DIFFER, odd.all(Closed.class).get(0).why());
        assertTrue(
                odd.all(Closed.class).get(0).detail().contains("World"),
                odd.all(Closed.class).toString());
        for (int i = 0; i < 7; i++) joined("p" + i);
        Town.Citizen late = town.joins("late", ann);
        late.begins();
        town.until(() -> late.session.phase() == Phase.CLOSED, 2_000);
        assertEquals(Closed.Why.FULL, late.all(Closed.class).get(0).why());
        Town.Citizen lost = town.new Citizen("lost", true, new SearchGoal.Join("no-such-game", "x"), null).listens();
        lost.begins();
        town.until(() -> lost.session.phase() == Phase.CLOSED, 2_000);
        assertEquals(Closed.Why.NO_GAME, lost.all(Closed.class).get(0).why());
    }

    @Test
    @DisplayName("L1 chain: each new server dies, twelve times, a spare after the other; no player is lost, "
            + "each resumes once a death, no request is lost or counted twice")
    void chainedDeaths() {
        playing(ann);
        Town.Citizen bob = joined("bob");
        Town.Citizen cat = joined("cat");
        List<Town.Citizen> spares = new java.util.ArrayList<>();
        java.util.Map<Town.Citizen, GameOfCounts> counts = new java.util.HashMap<>();
        for (int i = 0; i < 12; i++) {
            Town.Citizen spare = town.standsBy("spare" + i);
            counts.put(spare, new GameOfCounts(spare));
            spares.add(begin(spare));
        }
        town.pass(500);
        Town.Citizen server = ann;
        for (int death = 1; death <= 12; death++) {
            bob.session.sendToServer(new Town.Hit(1), Delivery.RELIABLE_ORDERED);
            town.pass(1_500);
            server.kill();
            int deaths = death;
            town.until(
                    () -> bob.all(Resumed.class).size() == deaths
                            && cat.all(Resumed.class).size() == deaths,
                    3_000);
            server = spares.stream()
                    .filter(s -> s.alive && s.session.isServer())
                    .findFirst()
                    .orElseThrow();
        }
        town.pass(500);
        assertEquals(2, bob.session.view().players().size());
        bob.session.sendToServer(new Town.Hit(1), Delivery.RELIABLE_ORDERED);
        Town.Citizen last = server;
        town.until(() -> last.all(Town.Hit.class).size() == 1, 1_000);
        assertEquals(13, counts.get(last).sum, "one before each death, and one now");
        assertEquals(12, bob.events().stream().filter("Frozen"::equals).count());
        assertEquals(1, cat.events().stream().filter("Left ann"::equals).count());
    }
}
