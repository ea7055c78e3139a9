package org.gamenet.rgs.bench.split;

/**
 * A run's plan.
 *
 * @param arbiter who decides which part has the game
 * @param cutMillis for how long the network is cut
 * @param heals whether the parts meet again
 * @param kills whether whoever serves is killed before the cut, and another comes in its place
 */
record Plan(int members, Rule arbiter, long settleMillis, long cutMillis, boolean heals, boolean kills) {

    /** Who decides. The names are those that {@code --arbiter} takes. */
    enum Rule {
        /** As the game does it where nothing is said: keep playing up to two, a majority from three. */
        by_size
    }

    /** Whether more than half have the game, and nobody else. */
    boolean isMajority() {
        return members > 2;
    }
}
