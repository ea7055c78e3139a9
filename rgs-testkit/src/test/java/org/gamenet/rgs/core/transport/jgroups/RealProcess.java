package org.gamenet.rgs.core.transport.jgroups;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.gamenet.rgs.core.machine.Mix;
import org.gamenet.rgs.core.port.Clock;
import org.gamenet.rgs.core.port.GroupTransport;
import org.gamenet.rgs.core.port.Node;
import org.gamenet.rgs.core.session.WorkerSession;
import org.gamenet.rgs.core.session.WorkerThread;
import org.gamenet.rgs.core.session.base.SearchGoal;
import org.gamenet.rgs.core.session.base.SessionPorts;
import org.gamenet.rgs.core.session.base.SessionSetup;
import org.jgroups.stack.Protocol;

/**
 * A process as far as the others can tell: its session on a thread of its own, JGroups over TCP on loopback or without
 * sockets, a line to the directory, a game.
 */
final class RealProcess {
    private static final long FRAME_MILLIS = 16;

    private final GroupTransport transport;
    private final Runnable death;
    private final Runnable reset;
    final WorkerSession session;
    final CounterGame game;
    private final SharedDirectory.Line line;
    private final WorkerThread thread;
    private final ScheduledFuture<?> frames;
    private volatile boolean dead;

    RealProcess(
            int number,
            long seed,
            SearchGoal goal,
            SharedDirectory directory,
            BadNetwork network,
            ScheduledExecutorService pool,
            CounterGame.Shared shared) {
        String name = "p" + number;
        boolean founds = goal instanceof SearchGoal.Register;
        Supplier<List<Protocol>> way = () -> List.of(new BadWay(network, number, pool));
        if (shared.sockets()) {
            JGroupsTransport tcp = new JGroupsTransport(TransportSettings.loopback(name, founds), false, way);
            transport = tcp;
            death = tcp::die;
            reset = tcp::resetConnections;
        } else {
            LoopTransport loop = new LoopTransport(name, founds, way);
            transport = loop;
            death = loop::die;
            reset = loop::resetConnections;
        }
        line = directory.open();
        Random random = new Random(Mix.of(seed, number + 10));
        session = new WorkerSession(
                new SessionSetup("counter", name, CounterGame.RECORDS, Map.of()),
                new SessionPorts(
                        new RealClock(),
                        random::nextLong,
                        transport,
                        line,
                        List.of("directory:7400"),
                        false,
                        SessionPorts.WarmUp.NONE,
                        false),
                goal);
        game = new CounterGame(session, name, seed * 77 + number, shared);
        thread = new WorkerThread(session.worker(), "session-" + name, () -> true);
        thread.start();
        frames = pool.scheduleWithFixedDelay(this::frame, FRAME_MILLIS, FRAME_MILLIS, TimeUnit.MILLISECONDS);
    }

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

    private synchronized void frame() {
        if (!dead) game.frame();
    }

    /** The game's state, between two of its frames. */
    synchronized <T> T look(Function<CounterGame, T> at) {
        return at.apply(game);
    }

    boolean isDead() {
        return dead;
    }

    /** Sockets break, nothing is said any more, nobody looks at what it does. */
    synchronized void die() {
        dead = true;
        frames.cancel(false);
        death.run();
        line.close();
    }

    void resetConnections() {
        reset.run();
    }

    /** Its group layer is told that this one is dead. */
    void suspect(Node other) {
        transport.suspect(other);
    }

    void leave() {
        session.leave();
    }

    /** After {@link #leave}, or dead. */
    void end() throws InterruptedException {
        if (!dead) thread.awaitEnd(3_000);
        frames.cancel(false);
        session.leave();
        transport.close();
        line.close();
    }
}
