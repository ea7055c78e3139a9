package org.gamenet.rgs.testkit.simulation;

/** The kinds of story, and how much happens in each. */
enum Length {
    /** A few players, one fault or two, over in a second or two: what most seeds tell. */
    SHORT,
    /** Up to twenty things that go wrong one after another, and newcomers in the place of the dead. */
    LONG,
    /** A short one in which somebody else dies while a new server collects. */
    AGAIN,
    /**
     * A network that is cut for half a second to 20 s, with the directory on either side; slow links, slow disks, wrong
     * clocks.
     */
    CUTS,
    /** The server hands over, again and again, whatever befalls the game meanwhile. */
    HANDOVERS;

    private static final int ONE_LONG_IN = 25;
    private static final int CUTS_OF = 4;
    private static final int AGAIN_OF = 6;

    /** Of a seed that is played because nobody has played it: the old mix. */
    static Length of(long seed) {
        return seed % ONE_LONG_IN == 0 ? LONG : SHORT;
    }

    /** The mix of a push: a fifth of it long or cut. */
    static Length ofPush(long seed) {
        long kind = seed % ONE_LONG_IN;
        if (kind == 0) return LONG;
        if (kind <= CUTS_OF) return CUTS;
        return kind <= CUTS_OF + AGAIN_OF ? AGAIN : SHORT;
    }
}
