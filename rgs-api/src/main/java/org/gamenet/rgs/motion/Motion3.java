package org.gamenet.rgs.motion;

/**
 * Where to draw one thing that others move in space: between the states that arrive, and beyond the last of them, as
 * {@linkplain org.gamenet.rgs.motion the package} says. The unit of length is the game's own, that of time the second.
 * Not safe for use by two threads at a time: game thread.
 *
 * @since 0.1
 */
public final class Motion3 {

    private final Course course;

    /** One of which nothing is known yet. Game thread. */
    public Motion3(Smoothing smoothing) {
        course = new Course(smoothing, 3, false);
    }

    /**
     * Takes a state that has arrived. The picture does not move by that, unless it is the first one. Game thread.
     *
     * @param sentAt the game time, in seconds, at which its sender was there
     * @param x where it was, along x
     * @param y where it was, along y
     * @param z where it was, along z
     * @param vx its velocity along x, per second
     * @param vy its velocity along y, per second
     * @param vz its velocity along z, per second
     * @return whether it is of use: false if a newer one is known already, or if the time to show it has gone by
     * @throws IllegalArgumentException if a number is not finite or beyond 1e100; nothing has changed then
     */
    public boolean received(double sentAt, double x, double y, double z, double vx, double vy, double vz) {
        Smoothing.checked("sentAt", sentAt);
        Smoothing.checked("x", x);
        Smoothing.checked("y", y);
        Smoothing.checked("z", z);
        Smoothing.checked("vx", vx);
        Smoothing.checked("vy", vy);
        Smoothing.checked("vz", vz);
        course.place[0] = x;
        course.place[1] = y;
        course.place[2] = z;
        course.speed[0] = vx;
        course.speed[1] = vy;
        course.speed[2] = vz;
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

    /** Where to draw it along x, at the time of the last frame; 0 as long as nothing is known. Game thread. */
    public double x() {
        return course.shown(0);
    }

    /** Where to draw it along y, at the time of the last frame; 0 as long as nothing is known. Game thread. */
    public double y() {
        return course.shown(1);
    }

    /** Where to draw it along z, at the time of the last frame; 0 as long as nothing is known. Game thread. */
    public double z() {
        return course.shown(2);
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
