package org.gamenet.rgs.testkit;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import org.gamenet.rgs.CheckReturnValue;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.GameInfo;
import org.gamenet.rgs.Incoming;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.Recording;
import org.gamenet.rgs.Rgs;
import org.gamenet.rgs.ServerRole;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.SessionEvent;
import org.gamenet.rgs.StateHandler;
import org.gamenet.rgs.StatePackage;
import org.gamenet.rgs.Stats;
import org.gamenet.rgs.View;
import org.gamenet.rgs.core.RgsCore;
import org.gamenet.rgs.core.session.base.SessionSetup;
import org.gamenet.rgs.core.session.game.Handlers;
import org.jspecify.annotations.Nullable;

/**
 * A session without a network, for tests of a game's handlers: the test puts messages, events and packages into its
 * queue, the game's {@code update} hands them out, and what the game sends is kept. It begins in phase PLAYING, with
 * nobody in view and the role IDLE.
 *
 * <p>Phase, role and view follow the events that are handed out, as they do in a real session: {@code Frozen} makes it
 * FROZEN, {@code Resumed} makes it PLAYING again. A test may also set them. Messages and states are encoded and decoded
 * on their way, so nothing is shared between the test and the game. Thread: one, that of the test.
 *
 * @since 0.1
 */
public final class FakeSession implements Session {
    private final SessionSetup setup;
    private final Peer self;
    private final Handlers handlers = new Handlers();
    private final Deque<Item> queue = new ArrayDeque<>();
    private final RecordCopies copies;
    private final FakeStatus status;
    private final SentMessages sent;
    private final List<String> asked = new ArrayList<>();
    private @Nullable FakeState<?> state;
    private @Nullable Executor executor;
    private @Nullable GameInfo game;
    private double time;
    private long unhandled;
    private boolean updating;
    private boolean updated;
    private boolean left;

    /** The items that wait: for a handler, or packages for the state callback. */
    private record Item(Peer from, @Nullable Record body, List<? extends StatePackage<?>> packages) {}

    /** To whom something was sent. */
    public enum To {
        /** To everybody, {@code send(message)}. */
        ALL,
        /** To one peer, {@code send(peer, message, how)}. */
        PEER,
        /** To whoever serves, {@code sendToServer(message, how)}. */
        SERVER
    }

    /**
     * Something that the game sent.
     *
     * @param message what, as a receiver would see it
     * @param how with which promise
     * @param to to whom
     * @param peer the one receiver, if {@code to} is PEER
     */
    public record Sent(Record message, Delivery how, To to, Optional<Peer> peer) {}

    private FakeSession(SessionSetup setup, Peer self) {
        this.setup = setup;
        this.self = self;
        this.copies = new RecordCopies(setup.records());
        this.sent = new SentMessages(copies);
        this.status = new FakeStatus(copies::know);
        copies.know(self);
    }

    /**
     * A session of this game, for the player that the set-up names, or for a process without one.
     *
     * @param setUp from {@code Rgs.game(kind)}, not started
     * @throws IllegalArgumentException naming what in the set-up is wrong
     */
    @CheckReturnValue
    public static FakeSession of(Rgs.Builder setUp) {
        SessionSetup setup = RgsCore.setup(setUp);
        return of(setup, Peer.of(1, setup.player().isEmpty() ? setup.kind() + "-1" : setup.player()));
    }

    static FakeSession of(SessionSetup setup, Peer self) {
        return new FakeSession(setup, self);
    }

    // ---- what the test does

    /**
     * Puts a message of this peer into the queue; or an event that concerns it, such as {@code new Left(bob,
     * Left.Why.CRASHED)}.
     */
    public FakeSession deliver(Peer from, Record item) {
        if (item instanceof SessionEvent) return put(new Item(copies.know(from), item, List.of()));
        return put(new Item(copies.know(from), copies.copy(item), List.of()));
    }

    /** Puts packages into the queue, for the game's {@code restoreState}: the most recent first. */
    public FakeSession restore(List<? extends StatePackage<?>> packages) {
        if (packages.isEmpty()) throw new IllegalArgumentException("restore(packages): there is always at least one");
        List<StatePackage<?>> copied = new ArrayList<>();
        for (StatePackage<?> each : packages) {
            copied.add(new StatePackage<>(
                    copies.know(each.from()), each.fromServer(), each.takenAt(), copies.copy(each.state())));
        }
        return put(new Item(self, null, List.copyOf(copied)));
    }

    private FakeSession put(Item item) {
        queue.add(item);
        Executor poster = executor;
        if (poster != null) poster.execute(this::update);
        return this;
    }

    /** Asks the game for its package, as RGS would, and gives what the others would see of it. */
    public Record packageState() {
        return copies.copy(state().pack());
    }

    private FakeState<?> state() {
        FakeState<?> named = state;
        if (named == null)
            throw new IllegalStateException("the game has named no state callback: session.state(type, handler)");
        return named;
    }

    /** From now on. */
    public FakeSession phase(Phase now) {
        status.phase(now);
        return this;
    }

    /** From now on. */
    public FakeSession role(ServerRole now) {
        status.role(now);
        return this;
    }

    /** From now on. */
    public FakeSession view(View now) {
        status.view(now);
        return this;
    }

    /** From now on, in seconds. */
    public FakeSession gameTime(double now) {
        time = now;
        return this;
    }

    /** From now on. */
    public FakeSession game(GameInfo now) {
        game = now;
        return this;
    }

    /** Everything that the game sent, the oldest first. */
    public List<Sent> sent() {
        return sent.all();
    }

    /** The messages of this type that the game sent, the oldest first. */
    public <T extends Record> List<T> sent(Class<T> type) {
        return sent.of(type);
    }

    /** Forgets what was sent until now. */
    public void forgetSent() {
        sent.clear();
    }

    /**
     * The game's requests as a server, in words and in order: {@code "kick bob: rude"}, {@code "end: over"},
     * {@code "advertise true {}"}.
     */
    public List<String> asked() {
        return List.copyOf(asked);
    }

    /** Whether update or recv was called since this was asked last. */
    boolean wasUpdated() {
        boolean was = updated;
        updated = false;
        return was;
    }

    // ---- what the game calls

    @Override
    public boolean update() {
        enter("update");
        try {
            for (int waiting = queue.size(); waiting > 0 && !left; waiting--) {
                Item item = queue.remove();
                if (item.body() == null) state().restore(item.packages());
                else handOut(item.from(), item.body());
            }
        } finally {
            updating = false;
        }
        return !left && (status.phase() != Phase.CLOSED || !queue.isEmpty());
    }

    @Override
    public @Nullable Incoming recv() {
        enter("recv");
        try {
            while (!left && !queue.isEmpty()) {
                Item item = queue.remove();
                if (item.body() != null) {
                    status.follow(item.body());
                    return new Incoming(item.from(), item.body(), time);
                }
                state().restore(item.packages());
            }
            return null;
        } finally {
            updating = false;
        }
    }

    private void enter(String what) {
        if (updating) throw new IllegalStateException(what + " called from within a handler: return from it first");
        updating = true;
        updated = true;
    }

    private void handOut(Peer from, Record item) {
        status.follow(item);
        if (!handlers.handle(from, item) && !(item instanceof SessionEvent)) unhandled++;
    }

    @Override
    public <T> Session on(Class<T> type, BiConsumer<? super Peer, ? super T> handler) {
        Handlers.check(type, handler, setup.records());
        handlers.put(type, handler);
        return this;
    }

    @Override
    public <S extends Record> Session state(Class<S> type, StateHandler<S> handler) {
        if (type == null || handler == null)
            throw new IllegalArgumentException("state(type, handler): neither may be null");
        setup.records().idOf(type);
        state = new FakeState<>(type, handler);
        return this;
    }

    @Override
    public Session updateOn(Executor poster) {
        executor = poster;
        if (!queue.isEmpty()) poster.execute(this::update);
        return this;
    }

    @Override
    public void send(Record message, Delivery how) {
        keep(message, how, To.ALL, Optional.empty());
    }

    @Override
    public void send(Record message, Delivery how, long key) {
        if (how != Delivery.UNRELIABLE_SEQUENCED)
            throw new IllegalArgumentException("a key has a meaning for UNRELIABLE_SEQUENCED only, not for " + how);
        keep(message, how, To.ALL, Optional.empty());
    }

    @Override
    public void send(Peer to, Record message, Delivery how) {
        if (to == null) throw new IllegalArgumentException("no receiver: to is null");
        if (how == Delivery.TOTAL_ORDER)
            throw new IllegalArgumentException("TOTAL_ORDER is for all: send to one RELIABLE_ORDERED");
        keep(message, how, To.PEER, Optional.of(to));
    }

    @Override
    public void sendToServer(Record message, Delivery how) {
        if (how == Delivery.TOTAL_ORDER)
            throw new IllegalArgumentException("TOTAL_ORDER is for all: send to the server RELIABLE_ORDERED");
        keep(message, how, To.SERVER, Optional.empty());
    }

    private void keep(Record message, Delivery how, To to, Optional<Peer> peer) {
        sent.keep(new Sent(message, how, to, peer), phase() == Phase.CLOSED);
    }

    @Override
    public void kick(Peer player, String why) {
        ask("kick", "kick " + player.name() + ": " + why);
    }

    @Override
    public void handover(Peer to) {
        ask("handover", "handover " + to.name());
    }

    @Override
    public void advertise(boolean open, Map<String, String> attributes) {
        ask("advertise", "advertise " + open + " " + new TreeMap<>(attributes));
    }

    @Override
    public void end(String why) {
        ask("end", "end: " + why);
    }

    private void ask(String what, String words) {
        if (!role().isActive())
            throw new IllegalStateException(what + " is for the server; this session is " + role() + " and " + phase());
        asked.add(words);
    }

    @Override
    public void leave() {
        left = true;
    }

    /** Follows nothing: see {@link Stats#dataAges()}. */
    @Override
    public void acted() {}

    /** Follows nothing: see {@link Stats#dataAges()}. */
    @Override
    public void drawn() {}

    /** Writes no log: a session of a {@code Cluster} does. */
    @Override
    public Recording record(Path file) {
        throw new IllegalStateException("record(" + file
                + "): what a fake session is handed stands in the test already; record one of a Cluster");
    }

    // ---- how things stand

    @Override
    public Phase phase() {
        return left ? Phase.CLOSED : status.phase();
    }

    @Override
    public String rejoinToken() {
        throw new IllegalStateException("a story has no seat to come back to: try it in a drill");
    }

    @Override
    public Peer self() {
        return self;
    }

    @Override
    public View view() {
        return status.view();
    }

    /** @throws IllegalStateException if the test has named none */
    @Override
    public GameInfo game() {
        GameInfo now = game;
        if (now == null) throw new IllegalStateException("the test has named no game: FakeSession.game(info)");
        return now;
    }

    @Override
    public ServerRole role() {
        return phase() == Phase.CLOSED ? ServerRole.IDLE : status.role();
    }

    @Override
    public double gameTime() {
        return time;
    }

    @Override
    public Stats stats() {
        return new FakeStats(queue.size(), unhandled);
    }
}
