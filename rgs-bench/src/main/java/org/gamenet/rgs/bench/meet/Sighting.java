package org.gamenet.rgs.bench.meet;

import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * A member's view of its game, from one moment on.
 *
 * @param run which meeting
 * @param calledAt when it began to look for a game, on the shared clock
 * @param at when it saw this
 * @param phase of its session
 * @param game which game
 * @param players whom it sees in it
 */
record Sighting(String run, long calledAt, long at, String phase, String game, Set<String> players) {
    private static final String WORD = "sees";
    private static final int WORDS = 7;

    Sighting {
        players = Set.copyOf(players);
    }

    String format() {
        return String.join(
                "\t",
                WORD,
                run,
                String.valueOf(calledAt),
                String.valueOf(at),
                phase,
                game,
                String.join(",", new TreeSet<>(players)));
    }

    static Optional<Sighting> parse(String line) {
        String[] words = line.split("\t", -1);
        if (words.length != WORDS || !words[0].equals(WORD)) return Optional.empty();
        Set<String> players = new TreeSet<>(Arrays.asList(words[6].split(",")));
        players.remove("");
        return Optional.of(new Sighting(
                words[1], Long.parseLong(words[2]), Long.parseLong(words[3]), words[4], words[5], players));
    }

    boolean plays() {
        return phase.equals("PLAYING");
    }

    /** Whether it is the same but for the time. */
    boolean isLike(Sighting other) {
        return run.equals(other.run)
                && phase.equals(other.phase)
                && game.equals(other.game)
                && players.equals(other.players);
    }
}
