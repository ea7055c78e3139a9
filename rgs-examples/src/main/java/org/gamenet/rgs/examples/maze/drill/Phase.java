package org.gamenet.rgs.examples.maze.drill;

/** The things that a peer may be doing at the moment in which it dies. */
enum Phase {
    /** It has sent moves, and none of them has come back. */
    ASKING("a peer that has asked for places in the order"),
    /** It orders for all, and its own move has just come out of the order. */
    STAMPING("whoever gives the moves their places"),
    /** It has just taken over from one that died. */
    HOLDING("whoever gives the places, and then whoever takes over, as soon as it has"),
    /** It stands still, and has told a successor what it knows. */
    DEFERRING("whoever gives the places, and another that stands still because of that");

    private final String words;

    Phase(String words) {
        this.words = words;
    }

    String words() {
        return words;
    }

    /** Whether the one that orders dies first, and this is about another. */
    boolean follows() {
        return this == HOLDING || this == DEFERRING;
    }
}
