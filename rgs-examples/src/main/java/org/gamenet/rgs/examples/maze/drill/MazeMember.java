package org.gamenet.rgs.examples.maze.drill;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import org.gamenet.rgs.Rgs;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.examples.maze.pilot.MazeBot;
import org.gamenet.rgs.examples.maze.play.MazeGame;
import org.gamenet.rgs.examples.maze.play.MazeSession;
import org.gamenet.rgs.examples.maze.world.Move;
import org.gamenet.rgs.examples.maze.world.Rat;
import org.gamenet.rgs.examples.teapots.cast.Leash;

/**
 * One process of the drill. Arguments: its name, the directory or {@code none}, the bot's seed, what to break
 * ({@code nothing} or {@code moves}), the order. On standard input it is told in which {@link DeathPhase} to die,
 * {@link #CEASE}, and {@link #RESULT}; it ends with its standard input.
 */
final class MazeMember {
    /** Make no more moves, so that all can be counted. */
    static final String CEASE = "cease";
    /** Say how it ended. */
    static final String RESULT = "result";

    private static final long FRAME_MILLIS = 5;
    private static final long MOVE_EVERY_MILLIS = 60;
    private static final long STANDING_EVERY_MILLIS = 100;
    private static final long MAP_EVERY_MILLIS = 1_000;
    /** So many moves at most are under way: who dies asking has asked for several. */
    private static final int WAITING_MAX = 3;

    private static final int MISSED_EVERY = 40;

    private final AtomicBoolean ceased = new AtomicBoolean();
    private final AtomicBoolean wanted = new AtomicBoolean();
    private final MazeReporter reporter;
    private final MazeSession maze;
    private final MazeBot bot;
    private long moveAt;
    private long standingAt;
    private long mapAt;

    private MazeMember(Session session, PrintStream out, long seed, Predicate<Move> heeds) {
        reporter = new MazeReporter(out, session);
        maze = new MazeSession(session, reporter, heeds);
        bot = new MazeBot(seed);
    }

    public static void main(String[] args) throws InterruptedException {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        // Each misses others, so that whoever is left at the end disagrees with somebody.
        int first = Math.floorMod(args[0].hashCode(), MISSED_EVERY);
        Predicate<Move> heeds = args[3].equals("moves") ? move -> move.number() % MISSED_EVERY != first : move -> true;
        Rgs.Builder setUp =
                MazeGame.setUp(args[1].equals("none") ? "" : args[1], args[0]).bind("127.0.0.1:0");
        try (Rgs rgs = setUp.start()) {
            MazeMember member = new MazeMember(
                    rgs.hostOrJoin(MazeGame.spec("drill", MazeGame.order(args[4]))),
                    out,
                    Long.parseLong(args[2]),
                    heeds);
            Leash.hold(member::hear);
            member.run();
        }
    }

    private void hear(String line) {
        if (line.equals(CEASE)) ceased.set(true);
        else if (line.equals(RESULT)) wanted.set(true);
        else reporter.doom(line);
    }

    private void run() throws InterruptedException {
        while (maze.frame()) {
            long now = System.nanoTime() / 1_000_000;
            if (now >= moveAt || reporter.hurries()) {
                moveAt = now + MOVE_EVERY_MILLIS;
                move();
            }
            if (now >= standingAt) {
                standingAt = now + STANDING_EVERY_MILLIS;
                reporter.status(maze);
            }
            if (now >= mapAt) {
                mapAt = now + MAP_EVERY_MILLIS;
                reporter.map(maze.maze());
            }
            if (wanted.getAndSet(false)) reporter.result(maze);
            Thread.sleep(FRAME_MILLIS); // the pace of a game without a window; nothing is waited for
        }
    }

    private void move() {
        Rat rat = maze.rat();
        if (rat == null || ceased.get() || maze.waiting() >= WAITING_MAX) return;
        maze.act(bot.decide(maze.maze(), rat));
        reporter.sent(maze.sent());
    }
}
