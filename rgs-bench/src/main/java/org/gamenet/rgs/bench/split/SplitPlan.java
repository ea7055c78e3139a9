package org.gamenet.rgs.bench.split;

import org.gamenet.rgs.Arbiter;
import org.gamenet.rgs.GameSpec;

/**
 * A run's plan.
 *
 * @param arbiter who decides which part has the game
 * @param cutMillis for how long the network is cut
 * @param heals whether the parts meet again
 * @param kills whether whoever serves is killed before the cut, and another comes in its place
 * @param with how many others the cut leaves with whoever serves; negative if they are drawn
 */
public record SplitPlan(
        int members, Rule arbiter, long settleMillis, long cutMillis, boolean heals, boolean kills, int with) {

    /** The rule by which one part goes on. The names are those that {@code --arbiter} takes. */
    public enum Rule {
        /** As the game does it where nothing is said: keep playing up to two, a majority from three. */
        BY_SIZE("by-size"),
        /** More than half. */
        MAJORITY("majority"),
        /** Every part plays on. */
        KEEP_PLAYING("keep-playing");

        private final String words;

        Rule(String words) {
            this.words = words;
        }

        @Override
        public String toString() {
            return words;
        }

        /** The rules of the game as they are by default, with this. */
        GameSpec in(GameSpec game) {
            return switch (this) {
                case BY_SIZE -> game;
                case MAJORITY -> game.arbiter(Arbiter.MAJORITY);
                case KEEP_PLAYING -> game.arbiter(Arbiter.KEEP_PLAYING);
            };
        }
    }

    /** Whether more than half have the game, and nobody else. */
    boolean isMajority() {
        return arbiter == Rule.MAJORITY || arbiter == Rule.BY_SIZE && members > 2;
    }
}
