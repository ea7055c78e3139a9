package org.gamenet.rgs.core.session;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.gamenet.rgs.Limit;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.StateHandler;
import org.gamenet.rgs.StatePackage;
import org.gamenet.rgs.core.lanes.StateMarks;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.machine.Payload;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.PackedState;
import org.gamenet.rgs.core.session.base.Frames;
import org.gamenet.rgs.core.session.base.WorkerInput;
import org.gamenet.rgs.core.session.game.Callback;
import org.gamenet.rgs.core.session.game.SessionStatus;
import org.gamenet.rgs.core.session.game.ShownState;
import org.gamenet.rgs.core.wire.MalformedException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The game's state, packed and restored: the only caller of its state handler. Game thread only, within update, recv or
 * leave, except where a method says otherwise.
 *
 * @param <S> the game's state record
 */
final class StateKeeper<S extends Record> {
    private static final Logger LOG = LoggerFactory.getLogger(StateKeeper.class);
    private static final long RESTORE_NANOS = 2_000_000_000L;
    /**
     * Packaging takes at most this part of the game thread's time: one fiftieth, 2 %. Its cost is the least of the last
     * three: that another process or the collector held one of them up must not leave the backup without a copy for
     * fifty times as long.
     */
    private static final long SHARE = 50;

    /** No package is made ahead of need. */
    static final long NEVER = Long.MAX_VALUE;

    private final Class<S> type;
    private final StateHandler<S> handler;
    private final SessionWorker worker;
    private volatile long restoringSince = -1;
    private volatile long failures;
    private boolean told;
    private volatile long cut;
    /** Whether the application was handed something, or has shown something, that no package has in it. */
    private volatile boolean changed;

    private volatile ShownState sent = ShownState.NOTHING;
    private long tookLast;
    private long tookBefore;
    private long nextAt;
    private @Nullable PackedState stoppedWith;

    StateKeeper(Class<S> type, StateHandler<S> handler, SessionWorker worker) {
        this.type = type;
        this.handler = handler;
        this.worker = worker;
    }

    int typeId() {
        return worker.setup().records().idOf(type);
    }

    /** For how long restoreState has been running. Any thread. */
    long restoringNanos(long now) {
        long since = restoringSince;
        return since < 0 ? 0 : Math.max(1, now - since);
    }

    /** Packages that were not made, because the handler threw or made too much. Any thread. */
    long failures() {
        return failures;
    }

    void call(Callback wanted) {
        if (wanted instanceof Callback.TakePackage take) {
            Optional<PackedState> packed = pack();
            if (take.number() == WorkerInput.Packaged.STOPPED) packed.ifPresent(this::stop);
            worker.mailbox().offer(new WorkerInput.Packaged(packed, take.number(), cut));
        }
        if (wanted instanceof Callback.TakeInitialState initial) packInitial(initial);
        if (wanted instanceof Callback.Restore restore) restore(restore);
    }

    private void packInitial(Callback.TakeInitialState wanted) {
        Optional<PackedState> packed = pack();
        // It is shown to the newcomer: a copy of it goes to the backup as well.
        changed = true;
        worker.mailbox().offer(new WorkerInput.InitialPackaged(wanted.newcomer(), wanted.at(), packed, cut));
    }

    /** Output that the server makes from now on is in a later package than the one of this number. Any thread. */
    long cut() {
        return cut;
    }

    /** The application was handed something, or has sent something. Any thread. */
    void changes() {
        changed = true;
    }

    /** The last state that the application has sent as the server of a game that runs. Any thread. */
    ShownState sent() {
        return sent;
    }

    /** The application sends this state, and was told that its game runs. Any thread. */
    void sends(StateMarks state) {
        sent = new ShownState(state.epoch().number(), state.time());
    }

    /** From here on it follows. */
    private void stop(PackedState last) {
        stoppedWith = last;
        worker.inbox().state().stops(last);
    }

    /** The regular package, ahead of need, if it is time. */
    void packIfDue(long everyNanos) {
        SessionStatus status = worker.inbox().status();
        long now = worker.time().now();
        if (everyNanos == NEVER || status.phase() != Phase.PLAYING) return;
        // In a synchronous game others see an update when its package is at the backup (P48).
        boolean owed = changed && status.role().isActive() && worker.isWaitedFor();
        if (!owed && now < nextAt) return;
        Optional<PackedState> packed = pack();
        long took = worker.time().now() - now;
        nextAt = now + Math.max(everyNanos, SHARE * Math.min(took, Math.min(tookLast, tookBefore)));
        tookBefore = tookLast;
        tookLast = took;
        if (packed.isPresent())
            worker.mailbox().offer(new WorkerInput.Packaged(packed, WorkerInput.Packaged.AHEAD, cut));
    }

    /** The beginning of a session log. */
    Optional<PackedState> forLog() {
        return worker.inbox().status().phase() == Phase.WAITING ? Optional.empty() : packKnown();
    }

    /** The package of a server that goes. */
    void packLast() {
        Optional<PackedState> last = packKnown();
        worker.mailbox().offer(new WorkerInput.Packaged(last, WorkerInput.Packaged.LAST, cut));
    }

    /** None while the state that the application has is about to be replaced by one that it should have been given. */
    private Optional<PackedState> packKnown() {
        return worker.inbox().awaitsState() ? Optional.empty() : pack();
    }

    /** Encoded at once: the game may change what it refers to afterwards. */
    private Optional<PackedState> pack() {
        SessionStatus status = worker.inbox().status();
        boolean serves = status.role().isActive();
        // A follower packs what it was shown: whoever served until now was shown nothing yet.
        if (stoppedWith != null && !serves && worker.inbox().state().hasStopped()) return Optional.of(stoppedWith);
        // A message that another thread sends from here on may have more in it than this package.
        cut++;
        changed = false;
        byte[] bytes;
        // Nothing that happens while the handler runs is in the state.
        double now = worker.time().game();
        try {
            S state = handler.packageState();
            if (state == null) throw new IllegalArgumentException("packageState returned null");
            bytes = worker.setup().records().encodeBody(state, worker.setup().size(Limit.PACKAGE_BYTES), 0);
        } catch (Throwable fault) {
            // After any error the waiting part is to hear that no package comes. The memory is free again.
            failures++;
            if (!told)
                LOG.warn(
                        "{}: no state package could be made, the last one stays (later failures are only counted)",
                        worker.self(),
                        fault);
            told = true;
            return Optional.empty();
        }
        StateMarks marks = serves
                ? worker.inbox().handedOut().state(status.epoch(), now)
                : worker.inbox().known();
        return Optional.of(new PackedState(
                        new Payload(bytes),
                        serves,
                        now,
                        marks.epoch(),
                        marks.time(),
                        marks.marks(),
                        status.view().players().stream().map(Peer::id).toList(),
                        Frames.digest(bytes))
                .at(worker.inbox().place()));
    }

    private void restore(Callback.Restore wanted) {
        long since = worker.time().now();
        restoringSince = since;
        boolean done = false;
        String why = "";
        List<MemberId> unreadable = new ArrayList<>();
        try {
            handler.restoreState(unpack(wanted.packages(), unreadable));
            done = worker.time().now() - since <= RESTORE_NANOS;
            if (!done) why = "restoreState took " + (worker.time().now() - since) / 1_000_000 + " ms, more than 2000";
        } catch (Throwable fault) {
            why = "restoreState threw " + fault;
            throw fault;
        } finally {
            restoringSince = -1;
            long millis = (worker.time().now() - since) / 1_000_000;
            worker.mailbox().offer(new WorkerInput.Restored(wanted.number(), done, millis, why, unreadable));
        }
    }

    private List<StatePackage<S>> unpack(List<Effect.Contribution> packages, List<MemberId> unreadable) {
        List<StatePackage<S>> unpacked = new ArrayList<>();
        for (Effect.Contribution each : packages) {
            Peer from = Peer.of(each.from().id().peer(), each.from().name());
            PackedState packed = each.packed();
            try {
                Record state = worker.setup()
                        .records()
                        .decodeBody(typeId(), ByteBuffer.wrap(packed.state().bytes()), worker.names());
                // The marks of a package that cannot be read say nothing about the application's state (P40).
                if (unpacked.isEmpty()) worker.inbox().state().startFrom(packed);
                unpacked.add(new StatePackage<>(from, packed.fromServer(), packed.takenAt(), type.cast(state)));
            } catch (MalformedException malformed) {
                worker.counters().malformed(malformed);
                unreadable.add(each.from().id());
            }
        }
        if (unpacked.isEmpty())
            throw new IllegalStateException("none of " + packages.size() + " packages could be read");
        return List.copyOf(unpacked);
    }

    /** The marks for a state that the game sends now, if it serves. Any thread. */
    static Optional<StateMarks> marksOf(SessionWorker worker) {
        SessionStatus status = worker.inbox().status();
        if (!status.role().isActive()) return Optional.empty();
        return Optional.of(
                worker.inbox().handedOut().state(status.epoch(), worker.time().game()));
    }
}
