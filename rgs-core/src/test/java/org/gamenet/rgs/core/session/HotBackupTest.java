package org.gamenet.rgs.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.ServerRole;
import org.gamenet.rgs.SessionEvent.Closed;
import org.gamenet.rgs.SessionEvent.Frozen;
import org.gamenet.rgs.SessionEvent.Resumed;
import org.gamenet.rgs.SessionEvent.RoleChanged;
import org.gamenet.rgs.core.replication.CopyMessage;
import org.gamenet.rgs.core.session.TestNetwork.Fate;
import org.gamenet.rgs.core.session.Town.Citizen;
import org.gamenet.rgs.core.session.base.SearchGoal;
import org.gamenet.rgs.core.session.base.SessionSetup;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A player's process holds the server's state, and serves when that is gone: whole sessions (P45, P47, P49). */
class HotBackupTest extends GameWithBackup {
    private void untilBackedUp(Citizen server, Citizen by) {
        town.until(
                () -> server.session.role() == ServerRole.ACTIVE_BACKED_UP && by.session.role() == ServerRole.BACKUP,
                5_000);
    }

    private void untilServes(Citizen one) {
        town.until(() -> one.session.isServer() && one.all(Resumed.class).size() > 0, 5_000);
    }

    private void assertSum(long sum, Citizen... all) {
        town.pass(300);
        for (Citizen each : all) assertEquals(sum, party.game(each).sum, each.name);
    }

    @Test
    @DisplayName(
            "T5 T10 T11 T23 T27 T46 the second player backs the server up once it holds a copy, the third stays idle, and nobody freezes")
    void recruits() {
        assertEquals(ServerRole.ACTIVE_ALONE, ann.session.role());
        Citizen bob = party.joined("bob");
        untilBackedUp(ann, bob);
        Citizen cat = party.joined("cat");
        town.pass(500);
        assertEquals(ServerRole.IDLE, cat.session.role());
        assertEquals(List.of(new RoleChanged(ServerRole.IDLE, ServerRole.BACKUP)), bob.all(RoleChanged.class));
        assertNobodyFroze();
        assertFalse(party.said(bob, CopyMessage.CopyConfirmed.class).isEmpty());
    }

    @Test
    @DisplayName("G20 a process that never serves is no backup and is not promoted; left alone, its game ends")
    void neverServes() {
        SearchGoal here = new SearchGoal.Join(ann.session.game().id(), "kitchen");
        SessionSetup setup = new SessionSetup("test", "bob", Town.RECORDS, Map.of(), false);
        Citizen bob = party.plays(party.counts(town.new Citizen("bob", here, null, setup).listens()));
        Citizen cat = party.joined("cat");
        untilBackedUp(ann, cat);
        ann.kill();
        untilServes(cat);
        town.pass(3_000);
        assertEquals(ServerRole.ACTIVE_ALONE, cat.session.role());
        cat.kill();
        town.until(() -> bob.all(Closed.class).size() > 0, 60_000);
        assertEquals(Closed.Why.NO_NEW_SERVER, bob.all(Closed.class).get(0).why());
        assertEquals(List.of(), bob.all(RoleChanged.class));
        assertFalse(party.said(bob, CopyMessage.RecruitAnswer.class).isEmpty(), "it was asked");
    }

    @Test
    @DisplayName("T28 T29 T30 T31 T32 the backup serves from its copy and recruits the next, one death after another")
    void servesOneAfterAnother() {
        List<Citizen> all = new java.util.ArrayList<>(List.of(ann));
        for (String name : List.of("bob", "cat", "dan", "eve")) all.add(party.joined(name));
        untilBackedUp(ann, all.get(1));
        party.hits(all.get(4), 3);
        for (int i = 0; i + 2 < all.size(); i++) {
            Citizen next = all.get(i + 1);
            untilBackedUp(all.get(i), next);
            party.hits(all.get(4), 1);
            all.get(i).kill();
            untilServes(next);
            assertEquals(1, party.game(next).given.size(), "the copy, and nothing else");
            assertTrue(party.game(next).given.get(0).fromServer());
        }
        assertSum(6, all.get(3), all.get(4));
    }

    @Test
    @DisplayName(
            "T24 T26 HB3 a backup that dies is dropped, and the next is sought from where the last search ended; nobody freezes")
    void losesItsBackup() {
        Citizen bob = party.joined("bob");
        untilBackedUp(ann, bob);
        Citizen cat = party.joined("cat");
        bob.kill();
        untilBackedUp(ann, cat);
        assertEquals(List.of("bob CRASHED"), Party.left(cat));
        assertNeverFroze(ann, cat);
        ann.kill();
        untilServes(cat);
    }

    @Test
    @DisplayName("T25 HB4 who does not answer is passed over, and one that answers too late backs nothing up")
    void passesOverTheSilent() {
        party.loses(s -> s.is(CopyMessage.Recruit.class) && s.to().name.equals("bob"));
        Citizen bob = party.joined("bob");
        Citizen cat = party.joined("cat");
        untilBackedUp(ann, cat);
        assertEquals(ServerRole.IDLE, bob.session.role());
        party.calm();
        town.pass(2_000);
        assertEquals(ServerRole.IDLE, bob.session.role());
        assertNobodyFroze();
    }

    @Test
    @DisplayName(
            "T25 where all refuse the game goes on alone, and asks again: round after round, and whoever joins at once")
    void asksAgain() {
        Citizen bob = town.joins("bob", ann);
        party.plays(bob);
        town.pass(3_500);
        assertEquals(ServerRole.ACTIVE_ALONE, ann.session.role());
        long asked = party.said(ann, CopyMessage.Recruit.class).size();
        assertTrue(asked >= 3 && asked < 10, asked + " times");
        assertTrue(
                party.said(bob, CopyMessage.RecruitAnswer.class).stream().noneMatch(CopyMessage.RecruitAnswer::agrees));
        Citizen cat = party.joined("cat");
        untilBackedUp(ann, cat);
    }

    @Test
    @DisplayName("HB5 T53 server and backup die together: the game is rebuilt from what the players packaged")
    void bothDie() {
        Citizen bob = party.joined("bob");
        untilBackedUp(ann, bob);
        Citizen cat = party.joined("cat");
        Citizen dan = party.joined("dan");
        party.hits(dan, 2);
        ann.kill();
        bob.kill();
        party.untilResumed(1, 6_000, cat, dan);
        assertSum(2, cat, dan);
        untilBackedUp(party.server(), party.server() == cat ? dan : cat);
    }

    @Test
    @DisplayName("HB6 who has not confirmed a whole copy is no backup: it does not claim to hold the state")
    void isNoBackupYet() {
        party.loses(s -> s.is(CopyMessage.CopyConfirmed.class));
        Citizen bob = party.joined("bob");
        Citizen cat = party.joined("cat");
        town.pass(400);
        assertEquals(ServerRole.ACTIVE_ALONE, ann.session.role());
        party.hits(cat, 1);
        ann.kill();
        party.untilResumed(1, 6_000, bob, cat);
        assertTrue(town.asked(bob, org.gamenet.rgs.core.directory.protocol.DirectoryRequest.Claim.class).stream()
                .allMatch(c -> c.basis() == org.gamenet.rgs.core.machine.Basis.REBUILD));
        assertSum(1, bob, cat);
    }

    @Test
    @DisplayName("HB10 a copy that comes twice, or late, is not held in the place of a newer one")
    void newestWins() {
        party.rule(s -> s.is(CopyMessage.CopyPart.class) ? Fate.twice(s.frame(), 40) : null);
        Citizen bob = party.joined("bob");
        untilBackedUp(ann, bob);
        Citizen cat = party.joined("cat");
        for (int i = 0; i < 10; i++) party.hits(cat, 1);
        town.pass(300);
        ann.kill();
        untilServes(bob);
        assertSum(10, bob, cat);
    }

    @Test
    @DisplayName(
            "T24 HB11 a backup that takes no more copies is dropped by planned change, without anybody's freezing, and asked last")
    void dropsTheSlow() {
        Citizen bob = party.joined("bob");
        untilBackedUp(ann, bob);
        Citizen cat = party.joined("cat");
        party.loses(
                s -> s.from() == bob && (s.is(CopyMessage.CopyTaken.class) || s.is(CopyMessage.CopyConfirmed.class)));
        untilBackedUp(ann, cat);
        assertEquals(ServerRole.IDLE, bob.session.role());
        assertNobodyFroze();
    }

    @Test
    @DisplayName(
            "HB2 a backup that is cut off from a living server does not serve: the server that others hear outweighs it")
    void isOutweighed() {
        Citizen bob = party.joined("bob");
        untilBackedUp(ann, bob);
        Citizen cat = party.joined("cat");
        Citizen dan = party.joined("dan");
        boolean[] apart = {true};
        party.loses(s -> apart[0] && (s.from() == bob || s.to() == bob));
        town.until(() -> !bob.all(Frozen.class).isEmpty(), 3_000);
        town.pass(300);
        assertFalse(bob.session.isServer());
        apart[0] = false;
        town.until(() -> bob.session.phase() == org.gamenet.rgs.Session.Phase.PLAYING, 8_000);
        assertTrue(ann.session.isServer());
        assertNeverFroze(ann, cat, dan);
    }

    @Test
    @DisplayName("S9 A5 each request counts once, whenever the server dies")
    void countsOnce() {
        Citizen bob = party.joined("bob");
        untilBackedUp(ann, bob);
        Citizen cat = party.joined("cat");
        Citizen dan = party.joined("dan");
        for (int i = 0; i < 40; i++) {
            cat.session.sendToServer(new Town.Hit(1), Delivery.RELIABLE_ORDERED);
            dan.session.sendToServer(new Town.Hit(1), Delivery.RELIABLE_ORDERED);
            town.pass(7);
            if (i == 23) ann.kill();
        }
        party.untilResumed(1, 5_000, bob, cat, dan);
        town.pass(1_000);
        assertSum(80, bob, cat, dan);
        assertTrue(cat.all(Resumed.class).get(0).uncertain() == 0);
    }

    @Test
    @DisplayName("A4 what was ordered after the copy is counted by whoever goes on from it")
    void ordersOnce() {
        Citizen bob = party.joined("bob");
        untilBackedUp(ann, bob);
        Citizen cat = party.joined("cat");
        party.loses(s -> s.is(CopyMessage.CopyPart.class));
        for (int i = 0; i < 10; i++) {
            cat.session.send(new Town.Hit(1), Delivery.TOTAL_ORDER);
            town.pass(20);
        }
        assertEquals(10, party.game(ann).sum);
        ann.kill();
        untilServes(bob);
        assertSum(10, bob);
    }

    @Test
    @DisplayName(
            "P47 a state packed for one backup is no first copy for the next, once all have delivered what it lacks")
    void packsAgain() {
        Citizen bob = party.joined("bob");
        Citizen cat = party.joined("cat");
        untilBackedUp(ann, bob);
        int[] copies = {0};
        party.loses(s -> s.is(CopyMessage.CopyPart.class) && s.to().name.equals("spare") && copies[0]++ > 0);
        party.when(s -> s.is(CopyMessage.RecruitAnswer.class), () -> {
            ann.updates = false;
            bob.kill();
        });
        Citizen spare = party.spare("spare");
        town.until(() -> !ann.updates, 5_000);
        town.until(() -> party.said(spare, CopyMessage.RecruitAnswer.class).size() == 2, 900);
        cat.session.send(new Town.Hit(1), Delivery.TOTAL_ORDER);
        town.until(() -> party.game(cat).sum == 1, 500);
        town.pass(100);
        ann.updates = true;
        town.until(() -> ann.session.role() == ServerRole.ACTIVE_BACKED_UP, 5_000);
        town.pass(50);
        ann.kill();
        untilServes(spare);
        assertSum(1, spare, cat);
    }

    @Test
    @DisplayName("P28 a server with a backup leaves, and what only itself had counted is not lost")
    void leavesWithAll() {
        Citizen bob = party.joined("bob");
        untilBackedUp(ann, bob);
        Citizen cat = party.joined("cat");
        party.loses(s -> s.is(CopyMessage.CopyPart.class));
        party.hits(cat, 3);
        ann.session.leave();
        untilServes(bob);
        assertSum(3, bob, cat);
    }

    @Test
    @DisplayName("T6 the backup's Resumed comes within a few round trips, and closes nobody")
    void isQuick() {
        Citizen bob = party.joined("bob");
        untilBackedUp(ann, bob);
        Citizen cat = party.joined("cat");
        town.pass(200);
        ann.kill();
        party.untilResumed(1, 5_000, bob, cat);
        long total = cat.all(Resumed.class).get(0).outage().total().toMillis();
        assertTrue(total < 250, total + " ms");
        assertEquals(List.of(), cat.all(Closed.class));
    }

    @Test
    @DisplayName("N2 P71 a server that hears none of its players drops no backup: that one serves within D and 1.5 s")
    void isCutFromAll() {
        Citizen bob = party.joined("bob");
        untilBackedUp(ann, bob);
        for (String name : List.of("cat", "dan", "eve")) party.joined(name);
        town.pass(500);
        party.loses(s -> s.to() == ann);
        town.pass(100); // so she misses them first
        party.loses(s -> s.from() == ann);
        town.until(() -> bob.session.isServer() && bob.all(Resumed.class).size() > 0, 2_400);
    }
}
