package org.gamenet.rgs.testkit.simulation;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.port.Clock;
import org.gamenet.rgs.core.session.WorkerSession;
import org.gamenet.rgs.core.session.base.SearchGoal;
import org.gamenet.rgs.core.session.base.SessionPorts;
import org.gamenet.rgs.core.session.base.SessionSetup;
import org.jspecify.annotations.Nullable;

/**
 * One process with one session, and its places in the group and at the directory. It runs, stands still, or is dead.
 */
public class SimulatedProcess {
    /** How long the worker's thread waits for a core at most, unless said otherwise. Nanoseconds. */
    public static final long USUAL_LATENCY = 50_000;

    private static final long LEAST_SLEEP = VirtualTime.MILLI / 2;
    private static final int BACKLOG_MAX = 50_000;
    /** A renewal that is older than this has come to the directory, or was lost with its line. */
    private static final long UNDER_WAY = 1_000 * VirtualTime.MILLI;

    public final int number;
    public final String name;
    public final SimulatedDirectory.Wire wire;
    public final WorkerSession session;
    protected final Simulation simulation;
    protected final Dice dice;
    /** How long the worker's thread waits for a core at most. Nanoseconds. */
    public long latency = USUAL_LATENCY;
    /** By how much its wall clock is wrong, and by which part of a second in a second it becomes more so. */
    public long wallOffsetMillis;

    public double wallDrift;
    final boolean last;
    final SimulatedTransport transport;
    private final Deque<Runnable> backlog = new ArrayDeque<>();
    private boolean dead;
    private boolean stopped;
    private long stoppedAt;
    private long slept;
    private final List<Sleep> asleep = new ArrayList<>();
    private boolean sleeps;
    private boolean cycleDue;
    private long wakeAt = Long.MAX_VALUE;
    private boolean woken;
    private int inVain;
    private int mostInVain;
    private long inVainSecond;
    private final Map<Object, Integer> saidTo = new HashMap<>();
    private int saidToAll;
    private int mostSaidToOne;
    private int mostSaid;
    private Epoch renewed = Epoch.NONE;
    private long renewedAt = VirtualTime.BEGINNING;
    private long heardAt = VirtualTime.BEGINNING;
    private final Deque<Long> renewalsUnderWay = new ArrayDeque<>();
    private long saidSecond;
    /** When the directory was told that its line has closed, and when it renewed on another for the first time. */
    private long closedAt;

    private long backAt;

    public SimulatedProcess(Simulation simulation, String name, SessionSetup setup, SearchGoal goal) {
        this(simulation, simulation.nextNumber(), name, setup, goal);
    }

    SimulatedProcess(Simulation simulation, int number, String name, SessionSetup setup, SearchGoal goal) {
        this.simulation = simulation;
        this.number = number;
        this.name = name;
        this.last = !(goal instanceof SearchGoal.Join);
        this.dice = simulation.dice.split();
        this.transport = simulation.network.open(this);
        this.wire = simulation.directory.open(this);
        SessionPorts ports = new SessionPorts(
                new Time(),
                dice.split(),
                transport,
                wire,
                List.of("directory:7400"),
                false,
                SessionPorts.WarmUp.NONE,
                false);
        this.session = new WorkerSession(setup, ports, goal);
    }

    private final class Time implements Clock {
        @Override
        public long nanoTime() {
            return nanos();
        }

        @Override
        public long wallMillis() {
            return 1_700_000_000_000L + wallOffsetMillis + (long) (simulation.time.millis() * (1 + wallDrift));
        }
    }

    /** This process's monotonic clock. */
    public long nanos() {
        return simulation.time.now() - slept;
    }

    /** Starts the session. */
    public void begin() {
        session.worker().onWork(this::cycleSoon);
        session.worker().begin();
        cycleSoon();
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
        simulation.time.after(dice.between(5_000, latency), this::cycle);
    }

    private void cycle() {
        cycleDue = false;
        if (dead || stopped) return;
        int done = session.worker().dutyCycle();
        if (woken) countInVain(done);
        woken = false;
        if (session.worker().isFinished()) return;
        long wait = session.worker().nextAt() - session.worker().now();
        if (wait > 3_600_000 * VirtualTime.MILLI) return;
        long at = simulation.time.now() + Math.max(LEAST_SLEEP, wait);
        if (at >= wakeAt) return;
        wakeAt = at;
        simulation.time.at(at, () -> {
            if (wakeAt != at) return;
            wakeAt = Long.MAX_VALUE;
            woken = true;
            cycleSoon();
        });
    }

    private void countInVain(int done) {
        long second = simulation.time.millis() / 1_000;
        if (second != inVainSecond) inVain = 0;
        inVainSecond = second;
        if (done == 0 && ++inVain > mostInVain) mostInVain = inVain;
    }

    /**
     * How often within a second the worker wanted to be woken and then had nothing to do, at most: a thread that does
     * not sleep takes a core.
     */
    public int mostInVain() {
        return mostInVain;
    }

    /** It renews this epoch on a line that stands. */
    void renews(Epoch epoch) {
        if (closedAt >= renewedAt) backAt = simulation.time.now();
        renewed = epoch;
        renewedAt = simulation.time.now();
        heardAt();
        renewalsUnderWay.add(renewedAt);
    }

    /** When it renewed, by the last of its renewals that is not under way any more. */
    long heardAt() {
        long then = simulation.time.now() - UNDER_WAY;
        while (!renewalsUnderWay.isEmpty() && renewalsUnderWay.peek() <= then) heardAt = renewalsUnderWay.remove();
        return heardAt;
    }

    /** The directory is about to be told that its line has closed. */
    void lineCloses() {
        closedAt = simulation.time.now();
    }

    /** Whether its line had closed at some time since then, and it had not renewed on another. */
    boolean wasOffLineSince(long then) {
        return closedAt > 0 && (closedAt >= renewedAt || backAt >= then);
    }

    /** The epoch that it renewed last on a line that stood. */
    public Epoch renewed() {
        return renewed;
    }

    /** When it did, in nanoseconds; {@link VirtualTime#BEGINNING} if it never did. */
    public long renewedAt() {
        return renewedAt;
    }

    /** A message to one, or to all (null); or a dial, or a question to the directory. */
    void countSaid(@Nullable Object to) {
        long second = simulation.time.millis() / 1_000;
        if (second != saidSecond) {
            saidSecond = second;
            saidTo.clear();
            saidToAll = 0;
            mostSaidToOne = 0;
        }
        if (to == null) saidToAll++;
        else mostSaidToOne = Math.max(mostSaidToOne, saidTo.merge(to, 1, Integer::sum));
        mostSaid = Math.max(mostSaid, saidToAll + mostSaidToOne);
    }

    /**
     * How many messages it has sent to one member, or to the directory, within a second at most; what it sent to all is
     * sent to each.
     */
    public int mostSaid() {
        return mostSaid;
    }

    // ---- faults

    public boolean isDead() {
        return dead;
    }

    /** Nanoseconds for which its clock has stood still since that time. */
    public long sleptSince(long time) {
        return asleep.stream()
                .mapToLong(sleep -> Math.max(0, sleep.to - Math.max(sleep.from, time)))
                .sum();
    }

    private record Sleep(long from, long to) {}

    public boolean isStopped() {
        return stopped;
    }

    public boolean runs() {
        return !dead && !stopped;
    }

    /** @param host its machine too, so that no socket closes */
    public void die(boolean host) {
        if (dead) return;
        dead = true;
        simulation.time.disturbed();
        transport.died(host);
        wire.died(host);
        backlog.clear();
    }

    /** @param asleep its monotonic clock stands still, too, as in a laptop with its lid closed */
    public void stop(boolean asleep) {
        if (dead || stopped) return;
        stopped = true;
        simulation.time.disturbed();
        sleeps = asleep;
        stoppedAt = simulation.time.now();
        transport.stopped();
    }

    /** Goes on with what has come meanwhile. */
    public void go() {
        if (dead || !stopped) return;
        stopped = false;
        simulation.time.disturbed();
        if (sleeps) {
            slept += simulation.time.now() - stoppedAt;
            asleep.add(new Sleep(stoppedAt, simulation.time.now()));
        }
        transport.wokeUp();
        wakeAt = Long.MAX_VALUE;
        cycleDue = false;
        while (!backlog.isEmpty()) backlog.poll().run();
        cycleSoon();
    }

    @Override
    public String toString() {
        return name;
    }
}
