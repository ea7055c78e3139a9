package org.gamenet.rgs.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.Executor;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.SessionEvent.Closed;
import org.gamenet.rgs.core.session.Town.Citizen;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A server that leaves hands over what it shows, and goes as soon as that is taken (P28). */
class PartingTest {
    private Party party;
    private Town town;
    private Citizen ann;
    private Citizen bob;
    private Citizen cat;

    private void playing(Failover... routes) {
        party = new Party(routes);
        town = party.town;
        ann = party.ann;
        bob = party.joined("bob");
        cat = party.joined("cat");
        town.pass(300);
    }

    /** Ann counts points of her own, which nobody else is shown. */
    private void annScores(int points) {
        party.loses(s -> s.from() == ann && s.is(Party.Data.class));
        int before = party.game(ann).packaged;
        ann.session.sendToServer(new Town.Hit(points), Delivery.RELIABLE_ORDERED);
        town.until(() -> party.game(ann).sum == points, 100);
        assertEquals(before, party.game(ann).packaged, "no package contains it yet");
    }

    private void annPacks() {
        int before = party.game(ann).packaged;
        town.until(() -> party.game(ann).packaged > before, 200);
    }

    private void untilHandedOver(int sum) {
        party.untilResumed(1, 1_000, bob, cat);
        assertEquals(sum, party.game(party.server()).sum);
        assertEquals(List.of("ann LEFT"), Party.left(bob));
    }

    @Test
    @DisplayName("P28 what the server has counted since its last package is not lost when it leaves")
    void handsOverWhatItShows() {
        playing(Failover.PROMOTED_PLAYER);
        annPacks();
        annScores(7);
        ann.session.leave();
        untilHandedOver(7);
    }

    @Test
    @DisplayName(
            "P28 what is asked for the last package is still the server, or it would pack what it was shown, not what it counted")
    void servesWhileItPacks() {
        playing(Failover.PROMOTED_PLAYER);
        int before = party.game(ann).packaged;
        ann.session.leave();
        assertEquals(before + 1, party.game(ann).packaged);
        assertTrue(party.game(ann).servedWhenPackaged);
        assertEquals(Phase.CLOSED, ann.session.phase());
    }

    @Test
    @DisplayName("P28 nor when it leaves within a handler: what is being handled counts")
    void leavesWithinAHandler() {
        playing(Failover.PROMOTED_PLAYER);
        party.game(ann).onHit = ann.session::leave;
        party.loses(s -> s.from() == ann && s.is(Party.Data.class));
        ann.session.sendToServer(new Town.Hit(3), Delivery.RELIABLE_ORDERED);
        ann.session.sendToServer(new Town.Hit(3), Delivery.RELIABLE_ORDERED);
        untilHandedOver(3);
    }

    @Test
    @DisplayName("P28 nor when another thread has it leave, while the game still calls update")
    void leavesOnAnotherThread() throws InterruptedException {
        playing(Failover.PROMOTED_PLAYER);
        annPacks();
        annScores(7);
        Thread other = new Thread(ann.session::leave);
        other.start();
        other.join();
        untilHandedOver(7);
    }

    @Test
    @DisplayName("P28 where updates are posted, one more is posted for the package")
    void leavesWhereUpdatesArePosted() {
        playing(Failover.PROMOTED_PLAYER);
        annPacks();
        ann.updates = false;
        Executor later = task -> town.network.later(0, task);
        ann.session.updateOn(later);
        annScores(7);
        ann.session.leave();
        untilHandedOver(7);
    }

    @Test
    @DisplayName("P28 a package that cannot be made costs nothing but itself: the last one is handed over")
    void thePackageThrows() {
        playing(Failover.PROMOTED_PLAYER);
        party.hits(ann, 2);
        party.game(ann).throwsInPackage = new IllegalStateException("the world is gone already");
        ann.session.leave();
        untilHandedOver(2);
    }

    @Test
    @DisplayName("P28 a server that leaves goes once the next one serves, to a player or to a spare")
    void goesSoon() {
        for (Failover way : Failover.values()) {
            if (way == Failover.HOT_BACKUP) continue;
            playing(way);
            if (way == Failover.SPARE_SERVER) party.spare("spare");
            ann.session.leave();
            town.until(() -> ann.session.worker().isFinished(), 400);
            party.untilResumed(1, 100, bob, cat);
        }
    }

    @Test
    @DisplayName("P28 where no way leads to another server, the one that leaves goes at once, and nobody waits for it")
    void goesAtOnce() {
        playing();
        ann.session.leave();
        town.until(() -> bob.session.phase() == Phase.CLOSED && cat.session.phase() == Phase.CLOSED, 500);
        assertTrue(ann.session.worker().isFinished());
        assertEquals(
                List.of(Closed.Why.NO_NEW_SERVER),
                bob.all(Closed.class).stream().map(Closed::why).toList());
    }
}
