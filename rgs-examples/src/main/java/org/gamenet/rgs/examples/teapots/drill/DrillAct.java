package org.gamenet.rgs.examples.teapots.drill;

/**
 * Something that the drill does to the duel.
 *
 * @param at when at the earliest: milliseconds from the moment when everybody is in
 */
record DrillAct(Kind kind, long at) {

    /** What befalls whom. */
    enum Kind {
        /** Whoever serves is killed, while another holds its world. */
        KILL,
        /** Whoever serves hands over to the one that holds its world. */
        HAND_OVER,
        /** A player is killed that neither serves nor holds the world, and comes back by its token. */
        CRASH,
        /** Whoever serves is stopped for 3 s, while another holds its world. */
        SLEEP
    }
}
