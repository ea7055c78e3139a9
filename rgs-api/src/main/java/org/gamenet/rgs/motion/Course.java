package org.gamenet.rgs.motion;

import java.util.Arrays;

/**
 * The parts that {@link Motion1}, {@link Motion2} and {@link Motion3} have in common. The warped state W is kept as its
 * difference from the goal G: an error of place, {@code error}, and one of velocity, {@code drift}. W = F*W + (1-F)*G,
 * both moved on by their own velocities first, then says error = F*(error + drift*dt) and drift = F*drift. With F =
 * exp(-rate*dt) two short frames do exactly what one long frame does.
 */
final class Course {
    final double[] place;
    final double[] speed;
    private final Smoothing smoothing;
    private final int axes;
    private final boolean isAngle;
    private final History history;
    private final double[] error;
    private final double[] drift;
    private final double[] shown;
    private final double[] goal;
    private final double[] goalSpeed;
    private final double[] oldGoal;
    private final double[] oldGoalSpeed;
    private double now = Double.NaN;
    private boolean isFar;
    private boolean isAskedToSnap;

    Course(Smoothing smoothing, int axes, boolean isAngle) {
        this.smoothing = smoothing;
        this.axes = axes;
        this.isAngle = isAngle;
        history = new History(smoothing.room(), axes, axes);
        place = new double[axes];
        speed = new double[axes];
        error = new double[axes];
        drift = new double[axes];
        shown = new double[axes];
        goal = new double[axes];
        goalSpeed = new double[axes];
        oldGoal = new double[axes];
        oldGoalSpeed = new double[axes];
    }

    double shown(int axis) {
        return isAngle ? turn(shown[axis]) : shown[axis];
    }

    boolean isKnown() {
        return history.size() > 0;
    }

    double age() {
        return now - history.newest();
    }

    void snap() {
        isAskedToSnap = true;
    }

    void forget() {
        history.clear();
        now = Double.NaN;
        settle();
    }

    /** Takes {@code place} and {@code speed}, which the caller has filled in and checked. */
    boolean received(double sentAt) {
        boolean isPlaced = isKnown() && !Double.isNaN(now);
        if (isPlaced) aimAt(now, oldGoal, oldGoalSpeed);
        if (!history.takes(sentAt, now - smoothing.delay())) {
            if (!(history.newest() > now + smoothing.maxAge())) return false;
            history.dropAfter(now + smoothing.maxAge());
            if (!history.takes(sentAt, now - smoothing.delay())) return false;
        }
        history.add(sentAt, place, speed);
        if (isPlaced) aimAnew(now);
        else System.arraycopy(place, 0, shown, 0, axes);
        return true;
    }

    boolean advance(double time) {
        if (!isKnown()) return false;
        if (Double.isNaN(now)) now = time;
        if (time < now) {
            aimAt(now, oldGoal, oldGoalSpeed);
            aimAnew(time);
            now = time;
        }
        if (isFar || isAskedToSnap || !smoothing.warps()) settle();
        double frame = time - now;
        double kept = smoothing.kept(frame);
        aimAt(time, goal, goalSpeed);
        for (int i = 0; i < axes; i++) {
            error[i] = kept * (error[i] + drift[i] * frame);
            drift[i] *= kept;
            shown[i] = goal[i] + error[i];
        }
        now = time;
        return true;
    }

    boolean hold(double time) {
        if (!isKnown()) return false;
        if (Double.isNaN(now)) return advance(time);
        history.shift(time - now);
        now = time;
        return true;
    }

    /** The goal is another one now, or is seen from another time: what is drawn stays where it is. */
    private void aimAnew(double time) {
        aimAt(time, goal, goalSpeed);
        double squares = 0;
        for (int i = 0; i < axes; i++) {
            double before = error[i];
            error[i] += oldGoal[i] - goal[i];
            if (isAngle) error[i] = turn(error[i]);
            drift[i] += oldGoalSpeed[i] - goalSpeed[i];
            // On the screen it moves by drift - rate * error faster than the goal, and should do so with the new error
            // too.
            if (smoothing.keepsSpeed()) drift[i] += smoothing.rate() * (error[i] - before);
            squares += error[i] * error[i];
        }
        isFar = smoothing.isFar(Math.sqrt(squares));
    }

    private void settle() {
        Arrays.fill(error, 0);
        Arrays.fill(drift, 0);
        isFar = false;
        isAskedToSnap = false;
    }

    private void aimAt(double time, double[] at, double[] moving) {
        double drawn = time - smoothing.delay();
        int last = Math.max(0, history.before(drawn));
        if (last + 1 < history.size() && drawn >= history.time(last) && !isFarFromNext(last))
            between(last, drawn, at, moving);
        else beyond(last, drawn - history.time(last), at, moving);
    }

    private void beyond(int state, double age, double[] at, double[] moving) {
        for (int i = 0; i < axes; i++) {
            at[i] = history.place(state, i) + history.speed(state, i) * smoothing.reach(age);
            moving[i] = history.speed(state, i) * smoothing.pace(age);
        }
    }

    /** A cubic from one state to the next, which has their places and their velocities at its ends. */
    private void between(int state, double drawn, double[] at, double[] moving) {
        double span = history.time(state + 1) - history.time(state);
        double t = (drawn - history.time(state)) / span;
        for (int i = 0; i < axes; i++) {
            double way = way(state, i);
            double start = history.speed(state, i) * span;
            double end = history.speed(state + 1, i) * span;
            at[i] = history.place(state, i)
                    + t * (start + t * (3 * way - 2 * start - end + t * (start + end - 2 * way)));
            moving[i] = (start + t * (2 * (3 * way - 2 * start - end) + 3 * t * (start + end - 2 * way))) / span;
        }
    }

    private boolean isFarFromNext(int state) {
        double squares = 0;
        for (int i = 0; i < axes; i++) squares += way(state, i) * way(state, i);
        return smoothing.isFar(Math.sqrt(squares));
    }

    private double way(int state, int axis) {
        double way = history.place(state + 1, axis) - history.place(state, axis);
        return isAngle ? turn(way) : way;
    }

    /** The same angle, between minus pi and pi. */
    private static double turn(double angle) {
        return Math.IEEEremainder(angle, 2 * Math.PI);
    }
}
