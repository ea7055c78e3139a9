package org.gamenet.rgs.examples.teapots.window;

import java.util.ArrayList;
import java.util.List;
import org.gamenet.rgs.Order;
import org.gamenet.rgs.Rgs;
import org.gamenet.rgs.RgsException;
import org.gamenet.rgs.examples.maze.play.BotMain;
import org.gamenet.rgs.examples.maze.play.MazeGame;
import org.gamenet.rgs.examples.teapots.cast.Cast;

/** The front door of the maze, where there is a display: no directory, no server, and no address. */
public final class MazeWindow {
    private static final String GAME = "maze";
    private static final List<String> BOTS = List.of("bob", "eve", "joe", "zoe", "kim", "ned", "pam");
    private static final String USAGE = """
            usage: maze [--name NAME] [--bots N] [--order O] [--size WxH] [--mute] [--trace]
              --name NAME   what the others call you
              --bots N      bots beside you, each a process; with 0 the others of the local network are looked for. 3 unless told otherwise
              --order O     who orders the moves: sequencer (one of the players, usually), or lamport (each asks all others)
              --size WxH    of the window; 960x600 unless told otherwise
              --mute        no sound
              --trace       say on standard output what the window shows
            ./maze --drill runs the drill in the terminal instead, as it does where there is no display.""";

    private MazeWindow() {}

    /** Opens the window, and starts the bots beside it; returns when it is closed. */
    public static void main(String[] args) throws Exception {
        if (List.of(args).contains("--help") || List.of(args).contains("-h")) {
            System.out.println(USAGE);
            return;
        }
        Cast cast = new Cast();
        try {
            List<String> words = new ArrayList<>(List.of(args));
            int at = words.indexOf("--order");
            if (at >= 0 && at + 1 == words.size()) throw new IllegalArgumentException("--order needs a value");
            Order order = MazeGame.order(at < 0 ? "sequencer" : words.remove(at + 1));
            if (at >= 0) words.remove(at);
            Options options = Options.parse(words.toArray(String[]::new));
            Rgs.Builder setUp = MazeGame.setUp("", options.name());
            if (options.bots() > 0) setUp.bind("127.0.0.1:0");
            for (String bot : BOTS.subList(0, options.bots())) cast.start(bot, BotMain.class, bot, GAME, order.name());
            Rgs rgs = setUp.start();
            WindowMain.open(
                    "The maze", options, shell -> new MazeRoom(shell, rgs, rgs.hostOrJoin(MazeGame.spec(GAME, order))));
        } catch (IllegalArgumentException | RgsException wrong) {
            System.err.println(wrong.getMessage() + System.lineSeparator() + USAGE);
            System.exit(2);
        } finally {
            cast.end();
            cast.forget();
        }
        System.exit(0);
    }
}
