package org.gamenet.rgs.examples.teapots;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.gamenet.rgs.RgsException;
import org.gamenet.rgs.examples.teapots.drill.Drill;
import org.gamenet.rgs.examples.teapots.replay.ReplayShow;

/** The front door of the duel without a window: the drill. */
public final class TeapotsMain {
    private static final String USAGE = """
            usage: teapots [--headless] [--seed N] [--break scores] [--record FOLDER]
                   teapots --replay FILE [--speed N] [--as NAME]
              --headless      the drill even where there is a display; ./teapots takes --drill for it too
              --seed N        what the bots do; 1 unless told otherwise
              --break scores  a new server forgets the scores: the drill must end with FAIL
              --record FOLDER every process of the drill writes logs of its sessions there
              --replay FILE   plays such a log; --speed 2 twice as fast, --as ann from her side
            Starts a directory, a server and four bots. Kills the server, then the bot that
            took over; has the next one hand over, has a bot crash and come back, and has
            whoever serves then sleep for 3 s; and judges whether the game survived.
            The last line says PASS or FAIL; the exit code is 0 or 1, and 2 for a wrong argument.""";

    private TeapotsMain() {}

    /** Runs the drill and ends the process with its result. */
    public static void main(String[] args) throws Exception {
        Deque<String> rest = new ArrayDeque<>(List.of(args));
        long seed = 1;
        String broken = "nothing";
        String logs = "";
        String replay = "";
        String viewer = "";
        double speed = 1;
        try {
            while (!rest.isEmpty()) {
                String option = rest.remove();
                switch (option) {
                    case "--headless", "--drill" -> {}
                    case "--seed" -> seed = Long.parseLong(value(option, rest));
                    case "--break" -> broken = breakable(value(option, rest));
                    case "--record" -> logs = newFolder(value(option, rest));
                    case "--replay" -> replay = value(option, rest);
                    case "--as" -> viewer = value(option, rest);
                    case "--speed" -> speed = Double.parseDouble(value(option, rest));
                    case "--help", "-h" -> {
                        System.out.println(USAGE);
                        return;
                    }
                    default -> throw new IllegalArgumentException("unknown argument: " + option);
                }
            }
            if (!replay.isEmpty()) {
                ReplayShow.play(Path.of(replay), speed, viewer, System.out, System.console() != null);
                return;
            }
        } catch (IllegalArgumentException | RgsException wrong) {
            System.err.println(wrong.getMessage() + System.lineSeparator() + USAGE);
            System.exit(2);
        }
        System.exit(Drill.run(seed, broken, logs, System.out) ? 0 : 1);
    }

    private static String value(String option, Deque<String> rest) {
        if (rest.isEmpty()) throw new IllegalArgumentException(option + " needs a value");
        return rest.remove();
    }

    private static String newFolder(String name) throws IOException {
        Path folder = Path.of(name).toAbsolutePath();
        if (Files.exists(folder))
            throw new IllegalArgumentException("--record " + name + ": it exists; name a new folder");
        Files.createDirectories(folder);
        return folder.toString();
    }

    private static String breakable(String what) {
        if (!what.equals("scores")) throw new IllegalArgumentException("--break knows scores, not " + what);
        return what;
    }
}
