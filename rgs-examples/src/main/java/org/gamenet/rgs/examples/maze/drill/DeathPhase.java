package org.gamenet.rgs.examples.maze.drill;

/**
 * The things that a peer may be doing at the moment in which it dies. Where one of them gives all moves their places
 * they are that one's, or those of whoever follows it; where they ask each other, everybody's.
 */
enum DeathPhase {
    /** It has sent moves, and none of them has come back. */
    ASKING("a peer that has asked for places in the order", "a peer that has asked for its turn"),
    /** Its own move has just come out of the order: it gives the places, or has its turn. */
    STAMPING("whoever gives the moves their places", "the coordinator, in its turn"),
    /** It has just taken over from one that died; or it is about to have its turn, or has it. */
    HOLDING(
            "whoever gives the places, and then whoever takes over, as soon as it has",
            "a peer that has asked and may have been let by all"),
    /** It stands still, and has told a successor what it knows; or it waits, and lets others wait. */
    DEFERRING(
            "whoever gives the places, and another that stands still because of that",
            "a peer that waits for its turn, and has others wait");

    private final String words;
    private final String amongEquals;

    DeathPhase(String words, String amongEquals) {
        this.words = words;
        this.amongEquals = amongEquals;
    }

    String words(boolean byPermission) {
        return byPermission ? amongEquals : words;
    }

    /** Whether the one that orders dies first, and this is about another. */
    boolean follows(boolean byPermission) {
        return !byPermission && (this == HOLDING || this == DEFERRING);
    }
}
