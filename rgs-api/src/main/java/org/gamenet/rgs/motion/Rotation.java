package org.gamenet.rgs.motion;

import java.util.Arrays;

/**
 * The way in which to draw one thing that others turn in space: between the states that arrive, and beyond the last of
 * them, as {@linkplain org.gamenet.rgs.motion the package} says. Orientations are quaternions x, y, z, w, with the
 * vector ahead of the real part; angular velocities are in radians per second about the fixed axes of the world.
 * Warping is a slerp, the short way, from G to W by F; a buffer is drawn by slerp between its states, which must be
 * less than half a turn apart. Snap distances are in radians, pi being the furthest. Not safe for use by two threads at
 * a time: game thread.
 *
 * @since 0.1
 */
public final class Rotation {

    /** In radians per second: far more than a picture can show, and its powers do not overflow. */
    private static final double FASTEST = 1e6;

    // As in Course, W is kept as what differs from the goal: a rotation vector, which a slerp shortens, and its own
    // velocity.
    private final Smoothing smoothing;
    private final History history;
    private final double[] error = new double[3];
    private final double[] drift = new double[3];
    private final double[] shown = {0, 0, 0, 1};
    private final double[] goal = new double[4];
    private final double[] goalSpeed = new double[3];
    private final double[] oldGoal = new double[4];
    private final double[] oldGoalSpeed = new double[3];
    private final double[] place = new double[4];
    private final double[] speed = new double[3];
    private final double[] spare = new double[3];
    private final double[] other = new double[3];
    private final double[] from = new double[4];
    private final double[] turned = new double[4];
    private double now = Double.NaN;
    private boolean isFar;
    private boolean isAskedToSnap;

    /** One of which nothing is known yet. Game thread. */
    public Rotation(Smoothing smoothing) {
        this.smoothing = smoothing;
        history = new History(smoothing.room(), 4, 3);
    }

    /**
     * Takes a state that has arrived. The picture does not turn by that, unless it is the first one. Game thread.
     *
     * @param sentAt the game time, in seconds, at which its sender was so
     * @param x the quaternion, which need not have the length 1
     * @param y the same
     * @param z the same
     * @param w the same
     * @param ax its angular velocity about the world's x, in radians per second
     * @param ay the same about y
     * @param az the same about z
     * @return whether it is of use: false if a newer one is known already, or if the time to show it has gone by
     * @throws IllegalArgumentException if a number is not finite or beyond 1e100, the quaternion no longer than 1e-100,
     *     or the angular velocity above 1e6; nothing has changed then
     */
    public boolean received(double sentAt, double x, double y, double z, double w, double ax, double ay, double az) {
        Smoothing.checked("sentAt", sentAt);
        Smoothing.checked("x", x);
        Smoothing.checked("y", y);
        Smoothing.checked("z", z);
        Smoothing.checked("w", w);
        if (!(ax * ax + ay * ay + az * az <= FASTEST * FASTEST))
            throw new IllegalArgumentException("an angular velocity of " + ax + ", " + ay + ", " + az
                    + ": give finite numbers, up to 1e6 rad/s together; check what was received");
        if (!(x * x + y * y + z * z + w * w > 1e-200))
            throw new IllegalArgumentException(
                    "the quaternion is 0, which is no orientation: none is 0, 0, 0, 1; check what was received");
        place[0] = x;
        place[1] = y;
        place[2] = z;
        place[3] = w;
        Quaternion.normalise(place);
        speed[0] = ax;
        speed[1] = ay;
        speed[2] = az;
        return received(sentAt);
    }

    /**
     * Turns what is drawn on to that time. Game thread.
     *
     * @param now the game time, in seconds; if it is the same as in the last frame or earlier, nothing turns
     * @return whether there is something to draw: false until a state has arrived
     * @throws IllegalArgumentException if the time is not finite or beyond 1e100; nothing has changed then
     */
    public boolean advance(double now) {
        Smoothing.checked("now", now);
        if (history.size() == 0) return false;
        if (Double.isNaN(this.now)) this.now = now;
        if (now < this.now) {
            aimAt(this.now, oldGoal, oldGoalSpeed);
            aimAnew(now);
            this.now = now;
        }
        if (isFar || isAskedToSnap || !smoothing.warps()) settle();
        double frame = now - this.now;
        double kept = smoothing.kept(frame);
        for (int i = 0; i < 3; i++) {
            error[i] = kept * (error[i] + drift[i] * frame);
            drift[i] *= kept;
        }
        aimAt(now, goal, goalSpeed);
        Quaternion.exp(error, from);
        Quaternion.multiply(from, goal, turned);
        show(turned);
        this.now = now;
        return true;
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
        Smoothing.checked("now", now);
        if (history.size() == 0) return false;
        if (Double.isNaN(this.now)) return advance(now);
        history.shift(now - this.now);
        this.now = now;
        return true;
    }

    /**
     * The x of the unit quaternion to draw at the time of the last frame; 0 as long as nothing is known. Game thread.
     */
    public double x() {
        return shown[0];
    }

    /**
     * The y of the unit quaternion to draw at the time of the last frame; 0 as long as nothing is known. Game thread.
     */
    public double y() {
        return shown[1];
    }

    /**
     * The z of the unit quaternion to draw at the time of the last frame; 0 as long as nothing is known. Game thread.
     */
    public double z() {
        return shown[2];
    }

    /**
     * The w of the unit quaternion to draw at the time of the last frame; 1 as long as nothing is known. Of the two
     * quaternions that mean the same, each frame gives the one that is nearer to that of the frame before. Game thread.
     */
    public double w() {
        return shown[3];
    }

    /** How many seconds before the last frame the newest state was sent; NaN until there are both. Game thread. */
    public double ageSeconds() {
        return now - history.newest();
    }

    /**
     * Turns it, in the next frame, to where it belongs, however far that is: its owner was moved, not moving. Game
     * thread.
     */
    public void snap() {
        isAskedToSnap = true;
    }

    /** Takes away all that is known, as if new: whatever comes next is another thing. Game thread. */
    public void forget() {
        history.clear();
        now = Double.NaN;
        settle();
    }

    private boolean received(double sentAt) {
        boolean isPlaced = history.size() > 0 && !Double.isNaN(now);
        if (isPlaced) aimAt(now, oldGoal, oldGoalSpeed);
        if (!history.takes(sentAt, now - smoothing.delay())) {
            if (!(history.newest() > now + smoothing.maxAge())) return false;
            history.dropAfter(now + smoothing.maxAge());
            if (!history.takes(sentAt, now - smoothing.delay())) return false;
        }
        history.add(sentAt, place, speed);
        if (isPlaced) aimAnew(now);
        else show(place);
        return true;
    }

    /** The goal is another one now, or is seen from another time: what is drawn stays as it is. */
    private void aimAnew(double time) {
        aimAt(time, goal, goalSpeed);
        double rate = smoothing.rate();
        if (smoothing.keepsSpeed()) {
            // How fast it turns on the screen, as the goal and the error together make it turn...
            for (int i = 0; i < 3; i++) spare[i] = drift[i] - rate * error[i];
            Quaternion.velocity(error, spare, other);
            Quaternion.rotate(error, oldGoalSpeed, spare);
            for (int i = 0; i < 3; i++) spare[i] += other[i];
            Quaternion.exp(error, from);
            Quaternion.multiply(from, oldGoal, turned);
            Quaternion.way(goal, turned, error);
            // ...is how fast it has to turn about the new goal.
            Quaternion.rotate(error, goalSpeed, other);
            for (int i = 0; i < 3; i++) spare[i] -= other[i];
            Quaternion.change(error, spare, other);
            for (int i = 0; i < 3; i++) drift[i] = other[i] + rate * error[i];
        } else {
            for (int i = 0; i < 3; i++) drift[i] += oldGoalSpeed[i] - goalSpeed[i];
            Quaternion.exp(error, from);
            Quaternion.multiply(from, oldGoal, turned);
            Quaternion.way(goal, turned, error);
        }
        isFar = smoothing.isFar(Quaternion.length(error));
    }

    private void aimAt(double time, double[] at, double[] turning) {
        double drawn = time - smoothing.delay();
        int last = Math.max(0, history.before(drawn));
        if (last + 1 < history.size() && drawn >= history.time(last)) {
            load(last, from);
            load(last + 1, turned);
            Quaternion.way(from, turned, spare);
            if (!smoothing.isFar(Quaternion.length(spare))) {
                double span = history.time(last + 1) - history.time(last);
                double part = (drawn - history.time(last)) / span;
                for (int i = 0; i < 3; i++) {
                    turning[i] = spare[i] / span;
                    spare[i] *= part;
                }
                turn(spare, at);
                return;
            }
        }
        double age = drawn - history.time(last);
        load(last, from);
        for (int i = 0; i < 3; i++) {
            spare[i] = history.speed(last, i) * smoothing.reach(age);
            turning[i] = history.speed(last, i) * smoothing.pace(age);
        }
        turn(spare, at);
    }

    private void load(int state, double[] into) {
        for (int i = 0; i < 4; i++) into[i] = history.place(state, i);
    }

    /** {@code from}, turned by a vector. */
    private void turn(double[] vector, double[] into) {
        Quaternion.exp(vector, turned);
        Quaternion.multiply(turned, from, into);
    }

    private void show(double[] orientation) {
        Quaternion.normalise(orientation);
        double alike = 0;
        for (int i = 0; i < 4; i++) alike += orientation[i] * shown[i];
        for (int i = 0; i < 4; i++) shown[i] = alike < 0 ? -orientation[i] : orientation[i];
    }

    private void settle() {
        Arrays.fill(error, 0);
        Arrays.fill(drift, 0);
        isFar = false;
        isAskedToSnap = false;
    }
}
