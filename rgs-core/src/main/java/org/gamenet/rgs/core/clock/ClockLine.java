package org.gamenet.rgs.core.clock;

/**
 * Game time as a function of this process's monotonic clock: so much slower or faster for a while, then at its own
 * pace. Never falls.
 *
 * @param atNanos where the line begins
 * @param seconds the game time there
 * @param slewSeconds how far it is still to be moved: ahead if positive
 */
public record ClockLine(long atNanos, double seconds, double slewSeconds) {

    /** At most 1 ms in 10 ms: what moves by the clock is seen to move a tenth faster or slower, never to jump. */
    static final double SLEW = 0.1;

    /** Game time at this reading of the monotonic clock, in seconds. */
    public double secondsAt(long nanos) {
        double passed = (nanos - atNanos) / 1e9;
        if (passed <= 0) return seconds + passed;
        return seconds + passed + Math.copySign(Math.min(Math.abs(slewSeconds), SLEW * passed), slewSeconds);
    }

    /** In whole microseconds, none of them begun: so a frame says it in few bytes. */
    public static double toMicros(double seconds) {
        return Math.floor(seconds * 1e6) / 1e6;
    }

    /** How far it is from where it shall be, at that reading: seconds, ahead if positive. */
    double slewLeft(long nanos) {
        double passed = Math.max(0, (nanos - atNanos) / 1e9);
        return Math.copySign(Math.max(0, Math.abs(slewSeconds) - SLEW * passed), slewSeconds);
    }
}
