package org.gamenet.rgs.examples.teapots.drill;

/**
 * Something that the drill does to the duel.
 *
 * @param at when at the earliest: milliseconds from the moment when everybody is in
 */
record DrillAct(Kind kind, long at) {

    /** A deed, and the process that it befalls. */
    enum Kind {
        /** The server is killed, while another process holds its world. */
        KILL,
        /** The server hands over to the process that holds its world. */
        HAND_OVER,
        /** A player is killed that neither serves nor holds the world, and comes back by its token. */
        CRASH,
        /** The server is stopped for 3 s, while another process holds its world. */
        SLEEP
    }
}
