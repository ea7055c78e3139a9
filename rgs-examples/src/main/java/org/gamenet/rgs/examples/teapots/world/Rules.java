package org.gamenet.rgs.examples.teapots.world;

/** The numbers of the duel. Lengths in units of the table, times in seconds or ticks, angles in radians. */
public final class Rules {
    /** Ticks in a second: a world is moved in these steps and in no others. */
    public static final int TICKS_PER_SECOND = 60;
    /** One tick, seconds. */
    public static final double TICK = 1.0 / TICKS_PER_SECOND;
    /** From the middle of the table to each of its four edges. */
    public static final double HALF_TABLE = 20;
    /** No teapot is ever faster, units per second: what a viewer may rely on to bound where one can be. */
    public static final double SPEED_MAX = 8;

    static final double PUSH = 14;
    static final double DRAG = 1.2;
    static final double TURN = 12;
    static final double SPIN_DRAG = 3;
    static final double SPIN_MAX = 3;
    static final double BOUNCE = 0.5;
    /** How fast two teapots that stand in each other part, units per second for each unit. */
    static final double SPRING = 4;

    static final double POT_RADIUS = 1.6;
    static final double POT_HEIGHT = 3;
    static final double POT_WEIGHT = 10;
    static final double SPOUT_HEIGHT = 2.2;
    static final double SPOUT_REACH = 2;

    static final double GRAVITY = 6;
    static final double THROW_SPEED = 16;
    static final double THROW_RISE = 3;
    static final double LOB_SPEED = 8;
    static final double LOB_RISE = 2.5;
    static final double LOAF_WEIGHT = 14;
    static final int LOAF_LUMPS = 3;

    /** How far below the table sugar falls before it is gone. */
    static final double FALL = 6;
    /** So many lumps lie on the table at most; then the oldest goes. */
    static final int LYING_MAX = 24;

    /** How long a round is, and how long its winner is cheered. */
    static final int ROUND_TICKS = 90 * TICKS_PER_SECOND;

    static final int CHEER_TICKS = 8 * TICKS_PER_SECOND;

    static final int LUMPS_MAX = 5;
    static final int REFILL_TICKS = TICKS_PER_SECOND;

    static final double SEAT_RADIUS = 12;
    /** Turning by this much from seat to seat spreads any number of them well. */
    static final double GOLDEN_ANGLE = 2.399963229728653;

    private Rules() {}

    static double clamp(double value, double bound) {
        return Math.max(-bound, Math.min(bound, value));
    }
}
