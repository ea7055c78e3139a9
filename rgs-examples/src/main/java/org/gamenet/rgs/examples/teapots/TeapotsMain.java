package org.gamenet.rgs.examples.teapots;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.gamenet.rgs.examples.teapots.drill.Drill;

/** The front door of the duel without a window: the drill. */
public final class TeapotsMain {
    private static final String USAGE = """
            usage: teapots [--headless] [--seed N] [--break scores]
              --headless      the drill even where there is a display; ./teapots takes --drill for it too
              --seed N        what the bots do; 1 unless told otherwise
              --break scores  a new server forgets the scores: the drill must end with FAIL
            Starts a directory, two spare servers, a server and four bots, kills whoever
            serves after 5, 10 and 15 s, and judges whether the game survived.
            The last line says PASS or FAIL; the exit code is 0 or 1, and 2 for a wrong argument.""";

    private TeapotsMain() {}

    /** Runs the drill and ends the process with its result. */
    public static void main(String[] args) throws Exception {
        Deque<String> rest = new ArrayDeque<>(List.of(args));
        long seed = 1;
        String broken = "nothing";
        try {
            while (!rest.isEmpty()) {
                String option = rest.remove();
                switch (option) {
                    case "--headless", "--drill" -> { }
                    case "--seed" -> seed = Long.parseLong(value(option, rest));
                    case "--break" -> broken = breakable(value(option, rest));
                    case "--help", "-h" -> { System.out.println(USAGE); return; }
                    default -> throw new IllegalArgumentException("unknown argument: " + option);
                }
            }
        } catch (IllegalArgumentException wrong) {
            System.err.println(wrong.getMessage() + System.lineSeparator() + USAGE);
            System.exit(2);
        }
        System.exit(Drill.run(seed, broken, System.out) ? 0 : 1);
    }

    private static String value(String option, Deque<String> rest) {
        if (rest.isEmpty()) throw new IllegalArgumentException(option + " needs a value");
        return rest.remove();
    }

    private static String breakable(String what) {
        if (!what.equals("scores")) throw new IllegalArgumentException("--break knows scores, not " + what);
        return what;
    }
}
