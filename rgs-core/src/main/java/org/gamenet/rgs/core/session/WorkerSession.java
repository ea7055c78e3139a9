package org.gamenet.rgs.core.session;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import org.gamenet.rgs.Conditions;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.GameInfo;
import org.gamenet.rgs.Incoming;
import org.gamenet.rgs.Limit;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.Recording;
import org.gamenet.rgs.RgsException;
import org.gamenet.rgs.ServerRole;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.SessionEvent;
import org.gamenet.rgs.StateHandler;
import org.gamenet.rgs.Stats;
import org.gamenet.rgs.View;
import org.gamenet.rgs.core.lanes.DatumTrace;
import org.gamenet.rgs.core.lanes.OutgoingMessage;
import org.gamenet.rgs.core.lanes.StateMarks;
import org.gamenet.rgs.core.lanes.Subject;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.gamenet.rgs.core.recording.LogWriter;
import org.gamenet.rgs.core.session.base.Advert;
import org.gamenet.rgs.core.session.base.Attributes;
import org.gamenet.rgs.core.session.base.Counters;
import org.gamenet.rgs.core.session.base.Gauges;
import org.gamenet.rgs.core.session.base.Rates;
import org.gamenet.rgs.core.session.base.SearchGoal;
import org.gamenet.rgs.core.session.base.SessionPorts;
import org.gamenet.rgs.core.session.base.SessionSetup;
import org.gamenet.rgs.core.session.base.WorkerInput;
import org.gamenet.rgs.core.session.game.Callback;
import org.gamenet.rgs.core.session.game.GameSide;
import org.gamenet.rgs.core.session.game.GameThread;
import org.gamenet.rgs.core.session.game.Handlers;
import org.gamenet.rgs.core.session.game.Inbox;
import org.gamenet.rgs.core.session.game.SessionStatus;
import org.gamenet.rgs.core.session.game.StatsReading;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The session that the game sees, in front of its worker: what comes in is handed out here, what goes out is checked
 * and encoded here.
 */
public final class WorkerSession implements Session {
    private static final Logger LOG = LoggerFactory.getLogger(WorkerSession.class);

    private final SessionWorker worker;
    private final GameThread thread = new GameThread();
    private final Handlers handlers = new Handlers();
    private final Rates rates = new Rates();
    private final AtomicLong unhandled = new AtomicLong();
    private final Map<Class<?>, Boolean> unhandledTold = new ConcurrentHashMap<>();
    private final AtomicBoolean left = new AtomicBoolean();
    private final AtomicBoolean owesPackage = new AtomicBoolean();
    private final AtomicBoolean owesGoodbye = new AtomicBoolean();
    /**
     * The thread that packs the last package, for as long: to the game's code within, this session still is what it
     * was.
     */
    private volatile @Nullable Thread parting;

    private final AtomicBoolean posted = new AtomicBoolean();
    private final Tracer tracer;
    private volatile @Nullable Recorder recorder;
    private volatile @Nullable Executor executor;
    private volatile @Nullable StateKeeper<?> keeper;
    private volatile boolean begun;
    /** Whether the game that is wanted is one of equals. */
    private final boolean peers;
    /** The thread that is in the executor of updateOn right now. */
    private volatile @Nullable Thread posts;
    /** That executor has been seen to run nothing on the thread that posts. */
    private volatile boolean elsewhere;

    private volatile boolean inPlace;
    private @Nullable Incoming polled;

    /** A session with this goal; its worker is still to be run: by a {@link WorkerThread}, or by hand. */
    public WorkerSession(SessionSetup setup, SessionPorts ports, SearchGoal goal) {
        this.worker = new SessionWorker(setup, ports, goal, new Side());
        this.peers = goal instanceof SearchGoal.Register host && host.rules().peers()
                || goal instanceof SearchGoal.HostOrJoin either
                        && either.rules().peers();
        this.tracer = new Tracer(worker.time(), () -> worker.gauges().clockErrorMillis(), worker.names()::peer);
    }

    /** The worker that makes it run. */
    public SessionWorker worker() {
        return worker;
    }

    /** Messages that leave this session fare like this from now on. Any thread. */
    public void conditions(Conditions conditions) {
        worker.mailbox().offer(new WorkerInput.Conditioned(conditions));
    }

    private final class Side implements GameSide {
        @Override
        public boolean hasState() {
            return keeper != null;
        }

        @Override
        public long restoringNanos(long now) {
            StateKeeper<?> keeping = keeper;
            return keeping == null ? 0 : keeping.restoringNanos(now);
        }

        @Override
        public void waits() {
            post();
        }

        @Override
        public boolean mayHandleHere() {
            return executor != null && !elsewhere;
        }
    }

    // ---- where am I

    private SessionStatus status() {
        return worker.inbox().status();
    }

    @Override
    public Phase phase() {
        return left.get() && parting != Thread.currentThread() ? Phase.CLOSED : status().phase();
    }

    @Override
    public Peer self() {
        return worker.self();
    }

    @Override
    public View view() {
        return status().view();
    }

    @Override
    public String rejoinToken() {
        GameInfo game = game();
        return worker.seat().forAnother(game.id(), game.name()).text();
    }

    @Override
    public GameInfo game() {
        GameInfo game = status().game();
        if (game == null) throw new IllegalStateException("not in a game: wait for phase() PLAYING");
        return game;
    }

    @Override
    public ServerRole role() {
        return phase() == Phase.CLOSED ? ServerRole.IDLE : status().role();
    }

    @Override
    public double gameTime() {
        return worker.time().game();
    }

    @Override
    public Stats stats() {
        long now = worker.time().now();
        Counters counters = worker.counters();
        Gauges gauges = worker.gauges();
        return new StatsReading(
                gauges.rttMillis(),
                gauges.rtts(),
                gauges.clockErrorMillis(),
                rates.medianAgeMillis(now),
                tracer.screenAgeMillis(),
                tracer.ages(),
                gauges.sentPerSecond(),
                gauges.receivedPerSecond(),
                worker.inbox().queued(),
                worker.inbox().overflowed() + worker.outbox().dropped() + gauges.lanesOverflowed(),
                gauges.atRisk(),
                counters.staleFrames() + gauges.lanesStale(),
                counters.malformedFrames() + worker.inbox().malformed() + gauges.lanesMalformed(),
                unhandled.get());
    }

    // ---- send

    @Override
    public void send(Record message, Delivery how) {
        offer(OutgoingMessage.To.ALL, 0, message, how);
    }

    @Override
    public void send(Record message, Delivery how, long key) {
        if (how != Delivery.UNRELIABLE_SEQUENCED)
            throw new IllegalArgumentException("a key has a meaning for UNRELIABLE_SEQUENCED only, not for " + how);
        offer(OutgoingMessage.To.ALL, 0, message, how, key);
    }

    @Override
    public void send(Peer to, Record message, Delivery how) {
        if (to == null) throw new IllegalArgumentException("no receiver: to is null");
        if (how == Delivery.TOTAL_ORDER)
            throw new IllegalArgumentException("TOTAL_ORDER is for all: send to one RELIABLE_ORDERED");
        offer(OutgoingMessage.To.ONE, to.id(), message, how);
    }

    @Override
    public void sendToServer(Record message, Delivery how) {
        if (how == Delivery.TOTAL_ORDER)
            throw new IllegalArgumentException("TOTAL_ORDER is for all: send to the server RELIABLE_ORDERED");
        if (peers || status().peers())
            throw new IllegalStateException("peers have no server: send to all, TOTAL_ORDER");
        offer(OutgoingMessage.To.SERVER, 0, message, how);
    }

    private void offer(OutgoingMessage.To to, long peer, Record message, Delivery how) {
        offer(to, peer, message, how, 0);
    }

    private void offer(OutgoingMessage.To to, long peer, Record message, Delivery how, long key) {
        if (message == null) throw new IllegalArgumentException("no message: it is null");
        if (how == null) throw new IllegalArgumentException("no delivery: how is null");
        if (phase() == Phase.CLOSED)
            throw new IllegalStateException("this session is over: nothing can be sent any more");
        if (worker.spectates())
            throw new IllegalStateException("a spectator hears all and may not send: join with player(name)");
        byte[] bytes =
                worker.setup().records().encodeBody(message, worker.setup().size(Limit.MESSAGE_BYTES), 0);
        if (isUnreliable(how) && phase() != Phase.PLAYING) return;
        int type = worker.setup().records().idOf(message.getClass());
        StateKeeper<?> keeping = keeper;
        Optional<StateMarks> marks =
                keeping != null && keeping.typeId() == type ? StateKeeper.marksOf(worker) : Optional.empty();
        double sentAt =
                marks.map(StateMarks::time).orElseGet(() -> worker.time().game());
        OutgoingMessage outgoing = new OutgoingMessage(
                to,
                peer,
                how,
                new Subject(type, key),
                bytes,
                sentAt,
                marks.orElse(null),
                traces(to, type, how, sentAt));
        if (!worker.outbox().offer(outgoing)) {
            throw new RgsException(
                    Reason.QUEUE_FULL,
                    worker.outbox().waiting() + " reliable messages wait to go out: send less, or raise SEND_MESSAGES");
        }
        Recorder recording = recorder;
        if (recording != null) recording.sent(outgoing);
    }

    /**
     * A datum goes from a player's message to the server into the next world, or where there is no such thing into the
     * next message to all.
     */
    private @Nullable List<DatumTrace> traces(OutgoingMessage.To to, int type, Delivery how, double sentAt) {
        if (to == OutgoingMessage.To.SERVER) return tracer.toServer(self(), sentAt);
        StateKeeper<?> keeping = keeper;
        boolean world = keeping == null || keeping.typeId() == type;
        return to == OutgoingMessage.To.ALL && how != Delivery.TOTAL_ORDER && world ? tracer.toAll() : null;
    }

    private static boolean isUnreliable(Delivery how) {
        return how == Delivery.UNRELIABLE || how == Delivery.UNRELIABLE_SEQUENCED;
    }

    // ---- receive

    @Override
    public @Nullable Incoming recv() {
        thread.enter("recv");
        try {
            begin();
            polled = null;
            while (!left.get() && polled == null && worker.inbox().handOut(poll, Long.MAX_VALUE)) continue;
            afterHandOut();
            return polled;
        } finally {
            worker.inbox().done();
            part();
            thread.exit();
        }
    }

    private final Runnable update = this::updatePosted;

    private final Inbox.Reader poll = new Inbox.Reader() {
        @Override
        public void traced(List<DatumTrace.Arrived> traces) {
            tracer.handedOut(self(), traces);
        }

        @Override
        public void message(Peer from, Record message, double sentAt) {
            age(sentAt);
            Recorder recording = recorder;
            if (recording != null) recording.heard(from, message, sentAt);
            polled = new Incoming(from, message, sentAt);
        }

        @Override
        public void event(Peer about, SessionEvent event, double at) {
            Recorder recording = recorder;
            if (recording != null) recording.told(about, event, at);
            polled = new Incoming(about, (Record) event, at);
        }

        @Override
        public void callback(Callback wanted) {
            call(wanted);
        }
    };

    private final Inbox.Reader push = new Inbox.Reader() {
        @Override
        public void traced(List<DatumTrace.Arrived> traces) {
            tracer.handedOut(self(), traces);
        }

        @Override
        public void message(Peer from, Record message, double sentAt) {
            age(sentAt);
            Recorder recording = recorder;
            if (recording != null) recording.heard(from, message, sentAt);
            if (!handlers.handle(from, message)) unhandled(message);
        }

        @Override
        public void event(Peer about, SessionEvent event, double at) {
            Recorder recording = recorder;
            if (recording != null) recording.told(about, event, at);
            handlers.handle(about, (Record) event);
        }

        @Override
        public void callback(Callback wanted) {
            call(wanted);
        }
    };

    private void age(double sentAt) {
        rates.age(worker.time().now(), Math.max(0, worker.time().game() - sentAt));
    }

    private void call(Callback wanted) {
        Recorder recording = recorder;
        if (recording != null && wanted instanceof Callback.Restore restore) recording.restored(restore.packages());
        StateKeeper<?> keeping = keeper;
        if (keeping != null) keeping.call(wanted);
    }

    private void unhandled(Record message) {
        unhandled.incrementAndGet();
        if (unhandledTold.putIfAbsent(message.getClass(), true) == null) {
            LOG.info(
                    "{}: nobody handles {}: add on({}.class, ...) (told once)",
                    self(),
                    message.getClass().getName(),
                    message.getClass().getSimpleName());
        }
    }

    @Override
    public <T> Session on(Class<T> type, BiConsumer<? super Peer, ? super T> handler) {
        if (type == null || handler == null)
            throw new IllegalArgumentException("on(type, handler): neither may be null");
        if (!type.isInterface() && !type.isRecord() && type != Record.class) {
            throw new IllegalArgumentException(
                    type.getName() + " is neither a record nor an interface: no item is ever of it");
        }
        boolean event = SessionEvent.class.isAssignableFrom(type);
        if (type.isRecord() && !event && !worker.setup().records().knows(type)) {
            throw new IllegalArgumentException(
                    type.getName() + " is none of the records of this game: add it to records(...)");
        }
        thread.check("on");
        handlers.put(type, handler);
        return this;
    }

    @Override
    public <S extends Record> Session state(Class<S> type, StateHandler<S> handler) {
        if (type == null || handler == null)
            throw new IllegalArgumentException("state(type, handler): neither may be null");
        if (!worker.setup().records().knows(type)) {
            throw new IllegalArgumentException(
                    type.getName() + " is none of the records of this game: add it to records(...)");
        }
        thread.check("state");
        if (begun) throw new IllegalStateException("state(...) comes before the first update or recv");
        worker.inbox().stateType(worker.setup().records().idOf(type));
        keeper = new StateKeeper<>(type, handler, worker);
        return this;
    }

    @Override
    public boolean update() {
        thread.enter("update");
        try {
            long upTo = begin();
            while (!left.get() && worker.inbox().handOut(push, upTo)) continue;
            afterHandOut();
            return !left.get() && (phase() != Phase.CLOSED || worker.inbox().queued() > 0);
        } finally {
            worker.inbox().done();
            part();
            thread.exit();
        }
    }

    @Override
    public void acted() {
        if (phase() == Phase.PLAYING) tracer.acted();
    }

    @Override
    public void drawn() {
        tracer.drawn();
    }

    private long begin() {
        if (!begun) worker.mailbox().pump();
        begun = true;
        beginRecording();
        return worker.inbox().begin();
    }

    private void afterHandOut() {
        StateKeeper<?> keeping = keeper;
        if (keeping != null && !left.get()) keeping.packIfDue(worker.gauges().packageEveryNanos());
    }

    // ---- the log

    @Override
    public synchronized Recording record(Path file) {
        if (file == null) throw new IllegalArgumentException("record(file): it may not be null");
        if (phase() == Phase.CLOSED) throw new IllegalStateException("this session is over: nothing is left to record");
        Recorder before = recorder;
        if (before != null && !before.isOver())
            throw new IllegalStateException("this session is being recorded already: close that one first");
        Recorder recording = new Recorder(LogWriter.open(file, worker.setup().limit(Limit.RECORDING_BYTES)), worker);
        recorder = recording;
        return recording;
    }

    private void beginRecording() {
        Recorder recording = recorder;
        if (recording == null || recording.hasBegun()) return;
        StateKeeper<?> keeping = keeper;
        recording.begin(status(), keeping == null ? Optional.empty() : keeping.forLog());
    }

    @Override
    public Session updateOn(Executor poster) {
        if (poster == null) throw new IllegalArgumentException("updateOn(executor): it may not be null");
        thread.check("updateOn");
        if (executor != null) throw new IllegalStateException("updateOn was called before: once is enough");
        executor = poster;
        worker.inbox().done();
        postInTurn();
        return this;
    }

    /**
     * Posts one update, unless one is posted already. Any thread; if the executor runs it here, whoever has the turn
     * and no other.
     */
    private void post() {
        Executor poster = executor;
        if (poster == null || left.get() && !owesPackage.get() || !posted.compareAndSet(false, true)) return;
        try {
            posts = Thread.currentThread();
            poster.execute(update);
            elsewhere = !inPlace;
        } catch (RejectedExecutionException closed) {
            posted.set(false);
            LOG.warn("{}: the executor of updateOn takes nothing more: {}", self(), closed.getMessage());
        } catch (RuntimeException | Error thrown) {
            // A handler's, in place: as on any other thread it ends one update, and nothing of RGS.
            Thread here = Thread.currentThread();
            here.getUncaughtExceptionHandler().uncaughtException(here, thrown);
        } finally {
            posts = null;
        }
    }

    /**
     * The same from outside of a turn: handlers run on no thread of the application that only wanted to say something.
     */
    private void postInTurn() {
        if (elsewhere) {
            post();
            return;
        }
        worker.mailbox().offer(new WorkerInput.Posts());
        if (worker.isFinished()) post();
    }

    private void updatePosted() {
        posted.set(false);
        if (posts == Thread.currentThread()) {
            inPlace = true;
            elsewhere = false;
        }
        update();
    }

    // ---- the server's own

    private void checkServer(String what) {
        if (!role().isActive())
            throw new IllegalStateException(what + " is for the server; this session is " + role() + " and " + phase());
    }

    @Override
    public void kick(Peer player, String why) {
        if (player == null || why == null) throw new IllegalArgumentException("kick(player, why): neither may be null");
        checkServer("kick");
        if (player.id() == self().id())
            throw new IllegalArgumentException("the server cannot kick itself: leave() or end(why)");
        worker.mailbox().offer(new WorkerInput.Asked(new Event.KickAsked(player.id(), why)));
    }

    @Override
    public void advertise(boolean open, Map<String, String> attributes) {
        if (attributes == null)
            throw new IllegalArgumentException("advertise(open, attributes): attributes may not be null");
        Attributes.check(attributes);
        checkServer("advertise");
        worker.mailbox().offer(new WorkerInput.Advertised(new Advert(0, open, attributes)));
    }

    @Override
    public void end(String why) {
        if (why == null) throw new IllegalArgumentException("end(why): it may not be null");
        checkServer("end");
        worker.mailbox().offer(new WorkerInput.Asked(new Event.EndAsked(why)));
    }

    // ---- the end

    /**
     * A server hands over what it shows now, not what it showed at its last package. The game's own code packs it:
     * here, if this is the game's thread; else when update is called next, or ends, which a takeover does not wait for.
     */
    @Override
    public void leave() {
        boolean serves = keeper != null && status().role().isActive();
        if (!left.compareAndSet(false, true)) return;
        owesPackage.set(serves);
        if (thread.isInside()) owesGoodbye.set(true);
        else sayGoodbye();
        Recorder recording = recorder;
        if (recording != null) recording.close();
    }

    private void sayGoodbye() {
        try {
            if (thread.isMine()) part();
        } finally {
            worker.mailbox().offer(new WorkerInput.Left());
            postInTurn();
        }
    }

    /** The work that was left when leave was called. Game thread. */
    private void part() {
        if (!left.get()) return;
        StateKeeper<?> keeping = keeper;
        try {
            if (keeping != null && owesPackage.compareAndSet(true, false)) {
                parting = Thread.currentThread();
                keeping.packLast();
            }
        } finally {
            parting = null;
            if (owesGoodbye.compareAndSet(true, false)) worker.mailbox().offer(new WorkerInput.Left());
        }
    }
}
