package org.gamenet.rgs.core;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.gamenet.rgs.core.directory.memory.LinesInMemory;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.session.base.BackgroundThrottle;
import org.gamenet.rgs.core.session.base.SessionPorts;
import org.gamenet.rgs.core.session.rehearsal.Rehearsal;
import org.gamenet.rgs.core.transport.jgroups.JGroupsWarmUp;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The code of a recovery, rehearsed once in the life of a process: code that runs for the first time takes ten times as
 * long as later. A spare is offered games last until it has done it, for 5 s at most; every other process does it
 * beside its game, half of the time at most, and neither before it plays nor while its game stands still.
 */
final class RecoveryWarmUp implements SessionPorts.WarmUp {
    private static final Logger LOG = LoggerFactory.getLogger(RgsCore.class);
    /** Enough that what a recovery needs is loaded, and the hot part of it compiled. */
    private static final int REHEARSALS = 20;

    private static final long WARM_UP_ENDS_MILLIS = 500;
    private static final long GAME_FIRST_MILLIS = 50;
    private static final long HURRY_MILLIS = 5_000;
    static final RecoveryWarmUp OF_THIS_PROCESS = new RecoveryWarmUp();

    private final Set<RunningRgs> users = ConcurrentHashMap.newKeySet();
    private final List<Runnable> waiting = new ArrayList<>();
    private @Nullable Thread thread;
    private boolean over;
    private volatile boolean hurries;
    /** Rehearsals that this process has played to their end: a process of many short games goes on from there. */
    private volatile int rehearsals;
    /** Throw-away groups that this process has formed, likewise. */
    private volatile int groups;

    @Override
    public void begin(Runnable then) {
        hurries = true;
        AtomicBoolean told = new AtomicBoolean();
        Runnable once = () -> {
            if (told.compareAndSet(false, true)) then.run();
        };
        if (!waits(once)) once.run();
        // On a machine this slow a cold spare is better than none.
        else
            CompletableFuture.delayedExecutor(HURRY_MILLIS, TimeUnit.MILLISECONDS)
                    .execute(() -> {
                        hurries = false;
                        once.run();
                    });
    }

    private synchronized boolean waits(Runnable then) {
        return !over && waiting.add(then);
    }

    /** Begins with the first session of the process that may see a server die. */
    synchronized void begin(RunningRgs user) {
        users.add(user);
        if (!over && thread == null) start();
    }

    private synchronized void start() {
        thread = new Thread(this::run, "rgs-warm-up");
        thread.setDaemon(true);
        thread.start();
    }

    /** Ends it if nobody else needs it; the next user goes on where it ended. */
    void leave(RunningRgs user) {
        users.remove(user);
        Thread running;
        synchronized (this) {
            running = thread;
        }
        if (running == null || !users.isEmpty()) return;
        running.interrupt();
        try {
            running.join(WARM_UP_ENDS_MILLIS);
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        boolean failed = true;
        try {
            BackgroundThrottle leisure = new BackgroundThrottle();
            BooleanSupplier goesOn = () -> goesOn(leisure);
            if (goesOn.getAsBoolean()) loadStates(MemberState.class);
            rehearsals = Rehearsal.run(rehearsals, REHEARSALS, clock -> new LinesInMemory(clock)::open, goesOn);
            while (groups < groupsWanted() && goesOn.getAsBoolean()) {
                JGroupsWarmUp.run(1);
                groups++;
            }
            failed = false;
        } catch (RuntimeException | AssertionError fault) {
            LOG.debug("the rehearsal of a recovery ended early; the first real one will take longer", fault);
        } finally {
            List<Runnable> told;
            synchronized (this) {
                thread = null;
                over = failed || rehearsals == REHEARSALS && groups >= groupsWanted();
                // A user that came while this one was ending.
                if (!over && !users.isEmpty()) start();
                told = List.copyOf(waiting);
                waiting.clear();
            }
            told.forEach(Runnable::run);
        }
    }

    /**
     * The tables of the states are long, and otherwise made when a state is entered for the first time: while a game
     * stands still.
     */
    private static void loadStates(Class<?> sealed) {
        for (Class<?> state : sealed.getPermittedSubclasses()) {
            if (state.isSealed()) loadStates(state);
            else initialise(state);
        }
    }

    private static void initialise(Class<?> state) {
        try {
            Class.forName(state.getName(), true, state.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    private int groupsWanted() {
        return hurries ? JGroupsWarmUp.ROUNDS : JGroupsWarmUp.ROUNDS / 2;
    }

    private boolean goesOn(BackgroundThrottle leisure) {
        try {
            while (!hurries && users.stream().anyMatch(RunningRgs::isWaiting)) Thread.sleep(GAME_FIRST_MILLIS);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
        return (hurries || leisure.rest())
                && !users.isEmpty()
                && !Thread.currentThread().isInterrupted();
    }
}
