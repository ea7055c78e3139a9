package org.gamenet.rgs.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.Limit;
import org.gamenet.rgs.ServerRole;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.SessionEvent.Closed;
import org.gamenet.rgs.SessionEvent.Frozen;
import org.gamenet.rgs.SessionEvent.Resumed;
import org.gamenet.rgs.SessionEvent.RoleChanged;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.replication.CopyMessage;
import org.gamenet.rgs.core.session.Town.Citizen;
import org.gamenet.rgs.core.session.base.SearchGoal;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A spare that backs a game up as a member that plays nothing, ahead of any player: whole sessions (P49). */
class SpareBacksUpTest extends GameWithBackup {
    private void untilBackedUp(Citizen server, Citizen by) {
        town.until(() -> backsUp(server, by), 6_000);
    }

    /** It has said so within the last 0.4 s. */
    private static boolean standsBy(Town town, Citizen one) {
        long since = town.clock.nanoTime() / 1_000_000 - 400;
        return town.asked.stream()
                .anyMatch(a -> a.line() == one.line
                        && a.request() instanceof DirectoryRequest.StandBy
                        && a.atMillis() > since);
    }

    @Test
    @DisplayName(
            "P49 a spare backs the game up ahead of the second player, is no player, takes no seat, and is told nothing")
    void backsUpFirst() {
        Citizen eve = party.spare("eve");
        untilBackedUp(ann, eve);
        Citizen bob = party.joined("bob");
        town.pass(2_000);
        assertTrue(backsUp(ann, eve));
        assertEquals(ServerRole.IDLE, bob.session.role());
        assertEquals(List.of("ann", "bob"), Party.names(bob));
        assertEquals(2, bob.session.game().players());
        assertEquals(Phase.WAITING, eve.session.phase());
        assertEquals(List.of(), eve.got);
        assertEquals(0, party.game(eve).given.size());
        assertNobodyFroze();
    }

    @Test
    @DisplayName(
            "P49 when the server dies the spare serves from its copy, and its application is told as of any game that it is handed")
    void servesFromItsCopy() {
        Citizen eve = party.spare("eve");
        untilBackedUp(ann, eve);
        Citizen bob = party.joined("bob");
        Citizen cat = party.joined("cat");
        party.hits(cat, 3);
        ann.kill();
        party.untilResumed(1, 5_000, bob, cat, eve);
        assertTrue(eve.session.isServer());
        assertEquals(1, party.game(eve).given.size(), "the copy, and nothing else");
        assertTrue(party.game(eve).given.get(0).fromServer());
        assertEquals(
                List.of("Restored", "Joined ann", "Joined bob", "Joined cat", "Left ann", "RoleChanged", "Resumed"),
                eve.events());
        party.hits(cat, 2);
        assertEquals(5, party.game(eve).sum);
        assertEquals(5, party.game(bob).sum);
        town.until(() -> eve.session.role() == ServerRole.ACTIVE_BACKED_UP, 5_000);
        assertTrue(bob.session.role() == ServerRole.BACKUP || cat.session.role() == ServerRole.BACKUP);
    }

    @Test
    @DisplayName("P49 a spare that comes later takes the player's place as the backup, and nobody freezes")
    void replacesAPlayer() {
        Citizen bob = party.joined("bob");
        town.until(() -> bob.session.role() == ServerRole.BACKUP, 5_000);
        Citizen cat = party.joined("cat");
        Citizen eve = party.spare("eve");
        untilBackedUp(ann, eve);
        assertEquals(ServerRole.IDLE, bob.session.role());
        assertEquals(2, bob.all(RoleChanged.class).size());
        party.hits(cat, 2);
        assertNobodyFroze();
        ann.kill();
        party.untilResumed(1, 5_000, bob, cat, eve);
        assertTrue(eve.session.isServer());
        assertEquals(2, party.game(eve).sum);
    }

    @Test
    @DisplayName("P49 one spare a game: a second one stands by, and backs up once the first one serves")
    void oneAtATime() {
        Citizen eve = party.spare("eve");
        untilBackedUp(ann, eve);
        Citizen bob = party.joined("bob");
        Citizen fay = party.spare("fay");
        town.pass(8_000);
        assertTrue(standsBy(town, fay));
        assertTrue(backsUp(ann, eve));
        ann.kill();
        party.untilResumed(1, 5_000, bob, eve);
        untilBackedUp(eve, fay);
        eve.kill();
        party.untilResumed(2, 5_000, bob);
        assertTrue(fay.session.isServer());
    }

    @Test
    @DisplayName("P49 when the game is over, or has put it out, the spare stands by again, and serves another game")
    void standsByForTheNext() {
        Citizen eve = party.spare("eve");
        untilBackedUp(ann, eve);
        town.pass(20_000);
        ann.session.end("enough");
        town.until(() -> standsBy(town, eve), 5_000);
        assertEquals(Phase.WAITING, eve.session.phase());
        assertEquals(List.of(), eve.got);
        Citizen dan = town.registers("dan", Failover.HOT_BACKUP, Failover.SPARE_SERVER);
        party.counts(dan);
        party.plays(dan);
        untilBackedUp(dan, eve);
        Citizen bob = party.plays(party.counts(town.joins("bob", dan)));
        party.hits(bob, 2);
        assertTrue(dan.session.gameTime() < 20);
        dan.kill();
        party.untilResumed(1, 5_000, bob, eve);
        assertEquals(2, party.game(eve).sum);
        assertTrue(eve.session.gameTime() < 20, "the time of the game, not of the one before");
        assertEquals(List.of(), eve.all(Closed.class));
    }

    @Test
    @DisplayName("P49 a spare that hangs is put out, and stands by again when it is back")
    void comesBack() {
        Citizen eve = party.spare("eve");
        untilBackedUp(ann, eve);
        Citizen bob = party.joined("bob");
        eve.hangs = true;
        town.until(() -> backsUp(ann, bob), 8_000);
        eve.hangs = false;
        untilBackedUp(ann, eve);
        assertEquals(List.of(), eve.got);
        assertNeverFroze(ann, bob);
    }

    @Test
    @DisplayName(
            "P33 a spare that is in the game, and holds no copy yet, is asked ahead of the spares of the directory")
    void isAskedByTheMembers() {
        party.loses(s -> s.is(CopyMessage.CopyConfirmed.class));
        Citizen bob = party.joined("bob");
        Citizen eve = party.spare("eve");
        town.until(() -> !party.said(eve, CopyMessage.RecruitAnswer.class).isEmpty(), 6_000);
        party.hits(bob, 2);
        ann.kill();
        party.untilResumed(1, 5_000, bob, eve);
        assertTrue(eve.session.isServer());
        assertEquals(2, party.game(eve).sum);
    }

    @Test
    @DisplayName("P28 P49 a spare that goes on with a game in which nobody plays ends it after a minute")
    void endsAnEmptyGame() {
        Party kept = new Party();
        SearchGoal founds = new SearchGoal.Register(Town.rules(Failover.HOT_BACKUP, Failover.SPARE_SERVER));
        Citizen dan = kept.counts(kept.town.new Citizen("dan", false, founds, null).listens());
        dan.begins();
        kept.town.pass(500);
        Citizen eve = kept.spare("eve");
        kept.town.until(() -> backsUp(dan, eve), 6_000);
        dan.kill();
        kept.town.until(() -> eve.session.isServer(), 5_000);
        kept.town.until(() -> eve.session.phase() == Phase.CLOSED, 65_000);
        assertEquals(Closed.Why.ENDED, eve.all(Closed.class).get(0).why());
    }

    @Test
    @DisplayName("P46 the game is handed over to the spare that backs it up; a server that leaves hands over to it")
    void isHandedTheGame() {
        Citizen eve = party.spare("eve");
        untilBackedUp(ann, eve);
        Citizen bob = party.joined("bob");
        party.hits(bob, 3);
        ann.session.handover(eve.session.self());
        town.until(() -> eve.session.isServer(), 5_000);
        party.hits(bob, 1);
        assertEquals(4, party.game(eve).sum);
        assertEquals(List.of(), bob.all(Frozen.class));
        assertEquals(1, eve.all(Resumed.class).size());
        eve.session.leave();
        town.until(() -> ann.session.isServer(), 5_000);
        party.hits(bob, 1);
        assertEquals(5, party.game(ann).sum);
        assertEquals(List.of(), bob.all(Frozen.class));
    }

    @Test
    @DisplayName("P49 what the application of a spare sends before it serves waits until it does")
    void sendsNothingBefore() {
        Citizen eve = party.spare("eve");
        untilBackedUp(ann, eve);
        Citizen bob = party.joined("bob");
        eve.session.send(new Town.Hit(40), Delivery.RELIABLE_ORDERED);
        town.pass(2_000);
        assertFalse(bob.all(Town.Hit.class).contains(new Town.Hit(40)));
        ann.kill();
        party.untilResumed(1, 5_000, bob, eve);
        town.pass(500);
        assertTrue(bob.all(Town.Hit.class).contains(new Town.Hit(40)));
    }

    @Test
    @DisplayName("P49 a spare that backs a game up may leave, and nobody freezes")
    void leaves() {
        Citizen eve = party.spare("eve");
        untilBackedUp(ann, eve);
        Citizen bob = party.joined("bob");
        eve.session.leave();
        town.until(() -> backsUp(ann, bob), 5_000);
        assertEquals(Phase.CLOSED, eve.session.phase());
        assertNobodyFroze();
    }

    @Test
    @DisplayName("P49 a game without that way lets no spare in: it stands by, and serves when the server is gone")
    void onlyWhereItIsNamed() {
        Party plain = new Party(Failover.SPARE_SERVER);
        Citizen eve = plain.spare("eve");
        Citizen bob = plain.joined("bob");
        plain.town.pass(5_000);
        assertTrue(standsBy(plain.town, eve));
        plain.ann.kill();
        plain.untilResumed(1, 5_000, bob, eve);
        assertTrue(eve.session.isServer());
    }

    @Test
    @DisplayName("P23 P49 a spare that backs the game up has its copy for a package: requests become stable beside it")
    void hasItsCopyForAPackage() {
        Citizen eve = party.spare("eve");
        untilBackedUp(ann, eve);
        Citizen bob = party.plays(party.counts(town
                .new Citizen(
                        "bob",
                        true,
                        new SearchGoal.Join(ann.session.game().id(), "kitchen"),
                        null,
                        Map.of(Limit.SEND_MESSAGES, 50L))
                .listens()));
        for (int i = 0; i < 200; i++) {
            bob.session.sendToServer(new Town.Hit(1), Delivery.RELIABLE_ORDERED);
            if (i % 20 == 0) town.pass(400);
        }
        town.pass(1_000);
        assertEquals(200, party.game(ann).sum);
        assertEquals(0, bob.session.stats().requestsAtRisk());
        assertNobodyFroze();
    }
}
