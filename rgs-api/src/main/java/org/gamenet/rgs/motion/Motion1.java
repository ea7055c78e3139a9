package org.gamenet.rgs.motion;

import org.gamenet.rgs.CheckReturnValue;

/**
 * Where to draw one thing that others move on a line, or which way it is heading: between the states that arrive, and
 * beyond the last of them, as {@linkplain org.gamenet.rgs.motion the package} says. The unit of length is the game's
 * own, that of time the second. Not safe for use by two threads at a time: game thread.
 *
 * @since 0.1
 */
public final class Motion1 {

    private final Course course;

    /** One of which nothing is known yet. Game thread. */
    public Motion1(Smoothing smoothing) {
        this(smoothing, false);
    }

    private Motion1(Smoothing smoothing, boolean isAngle) {
        course = new Course(smoothing, 1, isAngle);
    }

    /**
     * One that takes angles, in radians, and goes the short way round; its {@link #x} lies between minus pi and pi. For
     * a heading, whose velocity is in radians per second. Game thread.
     */
    @CheckReturnValue
    public static Motion1 angle(Smoothing smoothing) {
        return new Motion1(smoothing, true);
    }

    /**
     * Takes a state that has arrived. The picture does not move by that, unless it is the first one. Game thread.
     *
     * @param sentAt the game time, in seconds, at which its sender was there
     * @param x where it was
     * @param vx its velocity, per second
     * @return whether it is of use: false if a newer one is known already, or if the time to show it has gone by
     * @throws IllegalArgumentException if a number is not finite or beyond 1e100; nothing has changed then
     */
    public boolean received(double sentAt, double x, double vx) {
        Smoothing.checked("sentAt", sentAt);
        Smoothing.checked("x", x);
        Smoothing.checked("vx", vx);
        course.place[0] = x;
        course.speed[0] = vx;
        return course.received(sentAt);
    }

    /**
     * Moves what is drawn on to that time. Game thread.
     *
     * @param now the game time, in seconds; if it is the same as in the last frame or earlier, nothing moves
     * @return whether there is something to draw: false until a state has arrived
     * @throws IllegalArgumentException if the time is not finite or beyond 1e100; nothing has changed then
     */
    public boolean advance(double now) {
        return course.advance(Smoothing.checked("now", now));
    }

    /**
     * Lets time go by in which it stands still, because the game does: to be called instead of {@code advance} while
     * that lasts. All that was known counts as younger by so much; afterwards it goes on from where it is, as if
     * nothing had been. Game thread.
     *
     * @param now the game time, in seconds
     * @return whether there is something to draw: false until a state has arrived
     * @throws IllegalArgumentException if the time is not finite or beyond 1e100; nothing has changed then
     */
    public boolean hold(double now) {
        return course.hold(Smoothing.checked("now", now));
    }

    /** Where to draw it, at the time of the last frame; 0 as long as nothing is known. Game thread. */
    public double x() {
        return course.shown(0);
    }

    /** How many seconds before the last frame the newest state was sent; NaN until there are both. Game thread. */
    public double ageSeconds() {
        return course.age();
    }

    /**
     * Puts it, in the next frame, where it belongs, however far that is: its owner was moved, not moving. Game thread.
     */
    public void snap() {
        course.snap();
    }

    /** Takes away all that is known, as if new: whatever comes next is another thing. Game thread. */
    public void forget() {
        course.forget();
    }
}
