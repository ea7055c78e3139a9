package org.gamenet.rgs.examples.teapots.world;

/**
 * A teapot's sugar: a lump comes back a second after one was taken, one at a time.
 *
 * @param lumps left, up to five
 * @param delay ticks until the next one, 0 while full
 */
public record Bowl(int lumps, int delay) {
    static final Bowl FULL = new Bowl(Rules.LUMPS_MAX, 0);

    /** With so many fewer; it has to have them. */
    Bowl taken(int count) {
        return new Bowl(lumps - count, delay == 0 ? Rules.REFILL_TICKS : delay);
    }

    boolean full() {
        return lumps == Rules.LUMPS_MAX;
    }

    /** With one more, picked up; it has to have room. */
    Bowl given() {
        return new Bowl(lumps + 1, lumps + 1 < Rules.LUMPS_MAX ? delay : 0);
    }

    /** One tick later. */
    Bowl refilled() {
        if (delay == 0) return this;
        if (delay > 1) return new Bowl(lumps, delay - 1);
        return new Bowl(lumps + 1, lumps + 1 < Rules.LUMPS_MAX ? Rules.REFILL_TICKS : 0);
    }
}
