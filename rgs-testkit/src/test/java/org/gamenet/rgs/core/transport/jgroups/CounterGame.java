package org.gamenet.rgs.core.transport.jgroups;

import java.util.ArrayList;
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

/** Everybody counts at the server, and everybody says turns to all. One thread at a time. */
final class CounterGame implements StateHandler<CounterGame.World> {
    record Add(long number) {}

    record Turn(long number) {}

    record Score(Peer player, long adds) {}

    record World(List<Score> scores) {}

    static final Records RECORDS = Records.of(Add.class, Turn.class, World.class);

    private final Session session;
    private final Random random;
    private final Consumer<String> violated;
    private Map<Long, Score> scores = new TreeMap<>();
    private long turns;
    private long frames;
    long adds;
    /** Until all are in, so that all hear the same; and once more at the end, so that all there is can arrive. */
    boolean quiet = true;
    final List<String> heard = new ArrayList<>();
    /** By player: requests that did not come once and in order. */
    final Map<Long, String> gaps = new TreeMap<>();
    /** Who was out, dead or for being silent too long: what it asked meanwhile is gone, and so is what was said. */
    final Set<Long> out = new TreeSet<>();
    String closed = "";

    CounterGame(Session session, long seed, Consumer<String> violated) {
        this.session = session;
        this.random = new Random(Mix.of(seed, 3));
        this.violated = violated;
        session.on(Add.class, this::add);
        session.on(Turn.class, (from, turn) -> heard.add(from.name() + turn.number()));
        session.on(World.class, (from, world) -> {
            if (!session.isServer()) take(world);
        });
        session.on(SessionEvent.Left.class, (about, left) -> out.add(about.id()));
        session.on(SessionEvent.Joined.class, (about, joined) -> {
            if (joined.again()) out.add(about.id());
        });
        session.on(SessionEvent.Closed.class, (about, event) -> closed = event.why() + " " + event.detail());
        session.state(World.class, this);
    }

    private void add(Peer from, Add add) {
        long before = adds(from.id());
        if (add.number() != before + 1) gaps.put(from.id(), session.self() + " was asked by " + from + " for " + add.number() + " after " + before);
        scores.put(from.id(), new Score(from, add.number()));
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
            default -> { }
        }
    }

    @Override public World packageState() {
        return new World(List.copyOf(scores.values()));
    }

    @Override public void restoreState(List<StatePackage<World>> packages) {
        take(packages.get(0).state());
    }
}
