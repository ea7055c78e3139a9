package org.gamenet.rgs.testkit.simulation;

/** How much happens in a story. */
enum Length {
    /** A few players, one fault or two, over in a second or two: what most seeds tell. */
    SHORT,
    /** Up to twenty things that go wrong one after another, and newcomers in the place of the dead. */
    LONG;

    private static final int ONE_LONG_IN = 25;

    /** Of a seed that is played because nobody has played it. */
    static Length of(long seed) {
        return seed % ONE_LONG_IN == 0 ? LONG : SHORT;
    }
}
