package org.gamenet.rgs.core.session.replay;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.GameInfo;
import org.gamenet.rgs.Incoming;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.Recording;
import org.gamenet.rgs.Replay;
import org.gamenet.rgs.RgsException;
import org.gamenet.rgs.ServerRole;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.SessionEvent;
import org.gamenet.rgs.StateHandler;
import org.gamenet.rgs.StatePackage;
import org.gamenet.rgs.Stats;
import org.gamenet.rgs.View;
import org.gamenet.rgs.core.recording.Entry;
import org.gamenet.rgs.core.recording.LogReader;
import org.gamenet.rgs.core.session.base.Gauges;
import org.gamenet.rgs.core.session.base.SessionSetup;
import org.gamenet.rgs.core.session.game.GameThread;
import org.gamenet.rgs.core.session.game.Handlers;
import org.gamenet.rgs.core.session.game.StatsReading;
import org.gamenet.rgs.core.wire.MalformedException;
import org.gamenet.rgs.core.wire.Schema;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A session log as a session: what was handed out then is handed out now, at its own pace or another. */
public final class ReplaySession implements Replay {
    private static final Logger LOG = LoggerFactory.getLogger(ReplaySession.class);
    private static final double FASTEST = 1_000;

    private final SessionSetup setup;
    private final LongSupplier nanoTime;
    private final LogReader log;
    private final List<Peer> players;
    private final double seconds;
    private final GameThread thread = new GameThread();
    private final Handlers handlers = new Handlers();
    private final AtomicLong malformed = new AtomicLong();
    private final AtomicLong unhandled = new AtomicLong();

    private volatile Entry.Stand stand = new Entry.Stand(
            Phase.WAITING, new View(0, 0, List.of(), List.of()), ServerRole.IDLE, java.util.Optional.empty());
    private volatile Peer self;
    private volatile boolean over;
    private @Nullable Keeper<?> keeper;
    private LogReader.@Nullable Timed next;
    private @Nullable Incoming polled;

    private long markNanos;
    private double markSeconds;
    private double times = 1;
    private boolean runs;

    private record Keeper<S extends Record>(Class<S> type, StateHandler<S> handler) {}

    /** Throws as {@link org.gamenet.rgs.Rgs#replay} says. {@code nanoTime}: monotonic. */
    public ReplaySession(SessionSetup setup, LongSupplier nanoTime, LogReader log) {
        this.setup = setup;
        this.nanoTime = nanoTime;
        check(setup, log.head());
        Set<Peer> seen = new LinkedHashSet<>();
        double last = 0;
        for (LogReader.Timed each = log.next(); each != null; each = log.next()) {
            last = each.at();
            if (each.entry() instanceof Entry.Stand at) seen.addAll(at.view().players());
        }
        if (!log.damage().isEmpty()) LOG.warn("the session log is played as far as it goes: {}", log.damage());
        this.players = List.copyOf(seen);
        this.seconds = last;
        this.log = log.again();
        this.self = log.peer(log.head().self().id());
        this.next = this.log.next();
    }

    private static void check(SessionSetup setup, Entry.Head head) {
        if (!head.kind().equals(setup.kind())) {
            throw new IllegalArgumentException(
                    "a log of the game " + head.kind() + ", not of " + setup.kind() + ": play it with that one");
        }
        try {
            Schema theirs = Schema.decode(head.schema());
            setup.records().schema().firstDifference(theirs).ifPresent(difference -> {
                throw new RgsException(
                        Reason.RECORDS_DIFFER, difference + ": play the log with the build that made it");
            });
        } catch (MalformedException wrong) {
            throw new IllegalArgumentException(
                    "a session log whose records cannot be read: " + wrong.getMessage(), wrong);
        }
    }

    // ---- the replay's own

    @Override
    public List<Peer> players() {
        return players;
    }

    @Override
    public Replay as(Peer player) {
        if (player == null) throw new IllegalArgumentException("as(player): it may not be null");
        self = player;
        return this;
    }

    @Override
    public synchronized Replay speed(double wanted) {
        if (!(wanted >= 0 && wanted <= FASTEST))
            throw new IllegalArgumentException("speed(" + wanted + "): 0 to " + FASTEST + " are allowed");
        mark();
        times = wanted;
        return this;
    }

    @Override
    public double seconds() {
        return seconds;
    }

    private synchronized double position() {
        return runs ? markSeconds + times * (nanoTime.getAsLong() - markNanos) / 1e9 : 0;
    }

    private synchronized void mark() {
        markSeconds = position();
        markNanos = nanoTime.getAsLong();
    }

    private synchronized void run() {
        if (runs) return;
        mark();
        runs = true;
    }

    // ---- handing out

    @Override
    public boolean update() {
        thread.enter("update");
        try {
            run();
            double upTo = position();
            while (handOut(upTo, false)) continue;
            return !over;
        } finally {
            thread.exit();
        }
    }

    @Override
    public @Nullable Incoming recv() {
        thread.enter("recv");
        try {
            run();
            polled = null;
            double upTo = position();
            while (polled == null && handOut(upTo, true)) continue;
            return polled;
        } finally {
            thread.exit();
        }
    }

    /** The next item, if it is due; an entry is used up before its handler is called. */
    private boolean handOut(double upTo, boolean polls) {
        if (over) return false;
        LogReader.Timed due = next;
        if (due == null) {
            end(polls);
            return false;
        }
        if (due.at() > upTo) return false;
        next = log.next();
        try {
            play(due.entry(), polls);
        } catch (MalformedException wrong) {
            malformed.incrementAndGet();
        }
        return true;
    }

    private void play(Entry entry, boolean polls) {
        if (entry instanceof Entry.Stand at) {
            stand = at;
        } else if (entry instanceof Entry.Heard heard) {
            Record message = setup.records().decodeBody(heard.type(), heard.body(), log);
            deliver(log.peer(heard.from().id()), message, heard.sentAt(), polls);
        } else if (entry instanceof Entry.Told told) {
            SessionEvent event = log.event(told);
            if (event instanceof SessionEvent.Closed) over = true;
            deliver(log.peer(told.about().id()), (Record) event, told.at(), polls);
        } else if (entry instanceof Entry.Restored restored && keeper != null) {
            restore(keeper, restored);
        }
    }

    private void deliver(Peer from, Record item, double at, boolean polls) {
        if (polls) polled = new Incoming(from, item, at);
        else if (!handlers.handle(from, item) && !(item instanceof SessionEvent)) unhandled.incrementAndGet();
    }

    private <S extends Record> void restore(Keeper<S> keeping, Entry.Restored restored) {
        List<StatePackage<S>> packages = new ArrayList<>();
        for (Entry.Restorable each : restored.packages()) {
            Record state = setup.records().decodeBody(setup.records().idOf(keeping.type), each.state(), log);
            packages.add(new StatePackage<>(
                    log.peer(each.from().id()), each.fromServer(), each.takenAt(), keeping.type.cast(state)));
        }
        if (!packages.isEmpty()) keeping.handler.restoreState(packages);
    }

    private void end(boolean polls) {
        over = true;
        Entry.Stand at = stand;
        stand = new Entry.Stand(Phase.CLOSED, at.view(), at.role(), at.game());
        String why = log.damage().isEmpty() ? "the log ends here" : "the log is " + log.damage();
        deliver(self, new SessionEvent.Closed(SessionEvent.Closed.Why.ENDED, why), gameTime(), polls);
    }

    // ---- where it stands

    @Override
    public Phase phase() {
        return over ? Phase.CLOSED : stand.phase();
    }

    @Override
    public String rejoinToken() {
        throw new IllegalStateException("a replay has no seat to come back to");
    }

    @Override
    public Peer self() {
        return self;
    }

    @Override
    public View view() {
        return stand.view();
    }

    @Override
    public GameInfo game() {
        return stand.game().orElseThrow(() -> new IllegalStateException("not in a game: wait for phase() PLAYING"));
    }

    @Override
    public ServerRole role() {
        return ServerRole.IDLE;
    }

    @Override
    public double gameTime() {
        return log.head().gameTime() + Math.min(seconds, position());
    }

    @Override
    public Stats stats() {
        return new StatsReading(
                Double.NaN,
                Map.of(),
                Double.NaN,
                Double.NaN,
                Double.NaN,
                List.of(),
                0,
                0,
                0,
                0,
                0,
                new StatsReading.Dropped(0, malformed.get(), unhandled.get()),
                Gauges.UNREAD.order());
    }

    // ---- handlers

    @Override
    public <T> Session on(Class<T> type, BiConsumer<? super Peer, ? super T> handler) {
        if (type == null || handler == null)
            throw new IllegalArgumentException("on(type, handler): neither may be null");
        thread.check("on");
        handlers.put(type, handler);
        return this;
    }

    @Override
    public <S extends Record> Session state(Class<S> type, StateHandler<S> handler) {
        if (type == null || handler == null)
            throw new IllegalArgumentException("state(type, handler): neither may be null");
        if (!setup.records().knows(type)) {
            throw new IllegalArgumentException(
                    type.getName() + " is none of the records of this game: add it to records(...)");
        }
        thread.check("state");
        keeper = new Keeper<>(type, handler);
        return this;
    }

    @Override
    public Session updateOn(Executor executor) {
        throw new IllegalStateException("a replay has no pace of its own for updateOn: call update in every frame");
    }

    // ---- what reaches nobody

    @Override
    public void send(Record message, Delivery how) {}

    @Override
    public void send(Record message, Delivery how, long key) {}

    @Override
    public void send(Peer to, Record message, Delivery how) {}

    @Override
    public void sendToServer(Record message, Delivery how) {}

    @Override
    public void acted() {}

    @Override
    public void drawn() {}

    @Override
    public Recording record(java.nio.file.Path file) {
        throw new IllegalStateException("a replay is not recorded: copy its log");
    }

    private static IllegalStateException noServer(String what) {
        return new IllegalStateException(what + " is for the server; a replay serves nobody");
    }

    @Override
    public void kick(Peer player, String why) {
        throw noServer("kick");
    }

    @Override
    public void handover(Peer to) {
        throw noServer("handover");
    }

    @Override
    public void advertise(boolean open, Map<String, String> attributes) {
        throw noServer("advertise");
    }

    @Override
    public void end(String why) {
        throw noServer("end");
    }

    @Override
    public void leave() {
        over = true;
    }
}
