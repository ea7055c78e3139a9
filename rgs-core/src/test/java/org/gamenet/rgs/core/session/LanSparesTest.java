package org.gamenet.rgs.core.session;

import static org.gamenet.rgs.core.session.GameWithBackup.backsUp;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.ServerRole;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.SessionEvent.Frozen;
import org.gamenet.rgs.SessionEvent.Resumed;
import org.gamenet.rgs.core.machine.GameRules;
import org.gamenet.rgs.core.session.Town.Citizen;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Backups and spares of games without a directory. */
class LanSparesTest {
    private static final Failover[] ALL = {Failover.HOT_BACKUP, Failover.SPARE_SERVER, Failover.PROMOTED_PLAYER};
    private final LanTown lanTown = new LanTown();
    private final Town town = lanTown.town;
    private final Map<Citizen, GameOfCounts> games = new HashMap<>();

    private Citizen comes(String name, Failover... ways) {
        return comes(name, Town.rules(ways));
    }

    private Citizen comes(String name, GameRules rules) {
        return begins(lanTown.citizen(name, rules));
    }

    private Citizen spare(String name) {
        Citizen spare = begins(lanTown.spare(name));
        town.pass(300);
        return spare;
    }

    private Citizen begins(Citizen citizen) {
        games.put(citizen, new GameOfCounts(citizen.listens()));
        citizen.begins();
        return citizen;
    }

    private void hits(Citizen by, int times) {
        for (int i = 0; i < times; i++) by.session.sendToServer(new Town.Hit(1), Delivery.RELIABLE_ORDERED);
        town.pass(300);
    }

    private void untilResumed(Citizen... all) {
        town.until(
                () -> List.of(all).stream().allMatch(c -> c.all(Resumed.class).size() == 1), 5_000);
    }

    @Test
    @DisplayName(
            "P49 P61 on a LAN the second player backs the first up, through each change of the list, and serves from its copy")
    void aPlayerBacksUp() {
        Citizen ann = comes("ann", Failover.HOT_BACKUP, Failover.PROMOTED_PLAYER);
        town.pass(600);
        Citizen bob = comes("bob", Failover.HOT_BACKUP, Failover.PROMOTED_PLAYER);
        lanTown.playing(ann, bob);
        town.until(() -> backsUp(ann, bob), 5_000);
        Citizen cat = comes("cat", Failover.HOT_BACKUP, Failover.PROMOTED_PLAYER);
        lanTown.playing(ann, bob, cat);
        assertTrue(backsUp(ann, bob));
        hits(cat, 3);
        town.pass(300);
        lanTown.dies(ann);
        untilResumed(bob, cat);
        assertTrue(bob.session.isServer());
        assertTrue(games.get(bob).given.get(0).fromServer(), "the copy");
        hits(cat, 2);
        assertEquals(5, games.get(bob).sum);
        town.until(() -> backsUp(bob, cat), 5_000);
    }

    @Test
    @DisplayName(
            "P49 on a LAN a spare backs the game up, is no player, and serves when the server dies; the next spare takes its place")
    void aSpareBacksUp() {
        Citizen eve = spare("eve");
        Citizen fay = spare("fay");
        Citizen ann = comes("ann", ALL);
        town.pass(600);
        Citizen bob = comes("bob", ALL);
        lanTown.playing(ann, bob);
        town.until(() -> backsUp(ann, eve) || backsUp(ann, fay), 8_000);
        Citizen first = backsUp(ann, eve) ? eve : fay;
        Citizen second = first == eve ? fay : eve;
        assertEquals(List.of(), first.got);
        hits(bob, 2);
        lanTown.dies(ann);
        untilResumed(bob, first);
        assertTrue(first.session.isServer());
        hits(bob, 1);
        assertEquals(3, games.get(first).sum);
        town.until(() -> backsUp(first, second), 8_000);
        lanTown.dies(first);
        town.until(() -> second.session.isServer(), 5_000);
        hits(bob, 1);
        assertEquals(4, games.get(second).sum);
    }

    @Test
    @DisplayName(
            "P49 P33 on a LAN a game that names no backup but spares has one beside it, which serves from the players' packages")
    void aSpareWithoutACopy() {
        Citizen ann = comes("ann", Failover.SPARE_SERVER);
        town.pass(600);
        Citizen bob = comes("bob", Failover.SPARE_SERVER);
        Citizen cat = comes("cat", Failover.SPARE_SERVER);
        lanTown.playing(ann, bob, cat);
        Citizen eve = spare("eve");
        town.pass(3_000);
        hits(cat, 2);
        lanTown.dies(ann);
        untilResumed(bob, cat, eve);
        assertTrue(eve.session.isServer());
        assertEquals(2, games.get(eve).sum);
        assertEquals(ServerRole.ACTIVE_ALONE, eve.session.role());
    }

    @Test
    @DisplayName("P49 each of two games on a LAN has one of two spares")
    void aSpareEach() {
        GameRules one = Town.rules(ALL);
        Citizen ann = comes("ann", one);
        GameRules two = new GameRules("cellar", 8, one.failover(), 1_000, 30_000, 50, Map.of());
        Citizen dan = comes("dan", two);
        town.pass(600);
        Citizen eve = spare("eve");
        Citizen fay = spare("fay");
        town.until(() -> backsUp(ann, eve) && backsUp(dan, fay) || backsUp(ann, fay) && backsUp(dan, eve), 12_000);
        ann.session.end("enough");
        town.pass(1_000);
        assertFalse(ann.session.phase() == Phase.PLAYING);
        Citizen bob = comes("bob", one);
        town.until(() -> backsUp(bob, eve) || backsUp(bob, fay), 12_000);
    }

    @Test
    @DisplayName("P46 on a LAN a server that leaves hands over to its backup: nobody stands still")
    void handsOver() {
        Citizen ann = comes("ann", ALL);
        town.pass(600);
        Citizen bob = comes("bob", ALL);
        Citizen cat = comes("cat", ALL);
        lanTown.playing(ann, bob, cat);
        town.until(() -> ann.session.role() == ServerRole.ACTIVE_BACKED_UP, 5_000);
        hits(cat, 2);
        ann.session.leave();
        town.until(() -> bob.session.isServer() || cat.session.isServer(), 2_000);
        Citizen server = bob.session.isServer() ? bob : cat;
        assertEquals(List.of(), bob.all(Frozen.class));
        assertEquals(List.of(), cat.all(Frozen.class));
        hits(cat, 1);
        assertEquals(3, games.get(server).sum);
    }
}
