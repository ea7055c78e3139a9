package org.gamenet.rgs.core.session;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.core.directory.memory.PrivateDirectory;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Incarnation;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.port.Clock;
import org.gamenet.rgs.core.port.GroupListener;
import org.gamenet.rgs.core.port.GroupTransport;
import org.gamenet.rgs.core.port.Lane;
import org.gamenet.rgs.core.port.Node;
import org.gamenet.rgs.core.session.base.SearchGoal;
import org.gamenet.rgs.core.session.base.SessionPorts;
import org.gamenet.rgs.core.session.base.SessionSetup;
import org.gamenet.rgs.core.wire.FrameHeader;
import org.junit.jupiter.api.AfterEach;

/** A worker on real threads, of a server alone, whose messages to all reach itself. */
abstract class OneWorker {
    private static final long SOON_NANOS = TimeUnit.SECONDS.toNanos(30);
    static final String OWN = "worker's own";
    static final Endpoint OTHER = new Endpoint("127.0.0.1", 7, 8);

    /** Of a type that messages have, at no time. */
    static final FrameHeader STRANGE =
            new FrameHeader(64, 1, Epoch.NONE, new MemberId(9, new Incarnation(1, 9)), 1, Double.NaN, 0);

    final Alone transport = new Alone();
    private final AtomicInteger chance = new AtomicInteger();
    final WorkerSession session = new WorkerSession(
            new SessionSetup("test", "ann", Town.RECORDS, Map.of()),
            new SessionPorts(
                    new RealClock(),
                    chance::incrementAndGet,
                    transport,
                    new PrivateDirectory(new RealClock()),
                    List.of(),
                    true,
                    SessionPorts.WarmUp.NONE,
                    false),
            new SearchGoal.Register(Town.rules()));

    final WorkerThread worker = new WorkerThread(session.worker(), OWN, () -> true);
    final List<Integer> got = Collections.synchronizedList(new ArrayList<>());
    final ExecutorService game = Executors.newSingleThreadExecutor();

    private record RealClock() implements Clock {
        @Override
        public long nanoTime() {
            return System.nanoTime();
        }

        @Override
        public long wallMillis() {
            return System.currentTimeMillis();
        }
    }

    /** Nobody else is there; it counts who is in a turn, for every turn corks. */
    static final class Alone implements GroupTransport {
        private final Node node = new Node(1, 1);
        private final AtomicInteger inside = new AtomicInteger();
        final AtomicInteger most = new AtomicInteger();
        final AtomicLong turns = new AtomicLong();
        final Set<String> by = ConcurrentHashMap.newKeySet();
        volatile GroupListener listener;

        @Override
        public void listen(GroupListener told) {
            listener = told;
            told.listening(new Endpoint("127.0.0.1", 1, 2));
        }

        @Override
        public void found(String group) {
            listener.connected(node, List.of(node));
        }

        @Override
        public void cork() {
            most.accumulateAndGet(inside.incrementAndGet(), Math::max);
            turns.incrementAndGet();
            by.add(Thread.currentThread().getName());
        }

        @Override
        public void uncork() {
            inside.decrementAndGet();
        }

        @Override
        public void join(String group, List<Endpoint> members, long deadlineMillis) {}

        @Override
        public void know(List<Endpoint> members) {}

        @Override
        public void send(Node to, byte[] frame, Lane lane) {}

        @Override
        public void cast(byte[] frame, Lane lane) {}

        @Override
        public void suspect(Node dead) {}

        @Override
        public void probe(Endpoint process) {}

        @Override
        public void disconnect() {}

        @Override
        public void close() {}
    }

    @AfterEach
    void ends() throws InterruptedException {
        session.leave();
        assertTrue(worker.awaitEnd(20_000), "the session ends");
        game.shutdownNow();
    }

    final void plays(Executor executor) {
        session.updateOn(executor);
        worker.start();
        until("it plays", () -> session.phase() == Phase.PLAYING);
    }

    static void until(String what, BooleanSupplier holds) {
        for (long end = System.nanoTime() + SOON_NANOS; !holds.getAsBoolean(); LockSupport.parkNanos(100_000)) {
            assertTrue(System.nanoTime() < end, what);
        }
    }

    final void hit(int points) {
        session.send(new Town.Hit(points), Delivery.RELIABLE_ORDERED);
    }
}
