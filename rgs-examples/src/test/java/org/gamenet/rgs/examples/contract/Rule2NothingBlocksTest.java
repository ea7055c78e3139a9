package org.gamenet.rgs.examples.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.Query;
import org.gamenet.rgs.Rgs;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.Session.Phase;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Rule 2: nothing blocks but shutdown, and that for 2 s at most; nothing is handed out before the first update. */
@ExtendWith(InTavern.class)
class Rule2NothingBlocksTest {
    /** Generous: the machine may be busy; a wait for the network would take seconds. */
    private static final long AT_ONCE_MILLIS = 700;
    /** The machine may halt, too; without its limit a shutdown waits for as long as it takes. */
    private static final long SHUT_DOWN_MILLIS = 7_000;

    private static final int PROCESSES = 3;

    private static long millis(Runnable call) {
        long start = System.nanoTime();
        call.run();
        return (System.nanoTime() - start) / 1_000_000;
    }

    /**
     * The time of a call, in each of several processes: a call that waits for the network takes too long in all of
     * them.
     */
    private static final class Times {
        private final Map<String, Long> quickest = new TreeMap<>();

        void take(String call, Runnable what) {
            quickest.merge(call, millis(what), Math::min);
        }

        void assertAtOnce() {
            quickest.forEach((call, millis) ->
                    assertTrue(millis < AT_ONCE_MILLIS, call + " took " + millis + " ms, and more elsewhere"));
        }
    }

    @Test
    @DisplayName("Rule 2: every verb returns at once though the directory never answers; shutdown takes 2 s at most")
    void rule2NothingBlocks(Tavern tavern) throws IOException {
        try (ServerSocket deaf = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Times times = new Times();
            for (int i = 0; i < PROCESSES; i++) {
                Rgs rgs = tavern.start(Rgs.game("nothing")
                        .player("ann")
                        .bind("127.0.0.1:0")
                        .records(Hit.class)
                        .directory("127.0.0.1:" + deaf.getLocalPort()));
                callEverything(rgs, times);
            }
            times.assertAtOnce();
        }
    }

    private static void callEverything(Rgs rgs, Times times) {
        Session[] opened = new Session[2];
        times.take("register", () -> opened[0] = rgs.register(Tavern.game()));
        times.take("hostOrJoin", () -> opened[1] = rgs.hostOrJoin(Tavern.game()));
        times.take("discover", () -> rgs.discover(Query.any()));
        times.take("send", () -> opened[0].send(new Hit(1), Delivery.RELIABLE_ORDERED));
        times.take("update", opened[0]::update);
        times.take("recv", () -> assertNull(opened[1].recv()));
        assertEquals(Phase.WAITING, opened[0].phase());
        times.take("leave", opened[0]::leave);
        long millis = millis(rgs::shutdown);
        assertTrue(millis < SHUT_DOWN_MILLIS, "shutdown took " + millis + " ms");
        times.take("a second shutdown", rgs::shutdown);
    }

    @Test
    @DisplayName("Rule 2: before the first update nothing is delivered, no callback runs and nothing seems to move")
    void nothingBeforeTheFirstUpdate(Tavern tavern) {
        Guest ann = tavern.host("ann");
        Session late = tavern.player("bob").join(ann.session.game());
        tavern.until(
                "bob is in the game, as ann sees it",
                () -> ann.session.view().players().contains(late.self()));
        ann.session.send(new Hit(5));
        tavern.rounds(50);
        assertEquals(Phase.WAITING, late.phase());
        assertEquals(0, late.view().epoch());
        Guest bob = tavern.playing(tavern.guest(late));
        assertEquals("Restored", bob.story().get(0));
        tavern.until(
                "what was sent before is handed out after",
                () -> bob.all(Hit.class).size() == 1);
    }

    @Test
    @DisplayName("HA45 Rule 2: shutdown of a process that serves takes 2 s at most, and the others play on")
    void shutdownPassesTheGameOn(Tavern tavern) {
        Rgs process = tavern.player("ann");
        Guest ann = tavern.playing(tavern.guest(process.register(Tavern.game())));
        Guest bob = tavern.join("bob", ann);
        Guest cat = tavern.join("cat", ann);
        tavern.rounds(100);
        CompletableFuture<Long> took = CompletableFuture.supplyAsync(() -> millis(process::shutdown));
        tavern.until(
                "both play on",
                () -> bob.session.view().players().size() == 2
                        && cat.session.view().players().size() == 2);
        tavern.until("shut down", took::isDone);
        assertTrue(took.join() < SHUT_DOWN_MILLIS, took.join() + " ms");
        assertEquals(Phase.CLOSED, ann.session.phase());
        assertTrue(bob.session.isServer() != cat.session.isServer(), "one of them serves");
        bob.hit(3);
        tavern.until("what bob does counts", () -> bob.sum() == 3 && cat.sum() == 3);
    }
}
