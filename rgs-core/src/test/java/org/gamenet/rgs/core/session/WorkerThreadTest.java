package org.gamenet.rgs.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.RgsException;
import org.gamenet.rgs.Session.Phase;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The turn on real threads, and the promises to handlers in place. */
class WorkerThreadTest extends OneWorker {
    /** The thread in which a handler that blocks runs. */
    private final AtomicReference<Thread> handler = new AtomicReference<>();

    @Test
    @DisplayName(
            "Z7 however many threads bring work, one at a time is the writer, and nothing that was brought stays behind")
    void oneAtATime() throws InterruptedException {
        session.on(Town.Hit.class, (who, hit) -> got.add(hit.points()));
        plays(game);
        AtomicInteger number = new AtomicInteger();
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(700);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            threads.add(new Thread(
                    () -> {
                        while (System.nanoTime() < end) {
                            if (takes(1)) number.incrementAndGet();
                            // Now in one go, now at a pace that leaves the worker idle between two.
                            LockSupport.parkNanos(number.get() % 64 < 32 ? 1_000 : 300_000);
                        }
                    },
                    "sends"));
            threads.add(new Thread(
                    () -> {
                        while (System.nanoTime() < end) {
                            for (int k = 0; k < 5; k++)
                                transport.listener.hears(OTHER, STRANGE, ByteBuffer.allocate(0));
                            transport.listener.heardAll();
                            LockSupport.parkNanos(50_000);
                        }
                    },
                    "reads"));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) thread.join();
        until("everything is handled", () -> got.size() == number.get());
        assertEquals(1, transport.most.get());
        assertTrue(transport.by.containsAll(Set.of(OWN, "sends", "reads")), transport.by::toString);
        assertFalse(session.worker().isFinished());
        assertTrue(session.stats().malformed() > 0, "what was read was looked at");
    }

    /** Whether there was room for it. */
    private boolean takes(int points) {
        try {
            hit(points);
            return true;
        } catch (RgsException full) {
            assertEquals(Reason.QUEUE_FULL, full.reason());
            return false;
        }
    }

    @Test
    @DisplayName("a frame that comes while nobody has the turn is taken as it comes, on the thread that reads it")
    void isTakenAsItComes() {
        plays(game);
        until("a frame was looked at before its reader had read all", () -> {
            long before = session.stats().malformed();
            transport.by.clear();
            transport.listener.hears(OTHER, STRANGE, ByteBuffer.allocate(0));
            boolean here = transport.by.contains(Thread.currentThread().getName());
            boolean atOnce = session.stats().malformed() > before;
            transport.listener.heardAll();
            return here && atOnce;
        });
    }

    @Test
    @DisplayName("a thread that reads lets go of its turn before it waits for room, whatever else it brings")
    void lettingGoAheadOfAFlood() throws InterruptedException {
        plays(game);
        Thread reads = new Thread(() -> {
            for (int round = 0; round < 10; round++) {
                transport.listener.hears(OTHER, STRANGE, ByteBuffer.allocate(0));
                for (int i = 0; i < 4_200; i++) transport.listener.heard(OTHER, ByteBuffer.allocate(1));
                transport.listener.heardAll();
            }
        });
        reads.setDaemon(true);
        reads.start();
        reads.join(20_000);
        assertFalse(reads.isAlive(), "it waited for itself");
        assertFalse(session.worker().isFinished());
    }

    @Test
    @DisplayName("a message that is sent while nobody has the turn goes out on the thread that sends it")
    void goesOutAtOnce() {
        plays(game);
        until("an idle worker's turn was taken by a sender", () -> {
            hit(1);
            return transport.by.contains(Thread.currentThread().getName());
        });
    }

    @Test
    @DisplayName(
            "handlers in place run on the worker's thread or a reader's, never on one that sends; update is not entered again")
    void inPlace() {
        Set<String> on = ConcurrentHashMap.newKeySet();
        AtomicInteger depth = new AtomicInteger();
        AtomicInteger deepest = new AtomicInteger();
        session.on(Town.Hit.class, (who, hit) -> {
            on.add(Thread.currentThread().getName());
            deepest.accumulateAndGet(depth.incrementAndGet(), Math::max);
            got.add(hit.points());
            if (hit.points() < 10) {
                hit(hit.points() + 1);
                hit(hit.points() + 10);
            }
            depth.decrementAndGet();
        });
        plays(Runnable::run);
        for (int i = 0; i < 20; i++) {
            int before = got.size();
            hit(9);
            until("it and what its handler sent is handled", () -> got.size() == before + 3);
            assertEquals(List.of(9, 10, 19), List.copyOf(got).subList(before, before + 3));
        }
        assertEquals(1, deepest.get());
        assertEquals(Set.of(OWN), on);
        assertEquals(1, transport.most.get());
    }

    @Test
    @DisplayName(
            "a handler in place that throws ends one update, is told to the thread's uncaught exception handler, and nothing of RGS ends")
    void throwsInPlace() {
        List<Throwable> told = Collections.synchronizedList(new ArrayList<>());
        AtomicReference<Thread> on = new AtomicReference<>();
        session.on(Town.Hit.class, (who, hit) -> {
            on.set(Thread.currentThread());
            on.get().setUncaughtExceptionHandler((thread, thrown) -> told.add(thrown));
            if (hit.points() % 2 == 0) throw new IllegalStateException("even");
            got.add(hit.points());
        });
        plays(Runnable::run);
        for (int i = 1; i <= 400; i++) hit(i);
        until("all were handled or thrown at", () -> got.size() == 200 && told.size() == 200);
        assertEquals("even", told.get(0).getMessage());
        assertEquals(399, got.get(199));
        assertEquals(Phase.PLAYING, session.phase());
    }

    @Test
    @DisplayName("a handler in place that blocks stops its session, and nobody who sends; play goes on when it returns")
    void blocksInPlace() throws InterruptedException {
        CountDownLatch blocked = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        block(blocked, goOn);
        plays(Runnable::run);
        hit(1);
        assertTrue(blocked.await(30, TimeUnit.SECONDS));
        long turns = transport.turns.get();
        hit(2);
        transport.listener.hears(OTHER, STRANGE, ByteBuffer.allocate(0));
        transport.listener.heardAll();
        // Time passes for a session on this thread alone: while it waits in the handler there is no turn.
        Thread inside = handler.get();
        assertEquals(OWN, inside.getName());
        until("the worker's own thread waits in the handler", () -> inside.getState() == Thread.State.WAITING);
        assertEquals(turns, transport.turns.get(), "it has no turn, and so says no sign of life");
        goOn.countDown();
        until("the next is handled", () -> got.size() == 2);
    }

    @Test
    @DisplayName("L5 a handler that blocks on any other executor stops nothing of its session")
    void blocksElsewhere() throws InterruptedException {
        CountDownLatch blocked = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        block(blocked, goOn);
        plays(game);
        hit(1);
        assertTrue(blocked.await(30, TimeUnit.SECONDS));
        long turns = transport.turns.get();
        until("time passes for the session", () -> transport.turns.get() > turns + 3);
        goOn.countDown();
        until("it is handled", () -> got.size() == 1);
    }

    private void block(CountDownLatch blocked, CountDownLatch goOn) {
        session.on(Town.Hit.class, (who, hit) -> {
            handler.set(Thread.currentThread());
            blocked.countDown();
            try {
                goOn.await();
            } catch (InterruptedException ended) {
                Thread.currentThread().interrupt();
            }
            got.add(hit.points());
        });
    }
}
