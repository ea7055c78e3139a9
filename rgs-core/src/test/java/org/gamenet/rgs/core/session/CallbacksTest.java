package org.gamenet.rgs.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.mockito.Mockito.atLeast;
import static org.mockito.Mockito.atMost;
import static org.mockito.Mockito.clearInvocations;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.Limit;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.SessionEvent.Closed;
import org.gamenet.rgs.SessionEvent.Resumed;
import org.gamenet.rgs.StateHandler;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Incarnation;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.machine.Payload;
import org.gamenet.rgs.core.ordering.Marks;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.PackedState;
import org.gamenet.rgs.core.session.base.Mailbox;
import org.gamenet.rgs.core.session.base.SearchGoal;
import org.gamenet.rgs.core.session.base.WorkerInput;
import org.gamenet.rgs.core.session.game.Callback;
import org.gamenet.rgs.core.wire.SizeLimit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class CallbacksTest {
    private static final MemberId CAT = new MemberId(103, new Incarnation(0, 1));

    private final Town town = new Town();
    private final Town.Citizen ann = town.registers("ann", Failover.PROMOTED_PLAYER);
    private final GameOfCounts annCounts = new GameOfCounts(ann);
    private Town.Citizen bob;
    private Town.Citizen cat;
    private GameOfCounts bobCounts;
    private GameOfCounts catCounts;

    @BeforeEach
    void three() {
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
        town.until(
                () -> bob.all(Resumed.class).size() == 1
                        && cat.all(Resumed.class).size() == 1,
                withinMillis);
    }

    @Test
    @DisplayName(
            "HA33 a packageState that throws costs nothing but that package: the last one is used, nothing comes out of update")
    void aPackageThatThrows() {
        bobCounts.throwsInPackage = new IllegalStateException("no");
        catCounts.throwsInPackage = new IllegalStateException("no");
        ann.kill();
        resumed(2_000);
        assertEquals(7, (bob.session.isServer() ? bobCounts : catCounts).sum);
    }

    @Test
    @DisplayName("HA34 G8 L5 an application that does not update is waited for 500 ms, then its last package is used")
    void anApplicationThatDoesNotUpdate() {
        bob.updates = false;
        ann.kill();
        town.until(() -> cat.all(Resumed.class).size() == 1, 900);
        assertTrue(cat.session.isServer(), "bob coordinates the group (P33)");
        assertEquals(2, catCounts.given.size(), "bob's last package counts");
        bob.updates = true;
        resumed(500);
        assertEquals(
                List.of("Frozen", "Left ann", "Resumed"),
                bob.events().subList(bob.events().size() - 3, bob.events().size()));
    }

    @Test
    @DisplayName(
            "HA34 P40 who is to serve and does not update has 500 ms to package, and is not out because these are over")
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

    @Test
    @DisplayName("HA35 a package that is too large is refused where it is made")
    void aPackageTooLarge() {
        Town.Citizen dan = town
                .new Citizen(
                        "dan",
                        true,
                        new SearchGoal.Join(ann.session.game().id(), "kitchen"),
                        null,
                        Map.of(Limit.PACKAGE_BYTES, 4L))
                .listens();
        GameOfCounts counts = new GameOfCounts(dan);
        dan.begins();
        town.until(() -> dan.session.phase() == Phase.PLAYING, 1_000);
        town.pass(300);
        assertTrue(counts.packaged > 0);
        ann.kill();
        resumed(2_000);
        town.until(() -> dan.all(Resumed.class).size() == 1, 500);
        assertEquals(
                3,
                1 + bob.session.view().players().indexOf(dan.session.self()),
                "it stays in the game, as one that knows nothing");
    }

    /** Cat is to take over, and its restoreState throws what comes out of update. */
    private IllegalStateException catFails() {
        catCounts.throwsInRestore = new IllegalStateException("cannot");
        ann.kill();
        IllegalStateException thrown =
                assertThrows(IllegalStateException.class, () -> town.until(() -> bob.session.isServer(), 5_000));
        assertSame(catCounts.throwsInRestore, thrown);
        return thrown;
    }

    @Test
    @DisplayName("HA37 P40 N8 a restoreState that throws at a takeover: the exception comes out, the next one "
            + "serves, and whoever failed comes back "
            + "as the peer it was, with the new server's state")
    void aRestoreThatThrows() {
        catFails();
        catCounts.throwsInRestore = null;
        Peer before = cat.session.self();
        town.until(() -> bob.session.isServer() && bob.session.phase() == Phase.PLAYING, 5_000);
        town.until(() -> cat.session.phase() == Phase.PLAYING, 5_000);
        assertEquals(List.of(), cat.all(Closed.class));
        assertEquals(before, cat.session.self());
        assertEquals(7, bobCounts.sum);
        assertEquals(1, catCounts.given.size(), "the new server's alone");
        assertEquals(7, catCounts.sum);
        List<String> events = cat.events();
        assertEquals(
                List.of("Restored", "Left ann", "Resumed"),
                events.subList(events.lastIndexOf("Restored"), events.size()));
        assertEquals(1, events.stream().filter("Frozen"::equals).count(), events.toString());
        assertEquals(1, events.stream().filter("Resumed"::equals).count(), events.toString());
        town.pass(300);
        assertEquals(bob.session.view(), cat.session.view());
        cat.session.sendToServer(new Town.Hit(1), Delivery.RELIABLE_ORDERED);
        town.until(() -> bobCounts.sum == 8 && catCounts.sum == 8, 500);
    }

    @Test
    @DisplayName("P40 N8 one that is late is as one that throws: the next one serves, and it comes back")
    void aRestoreThatIsLate() {
        catCounts.onRestore = () -> town.clock.pass(2_500_000_000L);
        ann.kill();
        town.until(() -> catCounts.restored == 2, 5_000);
        catCounts.onRestore = () -> {};
        town.until(
                () -> bob.session.phase() == Phase.PLAYING
                        && cat.session.phase() == Phase.PLAYING
                        && bob.session.view().epoch() > 1,
                10_000);
        assertEquals(List.of(), cat.all(Closed.class));
        assertEquals(bob.session.view().server(), cat.session.view().server());
        assertEquals(7, catCounts.sum);
    }

    @Test
    @DisplayName("P40 N8 the last one left fails once and serves at its second attempt")
    void theLastOneTriesAgain() {
        bob.session.leave();
        town.until(() -> ann.events().contains("Left bob"), 1_000);
        catCounts.throwsInRestore = new IllegalStateException("once");
        ann.kill();
        assertThrows(IllegalStateException.class, () -> town.until(() -> cat.session.isServer(), 5_000));
        catCounts.throwsInRestore = null;
        town.until(() -> cat.session.isServer() && cat.session.phase() == Phase.PLAYING, 10_000);
        assertEquals(7, catCounts.sum);
        assertEquals(List.of(), cat.all(Closed.class));
    }

    @Test
    @DisplayName("P40 N8 a second failure ends the session with STATE_NOT_RESTORED, and nobody else's")
    void aSecondFailure() {
        catFails();
        town.until(() -> bob.session.isServer() && bob.session.phase() == Phase.PLAYING, 5_000);
        assertThrows(IllegalStateException.class, () -> town.until(() -> cat.session.phase() == Phase.PLAYING, 5_000));
        town.until(() -> cat.session.phase() == Phase.CLOSED, 1_000);
        assertEquals(Closed.Why.STATE_NOT_RESTORED, cat.all(Closed.class).get(0).why());
        assertEquals(2, catCounts.restored - 1, "once at its admission, and these two");
        town.until(() -> bob.session.view().players().size() == 1, 3_000);
    }

    @Test
    @DisplayName("P40 N8 a spare whose restoreState throws stands by again; the next one serves")
    void aSpareWhoseRestoreThrows() {
        Town town = new Town();
        Town.Citizen server = town.registers("ann", Failover.SPARE_SERVER);
        new GameOfCounts(server);
        server.begins();
        town.until(() -> server.session.phase() == Phase.PLAYING, 1_000);
        Town.Citizen one = town.joins("one", server);
        new GameOfCounts(one);
        one.begins();
        town.until(() -> one.session.phase() == Phase.PLAYING, 1_000);
        List<Town.Citizen> spares = List.of(town.standsBy("first"), town.standsBy("second"));
        List<GameOfCounts> games = spares.stream().map(GameOfCounts::new).toList();
        games.get(0).throwsInRestore = new IllegalStateException("cannot");
        spares.forEach(Town.Citizen::begins);
        town.pass(500);
        server.kill();
        assertThrows(
                IllegalStateException.class,
                () -> town.until(() -> one.all(Resumed.class).size() == 1, 5_000));
        town.until(() -> one.all(Resumed.class).size() == 1, 5_000);
        assertTrue(spares.get(1).session.isServer());
        assertEquals(List.of(), spares.get(0).all(Closed.class));
        games.get(0).throwsInRestore = null;
        town.pass(500);
        spares.get(1).kill();
        town.until(() -> one.all(Resumed.class).size() == 2, 5_000);
        assertTrue(spares.get(0).session.isServer());
    }

    @Test
    @DisplayName("P40 P23 N8 a package that cannot be decoded is passed over, says nothing about what the application "
            + "has, and the machine learns whose it was")
    void aPackageThatCannotBeRead() {
        List<MemberId> unreadable = new ArrayList<>();
        // An empty record in the place of the state has the right digest, and is no state.
        PackedState good = new PackedState(
                new Payload(Town.RECORDS.encodeBody(new Town.World(7), SizeLimit.NONE, 0)),
                false,
                1,
                new Epoch(1, 1),
                1,
                Map.of(CAT, new Marks(5, List.of())),
                List.of(),
                0);
        PackedState bad = new PackedState(
                Payload.EMPTY, false, 1, new Epoch(1, 1), 2, Map.of(CAT, new Marks(9, List.of())), List.of(), 0);
        List<Effect.Contribution> packages = new ArrayList<>();
        for (PackedState each : List.of(bad, good, bad)) {
            long number = 100 + packages.size();
            packages.add(new Effect.Contribution(
                    new Member(
                            new MemberId(number, new Incarnation(1, number)),
                            "p" + number,
                            Kind.PLAYER,
                            new Endpoint("127.0.0.1", 1, 2),
                            0),
                    each));
        }
        StateKeeper<Town.World> keeper = new StateKeeper<>(Town.World.class, bobCounts, bob.session.worker());
        Mailbox mailbox = bob.session.worker().mailbox();
        while (mailbox.poll() != null) {}
        keeper.call(new Callback.Restore(1, packages));
        for (WorkerInput input = mailbox.poll(); input != null; input = mailbox.poll()) {
            if (input instanceof WorkerInput.Restored restored) unreadable.addAll(restored.unreadable());
        }
        assertEquals(
                List.of(100L, 102L), unreadable.stream().map(MemberId::peer).toList());
        assertEquals(
                List.of(101L), bobCounts.given.stream().map(p -> p.from().id()).toList());
        assertEquals(good.marks(), bob.session.worker().inbox().known().marks());
        assertEquals(good.marks(), bob.session.worker().inbox().handedOut().marks());
    }

    @Test
    @DisplayName("rule of restoreState: one that throws at admission closes that session and nobody else's")
    void aRestoreThatThrowsAtAdmission() {
        Town.Citizen dan = town.joins("dan", ann);
        GameOfCounts counts = new GameOfCounts(dan);
        counts.throwsInRestore = new IllegalStateException("cannot");
        dan.begins();
        assertThrows(
                IllegalStateException.class,
                () -> town.until(() -> dan.session.phase() == Phase.PLAYING && counts.restored > 0, 2_000));
        town.until(() -> !dan.all(Closed.class).isEmpty(), 1_000);
        assertEquals(Closed.Why.STATE_NOT_RESTORED, dan.all(Closed.class).get(0).why());
        town.until(() -> ann.events().contains("Left dan"), 1_000);
        assertEquals(Phase.PLAYING, ann.session.phase());
    }

    @Test
    @DisplayName("P20 HG5 a server whose application stops updating is replaced; a follower's may pause")
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

    @Test
    @DisplayName("packageState takes at most 2 % of the time: the interval stretches")
    @SuppressWarnings("unchecked")
    void packagesSeldomIfTheyAreSlow() {
        long every = 50;
        town.pass(1_000);
        int before = catCounts.packaged;
        town.pass(2_000);
        int normal = catCounts.packaged - before;
        assertTrue(normal >= 2_000 / every - 3 && normal <= 2_000 / every + 1, "" + normal);
        cat.session.worker(); // the same application, now slow: 10 ms each
        StateHandler<Town.World> slow = mock();
        when(slow.packageState()).thenAnswer(called -> {
            town.clock.pass(10_000_000);
            return new Town.World(0);
        });
        Town.Citizen dan = town.joins("dan", ann);
        dan.session.state(Town.World.class, slow);
        dan.begins();
        town.until(() -> dan.session.phase() == Phase.PLAYING, 1_000);
        clearInvocations(slow);
        town.pass(2_000);
        verify(slow, atMost(5)).packageState();
    }

    @Test
    @DisplayName("P47 one packageState that is held up for 30 ms does not leave the backup without a copy for 1.5 s")
    @SuppressWarnings("unchecked")
    void oneHiccupIsNoCost() {
        StateHandler<Town.World> seldomSlow = mock();
        boolean[] slow = {false};
        when(seldomSlow.packageState()).thenAnswer(called -> {
            if (slow[0]) town.clock.pass(30_000_000);
            slow[0] = false;
            return new Town.World(0);
        });
        Town.Citizen dan = town.joins("dan", ann);
        dan.session.state(Town.World.class, seldomSlow);
        dan.begins();
        town.until(() -> dan.session.phase() == Phase.PLAYING, 1_000);
        town.pass(1_000);
        slow[0] = true;
        town.until(() -> !slow[0], 1_000);
        clearInvocations(seldomSlow);
        town.pass(1_000);
        verify(seldomSlow, atLeast(15)).packageState();
    }
}
