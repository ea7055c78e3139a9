package org.gamenet.rgs.testkit.simulation;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What of a player's requests and ordered messages may be missing: only what it had sent when an epoch began by the
 * last resort, that is when fewer than half went on after the game's time for that. Everything else of whoever lives
 * must be there, once.
 */
final class Losses {
    private final Set<Long> lastResorts = new TreeSet<>();
    private final Map<CountingGame, Sent> forgiven = new HashMap<>();

    /** How much a player had sent. */
    record Sent(long adds, long anys, long turns) {
        static final Sent NOTHING = new Sent(0, 0, 0);
    }

    /** This epoch began by the last resort. */
    void lastResort(long epoch) {
        lastResorts.add(epoch);
    }

    /**
     * Whether one of the epochs after the first and up to the second began so: whoever was not in it comes back from
     * another history.
     */
    boolean isLastResort(long after, long upTo) {
        return lastResorts.stream().anyMatch(each -> each > after && each <= upTo);
    }

    /** Epochs that began so. */
    int lastResorts() {
        return lastResorts.size();
    }

    /** What this player sent up to now may be gone. */
    void forgive(CountingGame game) {
        forgiven.put(game, game.sent());
    }

    Sent forgiven(CountingGame game) {
        return forgiven.getOrDefault(game, Sent.NOTHING);
    }

    /** Whether the server has all that it must have of this player. */
    boolean isWhole(CountingGame game, Score score) {
        Sent sent = game.sent();
        Sent may = forgiven(game);
        if (score.ordered() != sent.adds() && (score.ordered() > sent.adds() || sent.adds() > may.adds())) return false;
        for (long any = Math.max(score.low(), may.anys()) + 1; any <= sent.anys(); any++)
            if (!score.has(any)) return false;
        return true;
    }

    /**
     * The numbers of this player's ordered messages that must be in the history and are not there, or are there twice.
     */
    Set<Long> missing(CountingGame game, Map<Long, Integer> times) {
        Set<Long> missing = new TreeSet<>();
        long sent = game.sent().turns();
        long may = forgiven(game).turns();
        for (long turn = 1; turn <= sent; turn++) {
            int found = times.getOrDefault(turn, 0);
            if (found > 1 || found == 0 && turn > may) missing.add(turn);
        }
        return missing;
    }
}
