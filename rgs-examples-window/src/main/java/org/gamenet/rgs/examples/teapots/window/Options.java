package org.gamenet.rgs.examples.teapots.window;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The options on the command line.
 *
 * @param name the player's
 * @param directory where games are found; null for the one of this machine
 * @param table how a new game is
 * @param width of the window, in pixels
 * @param height of the window, in pixels
 * @param sound whether there is any
 * @param measureSeconds for how long frames are counted, after which the window closes; 0 for a window that is there to
 *     play
 * @param trace whether the window says on standard output what it shows
 * @param log what is played again; none for a window that is there to play
 */
record Options(
        String name,
        @Nullable String directory,
        Table table,
        int width,
        int height,
        boolean sound,
        int measureSeconds,
        boolean trace,
        Log log) {
    static final int BOTS_MAX = 7;
    static final String USAGE = """
            usage: teapots [--name NAME] [--directory HOST:PORT] [--host] [--bots N] [--backup] [--size WxH] [--mute]
                           [--trace] [--measure SECONDS]
                   teapots --replay FILE [--speed N] [--as NAME]
              --name NAME       what the others call you
              --directory H:P   where games are found; unless given, one of this machine, started if there is none
              --host            a new game at once, without the lobby
              --bots N          how many bots a new game has, 0 to 7; 3 unless told otherwise
              --backup          a player holds a copy of a new game, and goes on with it before any spare; H hands over
              --size WxH        of the window; 960x600 unless told otherwise
              --mute            no sound
              --trace           say on standard output what the window shows, a line for each change
              --measure SECONDS count the frames of a new game for so long, print them, and end
              --replay FILE     plays what R recorded; --speed 2 twice as fast, --as ann from her side
            ./teapots --drill runs the drill in the terminal instead, as it does where there is no display.""";

    /**
     * A new game.
     *
     * @param host whether it begins without waiting in the lobby
     * @param bots how many bots it has
     * @param backup whether a player holds a copy of its world
     */
    record Table(boolean host, int bots, boolean backup) {
        static final Table USUAL = new Table(false, 3, false);

        Table hosting() {
            return new Table(true, bots, backup);
        }

        Table with(int others) {
            return new Table(host, others, backup);
        }

        Table backedUp() {
            return new Table(host, bots, true);
        }
    }

    boolean host() {
        return table.host();
    }

    int bots() {
        return table.bots();
    }

    /**
     * A recorded duel.
     *
     * @param file where it is; empty for none
     * @param speed 1 as it was
     * @param viewer whose side it is seen from; empty for who recorded it
     */
    record Log(String file, double speed, String viewer) {
        static final Log NONE = new Log("", 1, "");
    }

    /** Reads the arguments; IllegalArgumentException says what is wrong with them. */
    static Options parse(String... args) {
        Options options = new Options(
                System.getProperty("user.name", "ann"), null, Table.USUAL, 960, 600, true, 0, false, Log.NONE);
        Deque<String> rest = new ArrayDeque<>(List.of(args));
        while (!rest.isEmpty()) options = options.with(rest.remove(), rest);
        return options;
    }

    private Options with(String option, Deque<String> rest) {
        return switch (option) {
            case "--name" ->
                new Options(value(option, rest), directory, table, width, height, sound, measureSeconds, trace, log);
            case "--directory" ->
                new Options(name, value(option, rest), table, width, height, sound, measureSeconds, trace, log);
            case "--host" -> at(table.hosting());
            case "--bots" -> at(table.with(number(option, rest, BOTS_MAX)));
            case "--backup" -> at(table.backedUp());
            case "--mute" -> new Options(name, directory, table, width, height, false, measureSeconds, trace, log);
            case "--trace" -> new Options(name, directory, table, width, height, sound, measureSeconds, true, log);
            case "--measure" ->
                new Options(
                        name, directory, table.hosting(), width, height, sound, number(option, rest, 600), trace, log);
            case "--replay" -> watching(new Log(value(option, rest), log.speed(), log.viewer()));
            case "--speed" -> watching(new Log(log.file(), speed(option, rest), log.viewer()));
            case "--as" -> watching(new Log(log.file(), log.speed(), value(option, rest)));
            case "--size" -> sized(value(option, rest));
            default -> throw new IllegalArgumentException("unknown argument: " + option);
        };
    }

    private Options at(Table other) {
        return new Options(name, directory, other, width, height, sound, measureSeconds, trace, log);
    }

    private Options watching(Log other) {
        return new Options(name, directory, table, width, height, sound, measureSeconds, trace, other);
    }

    private Options sized(String size) {
        if (!size.matches("\\d{3,4}x\\d{3,4}"))
            throw new IllegalArgumentException("--size takes something like 960x600, not " + size);
        String[] sides = size.split("x");
        return new Options(
                name,
                directory,
                table,
                Integer.parseInt(sides[0]),
                Integer.parseInt(sides[1]),
                sound,
                measureSeconds,
                trace,
                log);
    }

    private static String value(String option, Deque<String> rest) {
        if (rest.isEmpty()) throw new IllegalArgumentException(option + " needs a value");
        return rest.remove();
    }

    private static double speed(String option, Deque<String> rest) {
        String value = value(option, rest);
        if (!value.matches("\\d{1,3}(\\.\\d{1,3})?"))
            throw new IllegalArgumentException(option + " takes a number like 2 or 0.5, not " + value);
        return Double.parseDouble(value);
    }

    private static int number(String option, Deque<String> rest, int max) {
        String value = value(option, rest);
        if (!value.matches("\\d{1,4}") || Integer.parseInt(value) > max) {
            throw new IllegalArgumentException(option + " takes a number from 0 to " + max + ", not " + value);
        }
        return Integer.parseInt(value);
    }
}
