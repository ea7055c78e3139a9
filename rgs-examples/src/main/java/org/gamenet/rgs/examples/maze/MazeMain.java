package org.gamenet.rgs.examples.maze;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.gamenet.rgs.examples.maze.drill.MazeDrill;
import org.gamenet.rgs.examples.maze.play.MazeGame;

/** The front door of the maze without a window: the drill. */
public final class MazeMain {
    private static final String USAGE = """
            usage: maze --drill [--seed N] [--break moves] [--order sequencer|lamport|both]
              --seed N       what the bots do; 1 unless told otherwise
              --order        who orders the moves: one of the peers, or each by asking all others; both: one drill
                             after the other. sequencer unless told otherwise
              --break moves  peers miss moves, each others: the drill must end with FAIL
            Starts a directory and four bots, equals in one maze. One dies in each phase of giving moves
            their order, the directory once, and whoever died comes in again as somebody new.
            The last line says PASS or FAIL; the exit code is 0 or 1, and 2 for a wrong argument.""";

    private MazeMain() {}

    /** Runs the drill and ends the process with its result. */
    public static void main(String[] args) throws Exception {
        Deque<String> rest = new ArrayDeque<>(List.of(args));
        long seed = 1;
        String broken = "nothing";
        String order = "sequencer";
        try {
            while (!rest.isEmpty()) {
                String option = rest.remove();
                switch (option) {
                    case "--drill" -> {}
                    case "--seed" -> seed = Long.parseLong(value(option, rest));
                    case "--order" -> order = value(option, rest);
                    case "--break" -> broken = value(option, rest);
                    case "--help", "-h" -> {
                        System.out.println(USAGE);
                        return;
                    }
                    default -> throw new IllegalArgumentException("unknown argument: " + option);
                }
            }
            if (!order.equals("both")) MazeGame.order(order);
            if (!List.of("nothing", "moves").contains(broken))
                throw new IllegalArgumentException("--break knows moves, not " + broken);
        } catch (IllegalArgumentException wrong) {
            System.err.println(wrong.getMessage() + System.lineSeparator() + USAGE);
            System.exit(2);
        }
        boolean good = true;
        for (String each : order.equals("both") ? List.of("sequencer", "lamport") : List.of(order))
            good &= MazeDrill.run(seed, broken, each, System.out);
        System.exit(good ? 0 : 1);
    }

    private static String value(String option, Deque<String> rest) {
        if (rest.isEmpty()) throw new IllegalArgumentException(option + " needs a value");
        return rest.remove();
    }
}
