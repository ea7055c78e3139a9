package org.gamenet.rgs.core.transport.jgroups;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.RgsException;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.SessionEvent;
import org.gamenet.rgs.StateHandler;
import org.gamenet.rgs.StatePackage;
import org.gamenet.rgs.core.machine.Mix;
import org.gamenet.rgs.core.wire.Records;
import org.gamenet.rgs.testkit.simulation.OrderBook;

/**
 * Everybody counts at the server, and everybody says turns to all. One thread at a time; the book is shared, and
 * locked.
 */
final class CounterGame implements StateHandler<CounterGame.World> {
    record Add(long number) {}

    record Turn(long number) {}

    record Score(Peer player, long adds) {}

    record World(List<Score> scores) {}

    /** The faults of a broken build, so that the judge can be tried. */
    enum Planted {
        NOTHING,
        REQUESTS_TWICE,
        REQUESTS_LOST,
        SCORES_RESET,
        TURNS_OF_ANOTHER_EPOCH
    }

    /**
     * The parts that the games of one scenario share.
     *
     * @param sockets JGroups over TCP; or over SHARED_LOOPBACK
     */
    record Shared(Consumer<String> violated, OrderBook book, Planted fault, boolean sockets) {}

    static final Records RECORDS = Records.of(Add.class, Turn.class, World.class);

    private final Session session;
    private final Random random;
    private final Consumer<String> violated;
    private final OrderBook book;
    private final OrderBook.Reader order;
    private final Planted fault;
    private Peer lastFrom;
    private Turn lastTurn = new Turn(0);
    private boolean restored;
    private long epoch;
    private Map<Long, Score> scores = new TreeMap<>();
    private long turns;
    private long frames;
    long adds;
    /** Until all are in, so that all hear the same; and once more at the end, so that all there is can arrive. */
    boolean quiet = true;

    final List<String> heard = new ArrayList<>();
    /** By player: requests that did not come once and in order. */
    final Map<Long, String> gaps = new TreeMap<>();

    final List<String> twice = new ArrayList<>();
    /** The messages that it heard since it last went on from the state of others. */
    private final Set<String> since = new HashSet<>();
    /**
     * The members that were out, dead or silent for too long: their requests meanwhile are gone, and so are others'
     * words.
     */
    final Set<Long> out = new TreeSet<>();

    String closed = "";

    CounterGame(Session session, String name, long seed, Shared shared) {
        this.session = session;
        this.random = new Random(Mix.of(seed, 3));
        this.violated = what -> shared.violated().accept(name + ": " + what);
        this.lastFrom = session.self();
        this.book = shared.book();
        this.order = book.reader(name, () -> session.self().id());
        this.fault = shared.fault();
        session.on(Add.class, this::add);
        session.on(Turn.class, this::hear);
        session.on(World.class, (from, world) -> {
            if (!session.isServer()) take(world);
        });
        session.on(SessionEvent.Left.class, (about, left) -> out.add(about.id()));
        session.on(SessionEvent.Joined.class, this::joined);
        session.on(SessionEvent.Frozen.class, (about, frozen) -> frozen());
        session.on(
                SessionEvent.Resumed.class,
                (about, resumed) -> resumed(resumed.view().epoch()));
        session.on(SessionEvent.Closed.class, (about, event) -> closed = event.why() + " " + event.detail());
        session.state(World.class, this);
    }

    private void add(Peer from, Add add) {
        if (fault == Planted.REQUESTS_LOST && add.number() % 5 == 0) return;
        count(from, add);
        if (fault == Planted.REQUESTS_TWICE && add.number() % 5 == 0) count(from, add);
    }

    private void count(Peer from, Add add) {
        long before = adds(from.id());
        if (add.number() != before + 1)
            gaps.put(from.id(), session.self() + " was asked by " + from + " for " + add.number() + " after " + before);
        scores.put(from.id(), new Score(from, add.number()));
    }

    private void hear(Peer from, Turn turn) {
        lastFrom = from;
        lastTurn = turn;
        String said = from.name() + turn.number();
        if (since.add(said)) heard.add(said);
        // Messages that the restored state lacks come again (P40); the book sees to it that they are the end of those
        // heard.
        else if (!restored) twice.add(session.self() + " heard turn " + turn.number() + " of " + from + " twice");
        synchronized (book) {
            order.add(session.view().epoch(), session.view().version(), OrderBook.item('T', from.id(), turn.number()));
        }
    }

    // ---- whose order counts

    private void joined(Peer about, SessionEvent.Joined joined) {
        if (joined.again()) out.add(about.id());
        if (about.id() != session.self().id()) return;
        epoch = session.view().epoch();
        synchronized (book) {
            order.begin(epoch, false);
        }
    }

    private void frozen() {
        restored = false;
        synchronized (book) {
            order.freeze();
        }
    }

    /**
     * A member that goes on from the state of others begins a new count: the messages that it heard last may be void.
     */
    private void resumed(long now) {
        boolean isReloaded = restored && !session.isServer();
        if (isReloaded) since.clear();
        synchronized (book) {
            if (restored && !isReloaded) order.forgetWhatCameAgain(now, false);
            if (isReloaded) order.begin(now, false);
            else if (now > epoch) order.resume(now);
            else order.thaw();
        }
        epoch = now;
        restored = false;
        if (fault == Planted.TURNS_OF_ANOTHER_EPOCH && !heard.isEmpty()) hear(lastFrom, lastTurn);
    }

    long adds(long player) {
        Score score = scores.get(player);
        return score == null ? 0 : score.adds();
    }

    private void take(World world) {
        scores = new TreeMap<>();
        for (Score score : world.scores()) scores.put(score.player().id(), score);
    }

    void frame() {
        session.update();
        if (session.phase() != Phase.PLAYING) return;
        try {
            if (!quiet) play();
            if (session.isServer() && ++frames % 3 == 0) session.send(packageState(), Delivery.UNRELIABLE_SEQUENCED);
        } catch (RgsException full) {
            violated.accept("a slow game filled a queue: " + full);
        }
    }

    private void play() {
        switch (random.nextInt(6)) {
            case 0 -> {
                session.sendToServer(new Add(adds + 1), Delivery.RELIABLE_ORDERED);
                adds++;
            }
            case 1 -> session.send(new Turn(++turns), Delivery.TOTAL_ORDER);
            default -> {}
        }
    }

    @Override
    public World packageState() {
        return new World(List.copyOf(scores.values()));
    }

    @Override
    public void restoreState(List<StatePackage<World>> packages) {
        restored = true;
        synchronized (book) {
            order.restored();
        }
        take(
                fault == Planted.SCORES_RESET
                        ? new World(List.of())
                        : packages.get(0).state());
    }
}
