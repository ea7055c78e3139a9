package org.gamenet.rgs.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.SessionEvent.Closed;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.gamenet.rgs.core.session.Town.Citizen;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** An application that answers late, and a spare that backs a game up and cannot restore it: whole sessions (P40). */
class LateRestoreTest extends GameWithBackup {
    /** A game that ann serves and bob backs up; three coins of cat are counted. */
    private static final class Three {
        final Party party;
        final Citizen bob;
        final Citizen cat;

        Three(Failover... ways) {
            party = new Party(ways);
            bob = party.joined("bob");
            cat = party.joined("cat");
            party.town.until(() -> backsUp(party.ann, bob), 6_000);
            party.hits(cat, 3);
        }
    }

    private Citizen backedUpBySpare() {
        Citizen eve = party.spare("eve");
        town.until(() -> backsUp(ann, eve), 6_000);
        return eve;
    }

    private static void failsOnce(GameOfCounts game) {
        int before = game.restored;
        game.onRestore = () -> {
            if (game.restored == before + 1) throw new IllegalStateException("once");
        };
    }

    /** The numbers for which it has called the others. */
    private static long claims(Party party, Citizen by) {
        return party.said(by, Message.Collect.class).stream()
                .map(Message.Collect::epoch)
                .distinct()
                .count();
    }

    @Test
    @DisplayName("P40 an answer to a restoreState of a number that was given up says nothing about the next one's")
    void answersTheEarlierOne() {
        Three three = new Three(Failover.HOT_BACKUP);
        Party party = three.party;
        Citizen bob = three.bob;
        Citizen cat = three.cat;
        GameOfCounts game = party.game(bob);
        game.onRestore = () -> {
            game.onRestore = () -> {};
            bob.updates = false;
            party.town.until(() -> claims(party, bob) == 2, 10_000);
            bob.updates = true;
            throw new IllegalStateException("too late");
        };
        party.ann.kill();
        assertThrows(IllegalStateException.class, () -> party.untilResumed(1, 8_000, cat));
        party.untilResumed(1, 1_000, bob, cat);
        assertTrue(bob.session.isServer());
        assertEquals(2, claims(party, bob));
        party.hits(cat, 2);
        assertEquals(5, party.game(bob).sum);
    }

    @Test
    @DisplayName("P40 an application that stood still while two numbers were given up is given the newest state alone")
    void isGivenTheNewest() {
        Three three = new Three(Failover.HOT_BACKUP);
        Party party = three.party;
        Citizen bob = three.bob;
        Citizen cat = three.cat;
        int before = party.game(bob).restored;
        bob.updates = false;
        party.ann.kill();
        party.town.until(() -> claims(party, bob) == 3, 20_000);
        bob.updates = true;
        party.untilResumed(1, 1_000, bob, cat);
        assertTrue(bob.session.isServer());
        assertEquals(before + 1, party.game(bob).restored);
        party.hits(cat, 2);
        assertEquals(5, party.game(bob).sum);
    }

    @Test
    @DisplayName("P40 P49 a spare that backs the game up and cannot restore it once goes on backing it up")
    void aSpareThatFailsOnce() {
        Citizen eve = backedUpBySpare();
        Citizen bob = party.joined("bob");
        Citizen cat = party.joined("cat");
        party.hits(cat, 3);
        failsOnce(party.game(eve));
        ann.kill();
        assertThrows(IllegalStateException.class, () -> party.untilResumed(1, 8_000, bob, cat));
        party.untilResumed(1, 8_000, bob, cat);
        Citizen next = bob.session.isServer() ? bob : cat;
        Citizen last = next == bob ? cat : bob;
        assertTrue(next.session.isServer());
        assertEquals(List.of(), eve.all(Closed.class));
        town.until(() -> backsUp(next, eve), 8_000);
        next.kill();
        party.untilResumed(2, 5_000, last);
        assertTrue(eve.session.isServer());
        assertEquals(3, party.game(eve).sum);
    }

    @Test
    @DisplayName(
            "P40 who failed and has not taken the state of its admission yet follows the next epoch: it comes back "
                    + "once, and the game does not begin an epoch after another with it as the backup")
    void comesBackOnce() {
        Three three = new Three(Failover.HOT_BACKUP, Failover.PROMOTED_PLAYER);
        Party party = three.party;
        Citizen bob = three.bob;
        Citizen cat = three.cat;
        GameOfCounts game = party.game(bob);
        game.onRestore = () -> {
            bob.updates = false;
            game.onRestore = () -> {};
            throw new IllegalStateException("once");
        };
        party.ann.kill();
        assertThrows(IllegalStateException.class, () -> party.untilResumed(1, 8_000, cat));
        party.untilResumed(1, 8_000, cat);
        long began = cat.session.view().epoch();
        party.town.until(() -> cat.session.view().players().contains(bob.session.self()), 5_000);
        party.town.pass(3_000);
        assertTrue(cat.session.view().epoch() <= began + 2, () -> "it is in epoch " + cat.session.view());
        bob.updates = true;
        party.town.until(() -> bob.session.phase() == Phase.PLAYING && backsUp(cat, bob), 5_000);
        assertEquals(3, game.sum);
    }

    @Test
    @DisplayName("P40 P75 who failed keeps its package and its log until it is let in: if the next server dies before "
            + "that, the game goes on with what it has")
    void goesOnIfTheNextOneDies() {
        Three three = new Three(Failover.HOT_BACKUP, Failover.PROMOTED_PLAYER);
        Party party = three.party;
        Citizen bob = three.bob;
        Citizen cat = three.cat;
        restoresHalf(party.game(bob));
        party.ann.kill();
        assertThrows(IllegalStateException.class, () -> party.untilResumed(1, 8_000, cat));
        goesOnAlone(party, bob, cat);
    }

    private static void restoresHalf(GameOfCounts game) {
        game.onRestore = () -> {
            game.sum = 999;
            game.onRestore = () -> {};
            throw new IllegalStateException("half restored");
        };
    }

    /** All but the one that failed are gone before it is let in again. */
    private static void goesOnAlone(Party party, Citizen failed, Citizen next) {
        int asked = party.said(failed, Message.JoinRequest.class).size();
        party.ann.kill();
        party.town.until(() -> party.said(failed, Message.JoinRequest.class).size() > asked, 8_000);
        assertTrue(next.session.isServer());
        assertEquals(3, party.game(next).sum);
        next.kill();
        party.town.until(() -> failed.session.isServer() && failed.session.phase() == Phase.PLAYING, 20_000);
        assertEquals(List.of(), failed.all(Closed.class));
        assertEquals(3, party.game(failed).sum);
        assertEquals(List.of(failed.session.self()), failed.session.view().players());
    }

    @Test
    @DisplayName(
            "P40 P46 what a handover's failed restoreState has left is no package, though the game goes on there yet")
    void packsNothingHalf() {
        Three three = new Three(Failover.HOT_BACKUP, Failover.PROMOTED_PLAYER);
        Party party = three.party;
        Citizen bob = three.bob;
        Citizen cat = three.cat;
        bob.updates = false;
        restoresHalf(party.game(bob));
        party.ann.session.handover(bob.session.self());
        party.town.until(() -> failsToTake(bob), 3_000);
        // A package is due before its worker has looked at what became of the callback.
        party.town.clock.pass(TimeUnit.MILLISECONDS.toNanos(100));
        bob.session.recv();
        bob.updates = true;
        goesOnAlone(party, bob, cat);
    }

    /** Takes all that there is; whether a callback has thrown. */
    private static boolean failsToTake(Citizen polling) {
        try {
            while (polling.session.recv() != null) continue;
            return false;
        } catch (IllegalStateException thrown) {
            return true;
        }
    }

    @Test
    @DisplayName("P40 P49 an answer that comes when its game is over is nothing to a spare that stands by again")
    void answersWhenTheGameIsOver() {
        Citizen eve = backedUpBySpare();
        Citizen bob = party.joined("bob");
        eve.updates = false;
        ann.kill();
        party.untilResumed(1, 8_000, bob);
        bob.session.end("over");
        town.until(() -> bob.session.phase() == Phase.CLOSED, 2_000);
        town.pass(1_000);
        party.game(eve).throwsInRestore = new IllegalStateException("late");
        eve.updates = true;
        assertThrows(IllegalStateException.class, () -> town.pass(500));
        town.pass(500);
        assertEquals(List.of(), eve.all(Closed.class));
        assertEquals(Phase.WAITING, eve.session.phase());
    }
}
