package org.gamenet.rgs.core.session;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.Incoming;
import org.gamenet.rgs.Limit;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.RgsException;
import org.gamenet.rgs.ServerRole;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.SessionEvent;
import org.gamenet.rgs.SessionEvent.Closed;
import org.gamenet.rgs.SessionEvent.FailoverEvent;
import org.gamenet.rgs.core.directory.memory.PrivateDirectory;
import org.gamenet.rgs.core.session.base.SearchGoal;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A session's answer to every call in every phase. */
class MisuseTest {
    private final Town town = new Town();
    private final Town.Citizen ann = town
    .new Citizen(
            "ann",
            true,
            new SearchGoal.Register(Town.rules(Failover.PROMOTED_PLAYER)),
            new PrivateDirectory(town.clock));

    private record Stranger(int x) {}

    private void plays() {
        ann.listens().begins();
        town.until(() -> ann.session.phase() == Phase.PLAYING, 1_000);
    }

    /** Every method of the API, once. A call with a defined refusal is refused in that way. */
    private void callEverything(Phase phase, boolean serves) {
        Session s = ann.session;
        assertEquals(phase, s.phase());
        assertEquals("ann", s.self().name());
        assertNotNull(s.view());
        if (phase == Phase.WAITING) {
            assertThrows(IllegalStateException.class, s::game);
            assertThrows(IllegalStateException.class, () -> s.view().server());
            assertEquals(0, s.view().epoch());
        }
        assertTrue(s.gameTime() >= 0);
        assertNotNull(s.stats().toString());
        assertEquals(serves, s.isServer());
        if (phase == Phase.CLOSED) {
            assertThrows(IllegalStateException.class, () -> s.send(new Town.Hit(1)));
            assertThrows(IllegalStateException.class, () -> s.sendToServer(new Town.Hit(1), Delivery.UNRELIABLE));
            assertFalse(s.update());
            assertNull(s.recv());
        } else {
            s.send(new Town.Hit(1));
            s.send(s.self(), new Town.Hit(1), Delivery.RELIABLE_UNORDERED);
            s.send(Peer.of(4711, "nobody"), new Town.Hit(1), Delivery.RELIABLE_ORDERED);
            s.sendToServer(new Town.Hit(1), Delivery.UNRELIABLE);
        }
        if (!serves) {
            assertThrows(IllegalStateException.class, () -> s.kick(Peer.of(1, "x"), "why"));
            assertThrows(IllegalStateException.class, () -> s.advertise(true, Map.of()));
            assertThrows(IllegalStateException.class, () -> s.end("why"));
        } else {
            s.kick(Peer.of(1, "x"), "why");
            s.advertise(false, Map.of("level", "3"));
        }
        s.on(SessionEvent.class, (peer, event) -> {});
    }

    @Test
    @DisplayName("HA46 S19 every method in every phase does what it promises, or refuses in the way it promises")
    void everyMethodInEveryPhase() {
        callEverything(Phase.WAITING, false);
        plays();
        callEverything(Phase.PLAYING, true);
        town.pass(200);
        assertFalse(ann.session.game().open());
        assertEquals("3", ann.session.game().attributes().get("level"));
        ann.session.end("enough");
        town.until(() -> ann.session.phase() == Phase.CLOSED, 3_000);
        callEverything(Phase.CLOSED, false);
        ann.session.leave();
        ann.session.leave();
        ann.session.close();
        callEverything(Phase.CLOSED, false);
    }

    @Test
    @DisplayName("HA46 FROZEN: reliable messages wait and go out once, the rest is defined too")
    void everyMethodWhileFrozen() {
        Town.Citizen eve = town.registers("eve", Failover.PROMOTED_PLAYER);
        eve.begins();
        town.until(() -> eve.session.phase() == Phase.PLAYING, 1_000);
        Town.Citizen bob = town.joins("bob", eve);
        bob.begins();
        town.until(() -> bob.session.phase() == Phase.PLAYING, 1_000);
        town.pass(300);
        town.directoryAway = true;
        eve.kill();
        town.until(() -> bob.session.phase() == Phase.FROZEN, 2_000);
        bob.session.sendToServer(new Town.Hit(5), Delivery.RELIABLE_ORDERED);
        bob.session.sendToServer(new Town.Hit(6), Delivery.UNRELIABLE);
        assertThrows(IllegalStateException.class, () -> bob.session.end("why"));
        town.pass(500);
        assertEquals(List.of(), bob.all(Town.Hit.class));
        town.directoryAway = false;
        town.until(() -> bob.session.isServer() && bob.session.phase() == Phase.PLAYING, 5_000);
        town.pass(500);
        assertEquals(List.of(new Town.Hit(5)), bob.all(Town.Hit.class));
    }

    @Test
    @DisplayName("rule 8 what is null, unknown or too large is refused, and named")
    void refusesWhatCannotTravel() {
        Session s = ann.session;
        assertThrows(IllegalArgumentException.class, () -> s.send(null));
        assertThrows(IllegalArgumentException.class, () -> s.send(new Town.Hit(1), null));
        assertThrows(IllegalArgumentException.class, () -> s.send(null, new Town.Hit(1), Delivery.RELIABLE_ORDERED));
        assertThrows(IllegalArgumentException.class, () -> s.send(s.self(), new Town.Hit(1), Delivery.TOTAL_ORDER));
        assertTrue(assertThrows(IllegalArgumentException.class, () -> s.send(new Stranger(1)))
                .getMessage()
                .contains("Stranger"));
        assertTrue(assertThrows(IllegalArgumentException.class, () -> s.on(Stranger.class, (p, x) -> {}))
                .getMessage()
                .contains("records("));
        assertThrows(IllegalArgumentException.class, () -> s.on(String.class, (p, x) -> {}));
        assertThrows(IllegalArgumentException.class, () -> s.on(null, (p, x) -> {}));
    }

    @Test
    @DisplayName("QUEUE_FULL: more reliable messages than SEND_MESSAGES while nobody takes them")
    void tellsThatTheQueueIsFull() {
        for (int i = 0; i < Limit.SEND_MESSAGES.byDefault(); i++) ann.session.send(new Town.Hit(i));
        RgsException full = assertThrows(RgsException.class, () -> ann.session.send(new Town.Hit(1)));
        assertEquals(Reason.QUEUE_FULL, full.reason());
        assertDoesNotThrow(() -> ann.session.send(new Town.Hit(1), Delivery.UNRELIABLE));
    }

    @Test
    @DisplayName("rule 7 an exception of a handler comes out of update; that item is consumed, the rest stays")
    void handlersMayThrow() {
        List<Record> got = new ArrayList<>();
        ann.session.on(SessionEvent.RoleChanged.class, (peer, event) -> {
            throw new UnsupportedOperationException("mine");
        });
        ann.session.on(SessionEvent.class, (peer, event) -> got.add((Record) event));
        ann.updates = false;
        ann.begins();
        town.pass(100);
        assertThrows(UnsupportedOperationException.class, ann.session::update);
        assertEquals(List.of(), got);
        assertTrue(ann.session.update());
        assertEquals(1, got.size());
        assertTrue(got.get(0) instanceof SessionEvent.Joined);
    }

    @Test
    @DisplayName("on: the nearest type's handler, a sealed interface for its records, Record for the rest, the "
            + "later one in place of the earlier")
    void theNearestHandler() {
        List<String> by = new ArrayList<>();
        ann.session.on(Record.class, (peer, item) -> by.add("record"));
        ann.session.on(SessionEvent.class, (peer, item) -> by.add("event"));
        ann.session.on(FailoverEvent.class, (peer, item) -> by.add("failover"));
        ann.session.on(Town.Hit.class, (peer, item) -> by.add("hit"));
        ann.session.on(Town.Hit.class, (peer, item) -> by.add("later hit"));
        ann.begins();
        town.until(() -> by.size() == 2, 1_000);
        ann.session.send(new Town.Hit(1));
        ann.session.send(new Town.World(1));
        town.until(() -> by.size() == 4, 1_000);
        assertEquals(List.of("failover", "event", "later hit", "record"), by);
    }

    @Test
    @DisplayName("rule 1 update within a handler, and on a second thread, is refused where it happens")
    void oneGameThread() throws InterruptedException {
        AtomicReference<Throwable> inside = new AtomicReference<>();
        AtomicReference<Throwable> beside = new AtomicReference<>();
        ann.session.on(SessionEvent.RoleChanged.class, (peer, event) -> {
            inside.set(assertThrows(IllegalStateException.class, ann.session::update));
            Thread other = new Thread(() -> {
                try {
                    ann.session.recv();
                } catch (IllegalStateException refused) {
                    beside.set(refused);
                }
            });
            other.start();
            try {
                other.join(30_000);
            } catch (InterruptedException interrupted) {
                throw new AssertionError(interrupted);
            }
        });
        ann.begins();
        town.until(() -> ann.session.phase() == Phase.PLAYING, 1_000);
        assertTrue(inside.get().getMessage().contains("handler"));
        assertTrue(beside.get().getMessage().contains("game thread"));
    }

    @Test
    @DisplayName("recv hands out messages and events one by one, in order, and no handler runs")
    void polls() {
        ann.session.on(Record.class, (peer, item) -> {
            throw new AssertionError("handlers do not run for recv");
        });
        ann.updates = false;
        ann.begins();
        town.pass(100);
        List<Incoming> items = new ArrayList<>();
        for (Incoming next = ann.session.recv(); next != null; next = ann.session.recv()) items.add(next);
        assertEquals(2, items.size());
        assertEquals(
                new SessionEvent.RoleChanged(ServerRole.IDLE, ServerRole.ACTIVE_ALONE),
                items.get(0).body());
        assertEquals(ann.session.self(), items.get(1).from());
        assertEquals(Phase.PLAYING, ann.session.phase());
    }

    @Test
    @DisplayName("T51 updateOn posts one update at a time, whenever something waits")
    void updatesOnAnExecutor() {
        List<Runnable> posted = new ArrayList<>();
        ann.updates = false;
        ann.listens().session.updateOn(posted::add);
        assertThrows(IllegalStateException.class, () -> ann.session.updateOn(posted::add));
        while (!posted.isEmpty()) posted.remove(0).run();
        ann.begins();
        town.pass(100);
        assertEquals(1, posted.size());
        posted.remove(0).run();
        assertEquals(List.of("RoleChanged", "Joined ann"), ann.events());
        assertEquals(0, posted.size());
        ann.session.send(new Town.Hit(1));
        town.pass(10);
        assertEquals(1, posted.size());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("refusals")
    @DisplayName("T51 an executor that takes nothing for a moment, whatever it throws, is asked again")
    void executorTakesNothing(Throwable refusal) {
        List<Runnable> posted = new ArrayList<>();
        int[] refuses = {0};
        ann.updates = false;
        ann.listens().session.updateOn(task -> {
            if (refuses[0]-- > 0) MisuseTest.<RuntimeException>throwUndeclared(refusal);
            posted.add(task);
        });
        ann.begins();
        town.pass(100);
        while (!posted.isEmpty()) posted.remove(0).run();
        refuses[0] = 3;
        ann.session.send(new Town.Hit(1));
        town.pass(15);
        ann.session.send(new Town.Hit(2));
        town.pass(2);
        assertEquals(2, refuses[0], "it is given time, whatever comes meanwhile");
        town.pass(200);
        assertEquals(1, posted.size());
        posted.remove(0).run();
        assertEquals(List.of(new Town.Hit(1), new Town.Hit(2)), ann.all(Town.Hit.class));
    }

    @Test
    @DisplayName("T51 an executor that takes nothing while the session ends is asked on, and Closed is handed out")
    void executorTakesNothingAtTheEnd() {
        List<Runnable> posted = new ArrayList<>();
        List<SessionEvent> closed = new ArrayList<>();
        boolean[] refuses = {false};
        ann.updates = false;
        ann.session.on(SessionEvent.Closed.class, (who, event) -> closed.add(event));
        ann.session.updateOn(task -> {
            if (refuses[0]) throw new RejectedExecutionException("planted by the test: full");
            posted.add(task);
        });
        ann.begins();
        town.pass(100);
        while (!posted.isEmpty()) posted.remove(0).run();
        refuses[0] = true;
        ann.session.end("planted by the test");
        town.pass(3_000);
        assertTrue(ann.session.worker().isFinished());
        refuses[0] = false;
        town.pass(100);
        while (!posted.isEmpty()) posted.remove(0).run();
        assertEquals(1, closed.size());
    }

    static List<Throwable> refusals() {
        return List.of(
                new RejectedExecutionException("planted by the test: full"),
                new IllegalStateException("planted by the test: not begun"),
                new OutOfMemoryError("planted by the test: no thread"));
    }

    @SuppressWarnings("unchecked") // an executor in Kotlin throws whatever it likes
    private static <T extends Throwable> void throwUndeclared(Throwable planted) throws T {
        throw (T) planted;
    }

    @Test
    @DisplayName("T51 another update is posted when the one before has ended, and a task that is run again is none")
    void oneUpdateAtATime() {
        List<Runnable> posted = new ArrayList<>();
        ann.updates = false;
        int[] had = {0, 0};
        ann.session.on(Town.Hit.class, (who, hit) -> {
            had[0]++;
            if (hit.points() > 1) return;
            ann.session.send(new Town.Hit(2));
            town.pass(10);
            had[1] = posted.size();
        });
        ann.session.updateOn(posted::add);
        ann.begins();
        town.pass(100);
        while (!posted.isEmpty()) posted.remove(0).run();
        ann.session.send(new Town.Hit(1));
        town.pass(10);
        Runnable first = posted.remove(0);
        first.run();
        first.run();
        assertEquals(List.of(1, 0), List.of(had[0], had[1]));
        assertEquals(1, posted.size());
        posted.remove(0).run();
        assertEquals(2, had[0]);
    }

    @Test
    @DisplayName("leave: nothing is delivered after it, also from within a handler")
    void nothingAfterLeave() {
        List<Record> got = new ArrayList<>();
        ann.session.on(SessionEvent.class, (peer, event) -> {
            got.add((Record) event);
            ann.session.leave();
        });
        ann.updates = false;
        ann.begins();
        town.pass(100);
        assertFalse(ann.session.update());
        assertEquals(1, got.size());
        assertEquals(Phase.CLOSED, ann.session.phase());
        town.until(() -> ann.session.worker().isFinished(), 3_000);
    }

    @Test
    @DisplayName("NO_DIRECTORY: ten seconds, then Closed names the address; leaving earlier ends at once")
    void noDirectory() {
        town.directoryAway = true;
        Town.Citizen eve = town.registers("eve");
        eve.begins();
        town.pass(9_900);
        assertEquals(Phase.WAITING, eve.session.phase());
        town.until(() -> eve.session.phase() == Phase.CLOSED, 1_000);
        Closed closed = eve.all(Closed.class).get(0);
        assertEquals(Closed.Why.NO_DIRECTORY, closed.why());
        assertTrue(closed.detail().contains("directory:7400"), closed.detail());
        Town.Citizen fay = town.registers("fay");
        fay.begins();
        town.pass(100);
        fay.session.leave();
        town.until(() -> fay.session.worker().isFinished(), 100);
        Town.Citizen spare = town.standsBy("spare");
        spare.begins();
        town.pass(30_000);
        assertEquals(Phase.WAITING, spare.session.phase(), "a spare waits for ever");
    }
}
