package org.gamenet.rgs.motion;

import org.gamenet.rgs.CheckReturnValue;

/**
 * How a thing gets from what was reported to what is drawn. Immutable: each setter leaves this one as it is and returns
 * another with the change, and any number of things may share one. Any thread.
 *
 * @since 0.1
 */
@CheckReturnValue
public final class Smoothing {

    /** Numbers beyond this overflow when multiplied, and no game has them. */
    private static final double LARGEST = 1e100;

    private static final double STATES_PER_SECOND = 128;

    private final double halfLife;
    private final double maxAge;
    private final double snapDistance;
    private final double delay;
    private final boolean keepSpeed;

    private Smoothing(double halfLife, double maxAge, double snapDistance, double delay, boolean keepSpeed) {
        this.halfLife = halfLife;
        this.maxAge = maxAge;
        this.snapDistance = snapDistance;
        this.delay = delay;
        this.keepSpeed = keepSpeed;
    }

    /**
     * Draws things where they should be by now: dead reckoning for at most 1 s, warped with a half-life of 0.05 s,
     * never snapping. Right for what is steered and shot at.
     */
    public static Smoothing extrapolating() {
        return new Smoothing(0.05, 1, Double.POSITIVE_INFINITY, 0, true);
    }

    /**
     * Draws things where they were some time ago, on the way from one known state to the next; only when the next one
     * is late does it extrapolate and warp, as {@link #extrapolating()} does. Right for what must not be shown where it
     * never was.
     *
     * @param delaySeconds how long ago, from 0 to 10 seconds; twice the interval of the sends survives the loss of one,
     *     and what the network delays comes on top
     * @throws IllegalArgumentException if it lies elsewhere
     */
    public static Smoothing interpolating(double delaySeconds) {
        return extrapolating().delay(delaySeconds);
    }

    /**
     * Sets after how much time F, the part that a frame keeps of the old picture, comes down to a half. With 0 there is
     * no warping and things jump to where they are reckoned. As long as speed is kept, which see, a correction is half
     * done after 2.4 half-lives and done but for a hundredth after 9.6.
     *
     * @param seconds 0, or from 0.001 to 60 seconds
     * @throws IllegalArgumentException if it lies elsewhere
     * @see #keepSpeed
     */
    public Smoothing halfLife(double seconds) {
        if (seconds != 0 && !(seconds >= 0.001 && seconds <= 60))
            throw new IllegalArgumentException(
                    "a half-life of " + seconds + " s: give 0 for no warping, or 0.001 to 60");
        return new Smoothing(seconds, maxAge, snapDistance, delay, keepSpeed);
    }

    /**
     * Sets how old a state may grow and still move the thing. Up to half that age the thing goes on as the state says,
     * then it slows down evenly, and at that age it stands still, three quarters as far as it would have come. The same
     * bounds how far a state may lie ahead of the clock. With 0 seconds nothing is extrapolated.
     *
     * @param seconds from 0 to 3600 seconds; a few times the usual age of a state plus the interval of the sends
     * @throws IllegalArgumentException if it lies elsewhere
     */
    public Smoothing maxAge(double seconds) {
        if (!(seconds >= 0 && seconds <= 3600))
            throw new IllegalArgumentException("a maximum age of " + seconds + " s: give 0 to 3600");
        return new Smoothing(halfLife, seconds, snapDistance, delay, keepSpeed);
    }

    /**
     * Sets from which error on a thing is put where it belongs at one go: what is that far off has not moved, it has
     * been moved. Nor does a buffer draw the way between two states that are so far apart.
     *
     * @param distance above 0, in the game's own unit of length, in radians for angles and rotations; infinite for
     *     never
     * @throws IllegalArgumentException if it is not above 0
     */
    public Smoothing snapDistance(double distance) {
        if (!(distance > 0))
            throw new IllegalArgumentException(
                    "a snap distance of " + distance + ": give one above 0, or a half-life of 0 to snap always");
        return new Smoothing(halfLife, maxAge, distance, delay, keepSpeed);
    }

    /**
     * Sets how long ago the picture is; 0 extrapolates to the present.
     *
     * @param seconds from 0 to 10 seconds
     * @throws IllegalArgumentException if it lies elsewhere
     */
    public Smoothing delay(double seconds) {
        if (!(seconds >= 0 && seconds <= 10))
            throw new IllegalArgumentException("a delay of " + seconds + " s: give 0 to 10");
        return new Smoothing(halfLife, maxAge, snapDistance, seconds, keepSpeed);
    }

    /**
     * Sets whether a correction begins with the speed at which the thing is just being drawn. If so, which is the
     * default, neither its place nor its speed ever jumps on the screen. If not, warping is what the report describes,
     * to the letter: the warped velocity is left alone when a state arrives, so that an error of place is halved with
     * each half-life, and starts to vanish with a jerk.
     */
    public Smoothing keepSpeed(boolean keep) {
        return new Smoothing(halfLife, maxAge, snapDistance, delay, keep);
    }

    /** The settings in one line, the times among them in seconds. */
    @Override
    public String toString() {
        return "half-life " + halfLife + " s, max age " + maxAge + " s, snap distance " + snapDistance + ", delay "
                + delay + " s" + (keepSpeed ? "" : ", speed not kept");
    }

    /**
     * The seconds for which a velocity counts, of the given age in seconds. It and its slope are continuous, hence so
     * is what is drawn.
     */
    double reach(double age) {
        double old = Math.abs(age);
        double over = old - maxAge / 2;
        double reach = old >= maxAge ? 0.75 * maxAge : over <= 0 ? old : old - over * over / maxAge;
        return age < 0 ? -reach : reach;
    }

    /** The slope of {@link #reach}: 1 while the thing goes on as it was, 0 when it stands. */
    double pace(double age) {
        double old = Math.abs(age);
        double over = old - maxAge / 2;
        return old >= maxAge ? 0 : over <= 0 ? 1 : 1 - 2 * over / maxAge;
    }

    /** F for a frame of so many seconds. */
    double kept(double frame) {
        return halfLife == 0 ? 0 : Math.exp(-rate() * frame);
    }

    /** By which part of itself an error shrinks in a second; of no meaning without warping. */
    double rate() {
        return halfLife == 0 ? 0 : Math.log(2) / halfLife;
    }

    boolean warps() {
        return halfLife > 0;
    }

    boolean keepsSpeed() {
        return keepSpeed;
    }

    boolean isFar(double distance) {
        return distance > snapDistance;
    }

    double maxAge() {
        return maxAge;
    }

    double delay() {
        return delay;
    }

    /** So many states are kept. */
    int room() {
        return delay == 0 ? 1 : 4 + (int) Math.ceil(delay * STATES_PER_SECOND);
    }

    static double checked(String name, double value) {
        if (!(Math.abs(value) <= LARGEST))
            throw new IllegalArgumentException(
                    name + " is " + value + ": give a finite number, up to 1e100; check what was received");
        return value;
    }
}
