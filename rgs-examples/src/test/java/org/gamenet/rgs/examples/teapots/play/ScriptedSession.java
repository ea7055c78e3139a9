package org.gamenet.rgs.examples.teapots.play;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
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
import org.gamenet.rgs.StateHandler;
import org.gamenet.rgs.StatePackage;
import org.gamenet.rgs.Stats;
import org.gamenet.rgs.View;

/** A session whose queue a test fills by hand, and which keeps what was sent. */
final class ScriptedSession implements Session {
    record Sent(String to, Record message, Delivery how) {}

    final List<Sent> sent = new ArrayList<>();
    Phase phase = Phase.PLAYING;
    ServerRole role = ServerRole.IDLE;
    String ended = "";
    private final Peer self;
    private final Deque<Runnable> queue = new ArrayDeque<>();
    private final Map<Class<?>, BiConsumer<Peer, Object>> handlers = new LinkedHashMap<>();
    private StateHandler<Record> state = new NoState();

    ScriptedSession(Peer self) {
        this.self = self;
    }

    /** A message, or an event, in the queue. */
    void arrives(Peer from, Record item) {
        queue.add(() -> handle(from, item));
    }

    /** A new world to go on from, in the queue. */
    void restores(List<StatePackage<Record>> packages) {
        queue.add(() -> state.restoreState(packages));
    }

    Record asksForPackage() {
        return state.packageState();
    }

    @Override
    public boolean update() {
        while (!queue.isEmpty()) queue.remove().run();
        return phase != Phase.CLOSED;
    }

    @Override
    public <T> Session on(Class<T> type, BiConsumer<? super Peer, ? super T> handler) {
        handlers.put(type, (peer, item) -> handler.accept(peer, type.cast(item)));
        return this;
    }

    @Override
    @SuppressWarnings("unchecked")
    public <S extends Record> Session state(Class<S> type, StateHandler<S> handler) {
        state = (StateHandler<Record>) handler;
        return this;
    }

    @Override
    public Phase phase() {
        return phase;
    }

    @Override
    public String rejoinToken() {
        throw new UnsupportedOperationException();
    }

    @Override
    public Peer self() {
        return self;
    }

    @Override
    public ServerRole role() {
        return role;
    }

    @Override
    public void send(Record message, Delivery how) {
        sent.add(new Sent("all", message, how));
    }

    @Override
    public void send(Record message, Delivery how, long key) {
        send(message, how);
    }

    @Override
    public void send(Peer to, Record message, Delivery how) {
        sent.add(new Sent(to.name(), message, how));
    }

    @Override
    public void sendToServer(Record message, Delivery how) {
        sent.add(new Sent("server", message, how));
    }

    @Override
    public void leave() {
        phase = Phase.CLOSED;
    }

    @Override
    public void acted() {}

    @Override
    public void drawn() {}

    @Override
    public Recording record(Path file) {
        throw unexpected();
    }

    @Override
    public View view() {
        throw unexpected();
    }

    @Override
    public GameInfo game() {
        throw unexpected();
    }

    @Override
    public double gameTime() {
        return 1;
    }

    @Override
    public Stats stats() {
        throw unexpected();
    }

    @Override
    public Incoming recv() {
        throw unexpected();
    }

    @Override
    public Session updateOn(Executor executor) {
        throw unexpected();
    }

    @Override
    public void kick(Peer player, String why) {
        throw unexpected();
    }

    @Override
    public void handover(Peer to) {
        throw unexpected();
    }

    @Override
    public void advertise(boolean open, Map<String, String> attributes) {
        throw unexpected();
    }

    @Override
    public void end(String why) {
        ended = why;
    }

    /** The nearest type's handler: its own, else an interface of it. */
    private void handle(Peer from, Record item) {
        BiConsumer<Peer, Object> own = handlers.get(item.getClass());
        if (own == null) {
            own = handlers.entrySet().stream()
                    .filter(e -> e.getKey().isInstance(item))
                    .map(Map.Entry::getValue)
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("nobody handles " + item));
        }
        own.accept(from, item);
    }

    private static UnsupportedOperationException unexpected() {
        return new UnsupportedOperationException("the duel does not need this");
    }

    private static final class NoState implements StateHandler<Record> {
        @Override
        public Record packageState() {
            throw unexpected();
        }

        @Override
        public void restoreState(List<StatePackage<Record>> packages) {
            throw unexpected();
        }
    }
}
