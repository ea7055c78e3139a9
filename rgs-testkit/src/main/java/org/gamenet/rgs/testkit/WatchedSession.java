package org.gamenet.rgs.testkit;

import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.GameInfo;
import org.gamenet.rgs.Incoming;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.Recording;
import org.gamenet.rgs.ServerRole;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.SessionEvent;
import org.gamenet.rgs.StateHandler;
import org.gamenet.rgs.Stats;
import org.gamenet.rgs.View;
import org.gamenet.rgs.core.session.WorkerSession;
import org.gamenet.rgs.core.session.game.Handlers;
import org.jspecify.annotations.Nullable;

/** The session in the game's hands: the real one, with an eye on what goes through it and on which thread. */
final class WatchedSession implements Session {
    private final ClusterProcess process;
    private final WorkerSession session;
    private final Handlers handlers = new Handlers();
    private final Ear ear;
    private @Nullable WatchedState<?> state;
    /** Asked for items since the process's frame began. */
    private boolean asked;
    /** The game has RGS call update. */
    private boolean posts;

    private @Nullable Incoming polled;

    WatchedSession(ClusterProcess process, WorkerSession session) {
        this.process = process;
        this.session = session;
        this.ear = new Ear(
                process.toString(),
                session,
                process.plays(),
                process.cluster().seen().orders());
        session.on(SessionEvent.class, (about, event) -> handOut(about, (Record) event));
    }

    WorkerSession real() {
        return session;
    }

    ClusterProcess process() {
        return process;
    }

    /** The game's packages, made and restored; null as long as it has named no callback. */
    @Nullable
    WatchedState<?> watchedState() {
        return state;
    }

    Ear ear() {
        return ear;
    }

    // ---- frames

    void frameBegins() {
        asked = false;
    }

    /** The rest of a frame if the game has no loop of its own. */
    void frameEnds() {
        handled();
        if (!asked && !posts) session.update();
    }

    /** Tells the game's handler alone, past the queue. */
    void tell(Peer about, Record item) {
        handlers.handle(about, item);
    }

    private void handOut(Peer from, Record item) {
        hear(from, item);
        process.cluster().seen().beforeHandOut(this, from, item);
        handlers.handle(from, item);
        process.cluster().seen().afterHandOut(this, from, item);
    }

    private void hear(Peer from, Record item) {
        if (item instanceof SessionEvent event) {
            process.cluster().seen().tell(process, event);
            ear.event(event);
        } else {
            process.cluster()
                    .seen()
                    .ordered()
                    .order(from, item, process.records())
                    .ifPresent(digest -> ear.ordered(from, digest));
        }
    }

    private void check(String what) {
        process.cluster().seen().checkThread(process, what);
    }

    // ---- the game's calls

    @Override
    public boolean update() {
        check("update");
        asked = true;
        return session.update();
    }

    @Override
    public @Nullable Incoming recv() {
        check("recv");
        asked = true;
        handled();
        Incoming item = session.recv();
        if (item == null) return null;
        hear(item.from(), item.body());
        process.cluster().seen().beforeHandOut(this, item.from(), item.body());
        polled = item;
        return item;
    }

    /** A game that asks for its items is done with one when it asks for the next, or ends its frame. */
    private void handled() {
        Incoming item = polled;
        polled = null;
        if (item != null) process.cluster().seen().afterHandOut(this, item.from(), item.body());
    }

    @Override
    public <T> Session on(Class<T> type, BiConsumer<? super Peer, ? super T> handler) {
        check("on");
        if (handler == null) throw new IllegalArgumentException("on(type, handler): neither may be null");
        session.on(type, (from, item) -> handOut(from, (Record) item));
        handlers.put(type, handler);
        return this;
    }

    @Override
    public <S extends Record> Session state(Class<S> type, StateHandler<S> handler) {
        check("state");
        if (handler == null) throw new IllegalArgumentException("state(type, handler): neither may be null");
        WatchedState<S> watched = new WatchedState<>(type, handler, this);
        session.state(type, watched);
        state = watched;
        return this;
    }

    @Override
    public Session updateOn(Executor executor) {
        check("updateOn");
        if (executor == null) throw new IllegalArgumentException("updateOn(executor): it may not be null");
        session.updateOn(update -> executor.execute(() -> {
            check("update");
            update.run();
        }));
        posts = true;
        return this;
    }

    @Override
    public void send(Record message, Delivery how) {
        check("send");
        session.send(message, how);
        process.cluster().seen().ordered().sent(session.self(), message, how, process.records());
        process.cluster().seen().sent(this, message);
    }

    @Override
    public void send(Record message, Delivery how, long key) {
        check("send");
        session.send(message, how, key);
        process.cluster().seen().ordered().sent(session.self(), message, how, process.records());
        process.cluster().seen().sent(this, message);
    }

    @Override
    public void send(Peer to, Record message, Delivery how) {
        check("send");
        session.send(to, message, how);
        process.cluster().seen().ordered().sent(session.self(), message, how, process.records());
    }

    @Override
    public void sendToServer(Record message, Delivery how) {
        check("sendToServer");
        session.sendToServer(message, how);
        process.cluster().seen().ordered().sent(session.self(), message, how, process.records());
    }

    @Override
    public void kick(Peer player, String why) {
        check("kick");
        session.kick(player, why);
    }

    @Override
    public void handover(Peer to) {
        check("handover");
        session.handover(to);
    }

    @Override
    public void advertise(boolean open, Map<String, String> attributes) {
        check("advertise");
        session.advertise(open, attributes);
    }

    @Override
    public void end(String why) {
        check("end");
        session.end(why);
    }

    @Override
    public void leave() {
        check("leave");
        session.leave();
    }

    @Override
    public void acted() {
        session.acted();
    }

    @Override
    public void drawn() {
        session.drawn();
    }

    @Override
    public Recording record(Path file) {
        return session.record(file);
    }

    // ---- how things stand

    @Override
    public Phase phase() {
        return session.phase();
    }

    @Override
    public String rejoinToken() {
        return session.rejoinToken();
    }

    @Override
    public Peer self() {
        return session.self();
    }

    @Override
    public View view() {
        return session.view();
    }

    @Override
    public GameInfo game() {
        return session.game();
    }

    @Override
    public ServerRole role() {
        return session.role();
    }

    @Override
    public double gameTime() {
        return session.gameTime();
    }

    @Override
    public Stats stats() {
        return session.stats();
    }
}
