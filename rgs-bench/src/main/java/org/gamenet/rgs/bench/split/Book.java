package org.gamenet.rgs.bench.split;

/**
 * The whole game: everything that was said in it, in its order.
 *
 * @param entries who said it and that one's count, as {@link #entry} makes them
 */
record Book(long[] entries) {

    /** A message, by whom, and the how manieth of that one. */
    record Said(int by, int count) {}

    static long entry(Said said) {
        return (long) said.by() << Integer.SIZE | said.count();
    }
}
