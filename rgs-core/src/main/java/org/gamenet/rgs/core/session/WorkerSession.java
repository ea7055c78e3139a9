package org.gamenet.rgs.core.session;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import org.gamenet.rgs.Conditions;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.GameInfo;
import org.gamenet.rgs.Incoming;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.Recording;
import org.gamenet.rgs.ServerRole;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.StateHandler;
import org.gamenet.rgs.Stats;
import org.gamenet.rgs.View;
import org.gamenet.rgs.core.lanes.OutgoingMessage;
import org.gamenet.rgs.core.session.base.SearchGoal;
import org.gamenet.rgs.core.session.base.SessionPorts;
import org.gamenet.rgs.core.session.base.SessionSetup;
import org.gamenet.rgs.core.session.base.WorkerInput;
import org.gamenet.rgs.core.session.game.GameSide;
import org.gamenet.rgs.core.session.game.GameThread;
import org.gamenet.rgs.core.session.game.Handlers;
import org.gamenet.rgs.core.session.game.InboxReader;
import org.gamenet.rgs.core.session.game.SessionStatus;
import org.gamenet.rgs.core.session.game.ShownState;
import org.jspecify.annotations.Nullable;

/**
 * The session that the game sees, in front of its worker: what comes in is handed out here, what goes out is checked
 * and encoded here.
 */
public final class WorkerSession implements Session {
    private final SessionWorker worker;
    private final GameThread thread = new GameThread();
    private final Handlers handlers = new Handlers();
    private final Farewell farewell;
    private final Tracer tracer;
    private final SessionFigures figures;
    private final SessionLog log;
    private final MessageSender sender;
    private final PostedUpdates posts;
    private final ServerRequests server;
    private final InboxReader poll;
    private final InboxReader push;
    private volatile @Nullable StateKeeper<?> keeper;
    private volatile boolean begun;
    /** Whether the game that is wanted is one of equals. */
    private final boolean peers;

    private @Nullable Incoming polled;
    /** Whether the application takes what comes by recv, and not by update. Game thread. */
    private boolean polls;

    /** A session with this goal; its worker is still to be run: by a {@link WorkerThread}, or by hand. */
    public WorkerSession(SessionSetup setup, SessionPorts ports, SearchGoal goal) {
        this.worker = new SessionWorker(setup, ports, goal, new Side());
        this.peers = goal instanceof SearchGoal.Register host && host.rules().peers()
                || goal instanceof SearchGoal.HostOrJoin either
                        && either.rules().peers();
        this.farewell = new Farewell(worker.mailbox());
        this.tracer = new Tracer(worker.time(), () -> worker.gauges().clockErrorMillis(), worker.names()::peer);
        this.figures = new SessionFigures(worker, tracer);
        this.log = new SessionLog(worker);
        this.sender = new MessageSender(worker, tracer, log, () -> keeper, this::shown);
        this.posts = new PostedUpdates(worker, this::update, farewell::wantsNothing, thread::isInside);
        this.server = new ServerRequests(this, worker.mailbox());
        this.poll = new FollowedReader(tracer, figures, log, worker.seat(), () -> keeper, this::poll);
        this.push = new FollowedReader(
                tracer, figures, log, worker.seat(), () -> keeper, (from, item, at) -> handlers.handle(from, item));
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
        public ShownState sent() {
            StateKeeper<?> keeping = keeper;
            return keeping == null ? ShownState.NOTHING : keeping.sent();
        }

        @Override
        public long restoringNanos(long now) {
            StateKeeper<?> keeping = keeper;
            return keeping == null ? 0 : keeping.restoringNanos(now);
        }

        @Override
        public long cut() {
            StateKeeper<?> keeping = keeper;
            return keeping == null ? 0 : keeping.cut();
        }

        @Override
        public void waits(boolean here) {
            posts.post(here);
        }

        @Override
        public boolean mayHandleHere() {
            return posts.mayBeHere();
        }

        @Override
        public long postsAgainAt() {
            return posts.againAt();
        }
    }

    // ---- where am I

    private SessionStatus status() {
        return worker.inbox().status();
    }

    @Override
    public Phase phase() {
        return farewell.isOver() ? Phase.CLOSED : status().phase();
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
        return figures.stats();
    }

    // ---- send

    @Override
    public void send(Record message, Delivery how) {
        sender.send(OutgoingMessage.To.ALL, 0, message, how, 0, phase());
    }

    @Override
    public void send(Record message, Delivery how, long key) {
        if (how != Delivery.UNRELIABLE_SEQUENCED)
            throw new IllegalArgumentException("a key has a meaning for UNRELIABLE_SEQUENCED only, not for " + how);
        sender.send(OutgoingMessage.To.ALL, 0, message, how, key, phase());
    }

    @Override
    public void send(Peer to, Record message, Delivery how) {
        if (to == null) throw new IllegalArgumentException("no receiver: to is null");
        if (how == Delivery.TOTAL_ORDER)
            throw new IllegalArgumentException("TOTAL_ORDER is for all: send to one RELIABLE_ORDERED");
        sender.send(OutgoingMessage.To.ONE, to.id(), message, how, 0, phase());
    }

    @Override
    public void sendToServer(Record message, Delivery how) {
        if (how == Delivery.TOTAL_ORDER)
            throw new IllegalArgumentException("TOTAL_ORDER is for all: send to the server RELIABLE_ORDERED");
        if (peers || status().peers())
            throw new IllegalStateException("peers have no server: send to all, TOTAL_ORDER");
        sender.send(OutgoingMessage.To.SERVER, 0, message, how, 0, phase());
    }

    // ---- receive

    @Override
    public @Nullable Incoming recv() {
        thread.enter("recv");
        try {
            begin();
            // The item that was returned last is in the state by now; the next one is not.
            afterHandOut();
            polled = null;
            polls = true;
            while (!farewell.hasBegun() && polled == null && worker.inbox().handOut(poll, Long.MAX_VALUE)) continue;
            return polled;
        } finally {
            worker.inbox().done();
            farewell.settle(keeper);
            thread.exit();
        }
    }

    private boolean poll(Peer from, Record item, double at) {
        polled = new Incoming(from, item, at);
        return true;
    }

    @Override
    public <T> Session on(Class<T> type, BiConsumer<? super Peer, ? super T> handler) {
        Handlers.check(type, handler, worker.setup().records());
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
        worker.inbox().state().type(worker.setup().records().idOf(type));
        keeper = new StateKeeper<>(type, handler, worker);
        return this;
    }

    @Override
    public boolean update() {
        thread.enter("update");
        try {
            long upTo = begin();
            polls = false;
            while (farewell.hears() && worker.inbox().handOut(push, upTo)) continue;
            afterHandOut();
            return !farewell.hasBegun()
                    && (phase() != Phase.CLOSED || worker.inbox().queued() > 0);
        } finally {
            worker.inbox().done();
            farewell.settle(keeper);
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
        if (keeping != null && !farewell.hasBegun())
            keeping.packIfDue(worker.gauges().packageEveryNanos());
    }

    /** The server has sent something: it leaves with the package of this update, or of one that is posted for it. */
    private void shown() {
        StateKeeper<?> keeping = keeper;
        if (keeping != null) keeping.changes();
        if (worker.isWaitedFor() && !thread.isInside()) posts.post(false);
    }

    // ---- the log

    @Override
    public Recording record(Path file) {
        if (file == null) throw new IllegalArgumentException("record(file): it may not be null");
        if (phase() == Phase.CLOSED) throw new IllegalStateException("this session is over: nothing is left to record");
        return log.open(file);
    }

    private void beginRecording() {
        if (!log.isToBegin()) return;
        StateKeeper<?> keeping = keeper;
        log.begin(status(), keeping == null ? Optional.empty() : keeping.forLog());
    }

    @Override
    public Session updateOn(Executor poster) {
        if (poster == null) throw new IllegalArgumentException("updateOn(executor): it may not be null");
        thread.check("updateOn");
        if (posts.arePosted()) throw new IllegalStateException("updateOn was called before: once is enough");
        posts.to(poster);
        posts.post(false);
        return this;
    }

    // ---- the server's own

    @Override
    public void kick(Peer player, String why) {
        server.kick(player, why);
    }

    @Override
    public void advertise(boolean open, Map<String, String> attributes) {
        server.advertise(open, attributes);
    }

    @Override
    public void handover(Peer to) {
        server.handover(to);
    }

    @Override
    public void end(String why) {
        server.end(why);
    }

    // ---- the end

    /**
     * A server hands over what it shows now, not what it showed at its last package, and is told first what waits for
     * it. The game's own code packs it: here, if this is the game's thread; else when update is called next, or ends,
     * which a takeover does not wait for.
     */
    @Override
    public void leave() {
        boolean serves = keeper != null && status().role().isActive();
        if (!farewell.begin(serves)) return;
        try {
            if (thread.isInside()) farewell.owe();
            else sayGoodbye();
        } finally {
            log.close();
        }
    }

    private void sayGoodbye() {
        try {
            if (thread.isMine() && !polls) update();
            else if (thread.isMine()) farewell.settle(keeper);
        } finally {
            farewell.sayGoodbye();
            posts.post(false);
        }
    }
}
