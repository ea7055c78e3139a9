package org.gamenet.rgs.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.Limit;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.SessionEvent.Closed;
import org.gamenet.rgs.SessionEvent.Resumed;
import org.gamenet.rgs.StateHandler;
import org.gamenet.rgs.StatePackage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class CallbacksTest {
    private final Town town = new Town();
    private final Town.Citizen ann = town.registers("ann", Failover.PROMOTED_PLAYER);
    private final GameOfCounts annCounts = new GameOfCounts(ann);
    private Town.Citizen bob;
    private Town.Citizen cat;
    private GameOfCounts bobCounts;
    private GameOfCounts catCounts;

    @BeforeEach void three() {
        ann.begins();
        town.until(() -> ann.session.phase() == Phase.PLAYING, 1_000);
        bob = town.joins("bob", ann);
        bobCounts = new GameOfCounts(bob);
        bob.begins();
        town.until(() -> bob.session.phase() == Phase.PLAYING, 1_000);
        cat = town.joins("cat", ann);
        catCounts = new GameOfCounts(cat);
        cat.begins();
        town.until(() -> cat.session.phase() == Phase.PLAYING, 1_000);
        bob.session.sendToServer(new Town.Hit(7), Delivery.RELIABLE_ORDERED);
        town.pass(300);
        assertEquals(7, bobCounts.sum);
    }

    private void resumed(long withinMillis) {
        town.until(() -> bob.all(Resumed.class).size() == 1 && cat.all(Resumed.class).size() == 1, withinMillis);
    }

    @Test @DisplayName("HA33 a packageState that throws costs nothing but that package: the last one is used, nothing comes out of update")
    void aPackageThatThrows() {
        bobCounts.throwsInPackage = new IllegalStateException("no");
        catCounts.throwsInPackage = new IllegalStateException("no");
        ann.kill();
        resumed(2_000);
        assertEquals(7, (bob.session.isServer() ? bobCounts : catCounts).sum);
    }

    @Test @DisplayName("HA34 L5 an application that does not update is waited for 500 ms, then its last package is used")
    void anApplicationThatDoesNotUpdate() {
        bob.updates = false;
        ann.kill();
        town.until(() -> cat.all(Resumed.class).size() == 1, 900);
        assertTrue(cat.session.isServer(), "bob coordinates the group (P33)");
        assertEquals(2, catCounts.given.size(), "bob's last package counts");
        bob.updates = true;
        resumed(500);
        assertEquals(List.of("Frozen", "Left ann", "Resumed"), bob.events().subList(bob.events().size() - 3, bob.events().size()));
    }

    @Test @DisplayName("HA34 P40 who is to serve and does not update has 500 ms to package, and is not out because these are over")
    void aServerToBeThatDoesNotUpdate() {
        cat.updates = false;
        ann.kill();
        town.pass(1_200);
        cat.updates = true;
        resumed(100);
        assertTrue(cat.session.isServer());
        assertEquals(2, catCounts.given.size(), "its own last package counts, too");
        assertEquals(List.of(), cat.all(Closed.class));
    }

    @Test @DisplayName("HA35 a package that is too large is refused where it is made")
    void aPackageTooLarge() {
        Town.Citizen dan = town.new Citizen("dan", true, new Quest.Join(ann.session.game().id(), "kitchen"), null,
                Map.of(Limit.PACKAGE_BYTES, 4L)).listens();
        GameOfCounts counts = new GameOfCounts(dan);
        dan.begins();
        town.until(() -> dan.session.phase() == Phase.PLAYING, 1_000);
        town.pass(300);
        assertTrue(counts.packaged > 0);
        ann.kill();
        resumed(2_000);
        town.until(() -> dan.all(Resumed.class).size() == 1, 500);
        assertEquals(3, 1 + bob.session.view().players().indexOf(dan.session.self()), "it stays in the game, as one that knows nothing");
    }

    @Test @DisplayName("HA37 a restoreState that throws at a takeover: Closed(STATE_NOT_RESTORED), the exception comes out, the next one serves")
    void aRestoreThatThrows() {
        catCounts.throwsInRestore = new IllegalStateException("cannot");
        bobCounts.throwsInRestore = null;
        ann.kill();
        IllegalStateException thrown = assertThrows(IllegalStateException.class,
                () -> town.until(() -> bob.session.isServer(), 5_000));
        assertSame(catCounts.throwsInRestore, thrown);
        town.until(() -> bob.session.isServer() && bob.session.phase() == Phase.PLAYING, 5_000);
        assertEquals(Reason.STATE_NOT_RESTORED, cat.all(Closed.class).get(0).why());
        assertEquals(7, bobCounts.sum);
    }

    @Test @DisplayName("rule of restoreState: one that throws at admission closes that session and nobody else's")
    void aRestoreThatThrowsAtAdmission() {
        Town.Citizen dan = town.joins("dan", ann);
        GameOfCounts counts = new GameOfCounts(dan);
        counts.throwsInRestore = new IllegalStateException("cannot");
        dan.begins();
        assertThrows(IllegalStateException.class, () -> town.until(() -> dan.session.phase() == Phase.PLAYING && counts.restored > 0,
                2_000));
        town.until(() -> !dan.all(Closed.class).isEmpty(), 1_000);
        assertEquals(Reason.STATE_NOT_RESTORED, dan.all(Closed.class).get(0).why());
        town.until(() -> ann.events().contains("Left dan"), 1_000);
        assertEquals(Phase.PLAYING, ann.session.phase());
    }

    @Test @DisplayName("P20 HG5 a server whose application stops updating is replaced; a follower's may pause")
    void aServerThatHangs() {
        cat.updates = false;
        ann.updates = false;
        bob.session.sendToServer(new Town.Hit(1), Delivery.RELIABLE_ORDERED);
        town.until(() -> bob.all(Resumed.class).size() == 1 && bob.session.isServer(), 5_000);
        ann.updates = true;
        cat.updates = true;
        town.until(() -> ann.all(Resumed.class).size() == 1, 5_000);
        assertFalse(ann.session.isServer());
        resumed(1_000);
        town.pass(500);
        assertEquals(8, bobCounts.sum, "the hit that hung with the old server took effect once");
    }

    @Test @DisplayName("packageState takes at most 2 % of the time: the interval stretches")
    void packagesSeldomIfTheyAreSlow() {
        long every = 50;
        town.pass(1_000);
        int before = catCounts.packaged;
        town.pass(2_000);
        int normal = catCounts.packaged - before;
        assertTrue(normal >= 2_000 / every - 3 && normal <= 2_000 / every + 1, "" + normal);
        cat.session.worker(); // the same application, now slow: 10 ms each
        SlowState slow = new SlowState();
        Town.Citizen dan = town.joins("dan", ann);
        dan.session.state(Town.World.class, slow);
        dan.begins();
        town.until(() -> dan.session.phase() == Phase.PLAYING, 1_000);
        int from = slow.packaged;
        town.pass(2_000);
        assertTrue(slow.packaged - from <= 5, "" + (slow.packaged - from));
    }

    /** Takes 10 ms for a package. */
    private final class SlowState implements StateHandler<Town.World> {
        int packaged;

        @Override public Town.World packageState() {
            packaged++;
            town.clock.pass(10_000_000);
            return new Town.World(0);
        }

        @Override public void restoreState(List<StatePackage<Town.World>> packages) {}
    }
}
