package org.gamenet.rgs.examples.teapots.drill;

/** A deed that must cost nobody anything. Times are milliseconds of the machine's clock. */
sealed interface Favour {

    /** When it began. */
    long at();

    /** The duel was handed over, from one member to another. */
    record Handover(long at, String from, String to) implements Favour {}

    /** A player's process was killed, and another one came back by the token of its seat. */
    record Return(long at, long backAt, String player) implements Favour {}
}
