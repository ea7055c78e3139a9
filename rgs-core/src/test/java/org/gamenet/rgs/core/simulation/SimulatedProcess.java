package org.gamenet.rgs.core.simulation;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.gamenet.rgs.core.port.Clock;
import org.gamenet.rgs.core.session.Quest;
import org.gamenet.rgs.core.session.SessionPorts;
import org.gamenet.rgs.core.session.SessionSetup;
import org.gamenet.rgs.core.session.WorkerSession;

/** One process: a session, its application, its places in the group and at the directory. It runs, stands still, or is dead. */
final class SimulatedProcess {
    private static final long FRAME = 16 * VirtualTime.MILLI;
    private static final long LEAST_SLEEP = VirtualTime.MILLI / 2;
    private static final int BACKLOG_MAX = 50_000;

    final int number;
    final String name;
    final boolean plays;
    final boolean last;
    final SimulatedNetwork.Station station;
    final SimulatedDirectory.Wire wire;
    final WorkerSession session;
    final CountingGame game;
    final Judge.Witness witness;
    private final SimulatedCluster cluster;
    private final Dice dice;
    private final Deque<Runnable> backlog = new ArrayDeque<>();
    private boolean dead;
    private boolean stopped;
    private long stoppedAt;
    private long slept;
    private boolean sleeps;
    private boolean cycleDue;
    private long wakeAt = Long.MAX_VALUE;
    /** The application is busy until then: its next frame comes late. */
    long busyUntil;
    /** How long the worker's thread waits for a core at most. */
    long latency = 50_000;

    SimulatedProcess(SimulatedCluster cluster, int number, String name, boolean plays, Quest quest) {
        this.cluster = cluster;
        this.number = number;
        this.name = name;
        this.plays = plays;
        this.last = !(quest instanceof Quest.Join);
        this.dice = cluster.dice.split();
        this.station = cluster.network.open(this);
        this.wire = cluster.directory.open(this);
        SessionPorts ports = new SessionPorts(new Time(), dice.split(), station, wire, List.of("directory:7400"), false, SessionPorts.WarmUp.NONE, false);
        this.session = new WorkerSession(new SessionSetup("count", plays ? name : "", CountingGame.RECORDS, Map.of()), ports, quest);
        this.witness = cluster.judge.witness(this);
        this.game = new CountingGame(this, cluster.mutant);
    }

    private final class Time implements Clock {
        @Override public long nanoTime() {
            return cluster.time.now() - slept;
        }

        @Override public long wallMillis() {
            return 1_700_000_000_000L + cluster.time.millis();
        }
    }

    void begin() {
        session.worker().onWork(this::cycleSoon);
        session.worker().begin();
        cycleSoon();
        cluster.time.after(dice.between(0, FRAME), this::frame);
    }

    // ---- running

    /** Does this now; later, if the process stands still; never, if it is dead. */
    void run(Runnable what) {
        if (dead) return;
        if (!stopped) what.run();
        else if (backlog.size() < BACKLOG_MAX) backlog.add(what);
    }

    private void cycleSoon() {
        if (cycleDue || dead) return;
        cycleDue = true;
        cluster.time.after(dice.between(5_000, latency), this::cycle);
    }

    private void cycle() {
        cycleDue = false;
        if (dead || stopped) return;
        session.worker().dutyCycle();
        if (session.worker().isFinished()) return;
        long wait = session.worker().nextAt() - session.worker().now();
        if (wait > 3_600_000 * VirtualTime.MILLI) return;
        long at = cluster.time.now() + Math.max(LEAST_SLEEP, wait);
        if (at >= wakeAt) return;
        wakeAt = at;
        cluster.time.at(at, () -> {
            if (wakeAt != at) return;
            wakeAt = Long.MAX_VALUE;
            cycleSoon();
        });
    }

    private void frame() {
        if (dead) return;
        if (!stopped && cluster.time.now() >= busyUntil) game.frame();
        if (!game.isOver()) cluster.time.after(FRAME, this::frame);
    }

    // ---- faults

    boolean isDead() {
        return dead;
    }

    boolean isStopped() {
        return stopped;
    }

    boolean runs() {
        return !dead && !stopped;
    }

    /** Alive, and its session not over. */
    boolean takesPart() {
        return !dead && !game.isOver();
    }

    void die(boolean host) {
        if (dead) return;
        dead = true;
        station.died(host);
        wire.died(host);
        backlog.clear();
    }

    /** @param asleep its monotonic clock stands still, too, as in a laptop with its lid closed */
    void stop(boolean asleep) {
        if (dead || stopped) return;
        stopped = true;
        sleeps = asleep;
        stoppedAt = cluster.time.now();
        station.stopped();
    }

    void go() {
        if (dead || !stopped) return;
        stopped = false;
        if (sleeps) slept += cluster.time.now() - stoppedAt;
        station.wokeUp();
        wakeAt = Long.MAX_VALUE;
        cycleDue = false;
        while (!backlog.isEmpty()) backlog.poll().run();
        cycleSoon();
    }

    @Override public String toString() {
        return name;
    }
}
