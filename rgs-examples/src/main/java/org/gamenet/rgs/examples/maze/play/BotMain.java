package org.gamenet.rgs.examples.maze.play;

import org.gamenet.rgs.Rgs;
import org.gamenet.rgs.examples.maze.pilot.MazeBot;
import org.gamenet.rgs.examples.maze.world.Rat;
import org.gamenet.rgs.examples.teapots.cast.Leash;

/**
 * A bot in a process of its own, on this machine. Arguments: its name, the name of the game, its order. Ends with
 * standard input.
 */
public final class BotMain {
    private static final long MOVE_EVERY_MILLIS = 250;

    private static final long FRAME_MILLIS = 8;

    private BotMain() {}

    /** Plays until its standard input or the game is at its end. */
    public static void main(String[] args) throws InterruptedException {
        Leash.hold(line -> {});
        try (Rgs rgs = MazeGame.setUp("", args[0]).bind("127.0.0.1:0").start()) {
            MazeSession maze = new MazeSession(
                    rgs.hostOrJoin(MazeGame.spec(args[1], MazeGame.order(args[2]))), new MazeWitness() {});
            MazeBot bot = new MazeBot(args[0].hashCode());
            long moveAt = 0;
            while (maze.frame()) {
                long now = System.nanoTime() / 1_000_000;
                Rat rat = maze.rat();
                if (rat != null && now >= moveAt && maze.waiting() == 0) {
                    moveAt = now + MOVE_EVERY_MILLIS;
                    maze.act(bot.decide(maze.maze(), rat));
                }
                Thread.sleep(FRAME_MILLIS); // the pace of a game without a window; nothing is waited for
            }
        }
    }
}
