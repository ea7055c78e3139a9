package org.gamenet.rgs.motion;

/**
 * The arithmetic of rotations, over arrays that the caller owns: orientations as unit quaternions x, y, z, w, rotations
 * also as vectors, which point along the axis and are as long as the angle in radians. No array may be both source and
 * target.
 */
final class Quaternion {

    /** Below this angle the series is exact to the last bit, and the fractions are not. */
    private static final double SMALL = 1e-4;

    private Quaternion() {}

    /** The rotation by a vector. */
    static void exp(double[] vector, double[] into) {
        double angle = length(vector);
        double sine = angle < SMALL ? 0.5 - angle * angle / 48 : Math.sin(angle / 2) / angle;
        into[0] = vector[0] * sine;
        into[1] = vector[1] * sine;
        into[2] = vector[2] * sine;
        into[3] = Math.cos(angle / 2);
    }

    /** The shortest vector that leads from one orientation to another: no longer than pi. */
    static void way(double[] from, double[] to, double[] into) {
        double w = to[3] * from[3] + to[0] * from[0] + to[1] * from[1] + to[2] * from[2];
        into[0] = -to[3] * from[0] + to[0] * from[3] - to[1] * from[2] + to[2] * from[1];
        into[1] = -to[3] * from[1] + to[1] * from[3] - to[2] * from[0] + to[0] * from[2];
        into[2] = -to[3] * from[2] + to[2] * from[3] - to[0] * from[1] + to[1] * from[0];
        double sine = length(into);
        double scale = sine < SMALL * SMALL ? 2 : 2 * Math.atan2(sine, Math.abs(w)) / sine;
        if (w < 0) scale = -scale;
        for (int i = 0; i < 3; i++) into[i] *= scale;
    }

    /** First the second, then the first. */
    static void multiply(double[] a, double[] b, double[] into) {
        into[0] = a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1];
        into[1] = a[3] * b[1] + a[1] * b[3] + a[2] * b[0] - a[0] * b[2];
        into[2] = a[3] * b[2] + a[2] * b[3] + a[0] * b[1] - a[1] * b[0];
        into[3] = a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2];
    }

    static void normalise(double[] q) {
        double length = Math.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
        for (int i = 0; i < 4; i++) q[i] /= length;
    }

    /** The vector v turned by a rotation vector. */
    static void rotate(double[] rotation, double[] v, double[] into) {
        double angle = length(rotation);
        double once = angle < SMALL ? 1 - angle * angle / 6 : Math.sin(angle) / angle;
        combine(rotation, once, halfVersine(angle), v, into);
    }

    /** The angular velocity of a rotation vector that changes by v a second. */
    static void velocity(double[] rotation, double[] v, double[] into) {
        double angle = length(rotation);
        double twice =
                angle < SMALL ? 1.0 / 6 - angle * angle / 120 : (angle - Math.sin(angle)) / (angle * angle * angle);
        combine(rotation, halfVersine(angle), twice, v, into);
    }

    /** The opposite of {@link #velocity}: by how much a second the rotation vector, no longer than pi, changes. */
    static void change(double[] rotation, double[] velocity, double[] into) {
        double angle = length(rotation);
        double twice = angle < SMALL ? 1.0 / 12 : (1 - angle / 2 / Math.tan(angle / 2)) / (angle * angle);
        combine(rotation, -0.5, twice, velocity, into);
    }

    static double length(double[] v) {
        return Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    }

    private static double halfVersine(double angle) {
        double sine = Math.sin(angle / 2);
        return angle < SMALL ? 0.5 - angle * angle / 24 : 2 * sine * sine / (angle * angle);
    }

    /** v + once * (r x v) + twice * (r x (r x v)). */
    private static void combine(double[] r, double once, double twice, double[] v, double[] into) {
        double x = r[1] * v[2] - r[2] * v[1];
        double y = r[2] * v[0] - r[0] * v[2];
        double z = r[0] * v[1] - r[1] * v[0];
        into[0] = v[0] + once * x + twice * (r[1] * z - r[2] * y);
        into[1] = v[1] + once * y + twice * (r[2] * x - r[0] * z);
        into[2] = v[2] + once * z + twice * (r[0] * y - r[1] * x);
    }
}
