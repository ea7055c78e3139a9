package org.gamenet.rgs.examples.maze.drill;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import org.gamenet.rgs.Order;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.SessionEvent;
import org.gamenet.rgs.examples.maze.play.MazeSession;
import org.gamenet.rgs.examples.maze.play.MazeWitness;
import org.gamenet.rgs.examples.maze.stage.MapText;
import org.gamenet.rgs.examples.maze.world.Maze;
import org.gamenet.rgs.examples.maze.world.Move;

/** Says what a member applies and is told, a {@link MazeLine} each; and dies where it was told to. Game thread. */
final class MazeReporter implements MazeWitness {
    private static final int EXIT = -1;
    private static final int TIMES_MAX = 20_000;
    /** On one machine the last permit comes some time within this. */
    private static final long TURN_COMES_NANOS = 400_000;

    private final PrintStream out;
    private final Session session;
    private final Map<Integer, Long> sentAt = new HashMap<>();
    private final long[] times = new long[TIMES_MAX];
    private int timed;
    private volatile String doom = "";

    MazeReporter(PrintStream out, Session session) {
        this.out = out;
        this.session = session;
    }

    /** From now on it dies when it comes to that. Any thread. */
    void doom(String phase) {
        doom = phase;
    }

    void sent(int number) {
        sentAt.put(number, System.nanoTime());
        if (doom.equals(DeathPhase.ASKING.name())) die();
        if (doom.equals(DeathPhase.HOLDING.name()) && isByPermission()) {
            long until = System.nanoTime() + ThreadLocalRandom.current().nextLong(TURN_COMES_NANOS);
            while (System.nanoTime() < until) Thread.onSpinWait();
            die();
        }
    }

    /** Whether it makes as many moves as it can, so that it soon waits while others do. */
    boolean hurries() {
        return doom.equals(DeathPhase.DEFERRING.name()) && isByPermission();
    }

    private boolean isByPermission() {
        return session.stats().order().by() == Order.LAMPORT;
    }

    @Override
    public void moved(Peer who, Move move, Maze after) {
        tell(new MazeLine.Applied(
                after.applied(), who.id(), move.number(), move.act().name()));
        if (!who.equals(session.self())) {
            if (hurries() && !sentAt.isEmpty()) die();
            return;
        }
        Long at = sentAt.remove(move.number());
        if (at != null && timed < TIMES_MAX) times[timed++] = (System.nanoTime() - at) / 1_000;
        if (doom.equals(DeathPhase.STAMPING.name())) die();
    }

    @Override
    public void left(Peer who, Maze after) {
        tell(new MazeLine.Applied(after.applied(), who.id(), EXIT, "EXIT"));
    }

    @Override
    public void restored(Maze maze) {
        tell(new MazeLine.Restored(maze.applied()));
    }

    @Override
    public void happened(Peer about, SessionEvent event) {
        if (event instanceof SessionEvent.RoleChanged e) {
            tell(new MazeLine.Orders(e.to().isActive()));
            if (e.to().isActive() && doom.equals(DeathPhase.HOLDING.name()) && !isByPermission()) die();
        } else if (event instanceof SessionEvent.Resumed e) {
            tell(new MazeLine.Resumed(e.outage().total().toMillis()));
        } else if (event instanceof SessionEvent.Closed e) {
            tell(new MazeLine.Closed(e.why() + " " + e.detail()));
        } else if (event instanceof SessionEvent.Frozen
                && doom.equals(DeathPhase.DEFERRING.name())
                && !isByPermission()) {
            die();
        }
    }

    void status(MazeSession maze) {
        tell(new MazeLine.MazeStatus(
                session.self().id(),
                maze.maze().rats().size(),
                maze.maze().applied(),
                maze.maze().digest(),
                maze.waiting()));
    }

    void map(Maze maze) {
        List<String> rows = MapText.of(maze);
        for (int i = 0; i < rows.size(); i++) tell(new MazeLine.Row(i, rows.get(i)));
    }

    void result(MazeSession maze) {
        long[] sorted = Arrays.copyOf(times, timed);
        Arrays.sort(sorted);
        String scores = new TreeMap<>(maze.maze().rats())
                .entrySet().stream()
                        .map(e -> e.getKey().id() + ":" + e.getValue().score())
                        .collect(Collectors.joining(","));
        long messages = Math.round(100 * session.stats().order().messagesPerEvent());
        tell(new MazeLine.Result(maze.sent(), scores, part(sorted, 50), part(sorted, 99), messages));
    }

    private static long part(long[] sorted, int percent) {
        return sorted.length == 0 ? 0 : sorted[Math.min(sorted.length - 1, sorted.length * percent / 100)];
    }

    /** As a power cut would have it: what is not sent by now never will be. */
    private void die() {
        tell(new MazeLine.Dies(doom));
        out.flush();
        Runtime.getRuntime().halt(0);
    }

    private void tell(MazeLine line) {
        out.println(MazeLine.format(line));
    }
}
