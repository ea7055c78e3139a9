package org.gamenet.rgs.processes;

import java.io.BufferedReader;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.GameSpec;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.Rgs;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.SessionEvent;
import org.gamenet.rgs.StateHandler;
import org.gamenet.rgs.StatePackage;

/**
 * One process of the drill: a player of a counting game. Writes its history, a line per happening, each with a plain
 * write, so that nothing of it is lost with the process. Standard input tells it to be quiet and to tell its counts;
 * with its end the process ends.
 */
public final class Counted implements StateHandler<Counted.World> {
    record Add(long number) {}

    record Turn(long number) {}

    record Score(Peer player, long adds) {}

    record World(List<Score> scores) {}

    private static final int FRAME_MILLIS = 16;
    private static final int BEAT_MILLIS = 50;
    /** More than a drill stops a process for: whoever stood still for so long was let down by the machine. */
    private static final int STALLED_MILLIS = 500;

    private final Session session;
    private final FileOutputStream history;
    private final Map<Long, Score> scores = new TreeMap<>();
    private final Set<String> heard = new HashSet<>();
    private final ConcurrentLinkedQueue<String> told = new ConcurrentLinkedQueue<>();
    private long adds;
    private long turns;
    private long frames;
    private boolean quiet;
    private boolean served;
    private boolean restored;
    private Phase phase = Phase.WAITING;

    private Counted(Session session, FileOutputStream history) {
        this.session = session;
        this.history = history;
        session.on(Add.class, this::add);
        session.on(Turn.class, this::hear);
        session.on(World.class, (from, world) -> {
            if (!session.isServer()) take(world);
        });
        session.on(SessionEvent.Left.class, (about, left) -> note("out", about.id(), left.why()));
        session.on(
                SessionEvent.Joined.class,
                (about, joined) -> note(joined.again() ? "out" : "joined", about.id(), "joins"));
        session.on(SessionEvent.Frozen.class, (about, frozen) -> restored = false);
        session.on(SessionEvent.Resumed.class, (about, resumed) -> {
            boolean reloaded = restored && !session.isServer();
            if (reloaded) heard.clear();
            restored = false;
            note(reloaded ? "reloaded" : "resumed", resumed.view().epoch());
        });
        session.on(SessionEvent.Closed.class, (about, closed) -> note("closed", closed.why(), closed.detail()));
        session.state(World.class, this);
    }

    /** Directory, name, address to listen on or "-", history, and whether it opens the game. */
    public static void main(String[] args) throws IOException, InterruptedException {
        Rgs.Builder setUp =
                Rgs.game("counted").directory(args[0]).player(args[1]).records(Add.class, Turn.class, World.class);
        if (!args[2].equals("-")) setUp.bind(args[2]);
        GameSpec spec = GameSpec.clientServer("drill", 8);
        try (Rgs rgs = setUp.start();
                FileOutputStream history = new FileOutputStream(args[3], true)) {
            Session session = Boolean.parseBoolean(args[4]) ? rgs.register(spec) : rgs.hostOrJoin(spec);
            Counted game = new Counted(session, history);
            aside("standard input", game::listen);
            aside("metronome", game::beat);
            while (session.update()) {
                game.frame();
                Thread.sleep(FRAME_MILLIS);
            }
        }
    }

    private static void aside(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }

    /** Notes when the whole process stood still. */
    private void beat() {
        for (long before = System.nanoTime(); ; ) {
            try {
                Thread.sleep(BEAT_MILLIS);
            } catch (InterruptedException over) {
                return;
            }
            long now = System.nanoTime();
            long millis = TimeUnit.NANOSECONDS.toMillis(now - before);
            if (millis > STALLED_MILLIS) note("stalled", millis);
            before = now;
        }
    }

    private void listen() {
        try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) told.add(line);
        } catch (IOException torn) {
            // the end, too
        }
        Runtime.getRuntime().halt(0);
    }

    private synchronized void note(Object... words) {
        StringBuilder line = new StringBuilder();
        for (Object word : words)
            line.append(line.length() == 0 ? "" : "\t")
                    .append(String.valueOf(word).replaceAll("\\s", " "));
        try {
            history.write(line.append('\n').toString().getBytes(StandardCharsets.UTF_8));
        } catch (IOException full) {
            throw new UncheckedIOException(full);
        }
    }

    private void frame() {
        for (String line = told.poll(); line != null; line = told.poll()) {
            if (line.equals("quiet")) quiet = true;
            else tell(line);
        }
        if (session.phase() != phase)
            note("phase", phase = session.phase(), session.self().id());
        if (phase != Phase.PLAYING) return;
        if (session.isServer() != served) {
            served = session.isServer();
            if (served) note("serves", session.view().epoch());
        }
        frames++;
        if (!quiet && frames % 4 == 0) {
            session.sendToServer(new Add(adds + 1), Delivery.RELIABLE_ORDERED);
            adds++;
        }
        if (!quiet && frames % 7 == 0) session.send(new Turn(++turns), Delivery.TOTAL_ORDER);
        if (served && frames % 3 == 0) session.send(packageState(), Delivery.UNRELIABLE_SEQUENCED);
    }

    /** How things stand, under the number that was asked. */
    private void tell(String question) {
        List<String> counts = new ArrayList<>();
        scores.values().forEach(score -> counts.add(score.player().id() + "=" + score.adds()));
        note(
                "stands",
                question,
                session.self().id(),
                session.phase(),
                session.isServer(),
                adds,
                String.join(",", counts),
                session.view().players().size());
    }

    /** Between restoreState and Resumed a new server is told again what the restored state lacks. */
    private void hear(Peer from, Turn turn) {
        boolean again = !heard.add(from.id() + "#" + turn.number()) && restored;
        note(again ? "again" : "turn", from.id(), turn.number(), session.view().epoch());
    }

    private void add(Peer from, Add add) {
        Score before = scores.get(from.id());
        if (add.number() != (before == null ? 0 : before.adds()) + 1)
            note("gap", from.id(), add.number() + " after " + before);
        scores.put(from.id(), new Score(from, add.number()));
    }

    private void take(World world) {
        scores.clear();
        for (Score score : world.scores()) scores.put(score.player().id(), score);
    }

    @Override
    public World packageState() {
        return new World(List.copyOf(scores.values()));
    }

    @Override
    public void restoreState(List<StatePackage<World>> packages) {
        restored = true;
        take(packages.get(0).state());
    }
}
