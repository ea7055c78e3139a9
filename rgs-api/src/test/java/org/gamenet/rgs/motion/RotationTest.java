package org.gamenet.rgs.motion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("T54 T55 a thing that turns")
class RotationTest {

    private static final Smoothing EXTRAPOLATING = Smoothing.extrapolating();

    @Test
    @DisplayName(
            "T54 is extrapolated by its angular velocity about the world's axes, for no longer than the maximum age")
    void isExtrapolated() {
        Rotation rotation = new Rotation(EXTRAPOLATING.halfLife(0).maxAge(2));
        assertFalse(rotation.advance(0));
        assertEquals(1, rotation.w());
        double[] lying = about(0, 1, 0, 0.5);
        rotation.received(0, 3 * lying[0], 3 * lying[1], 3 * lying[2], 3 * lying[3], 0, 0, 1);
        assertTrue(rotation.advance(0.8));
        assertEquals(0, between(times(about(0, 0, 1, 0.8), lying), shown(rotation)), 1e-9);
        assertEquals(0.8, rotation.ageSeconds(), 1e-12);
        rotation.advance(1e6);
        assertEquals(0, between(times(about(0, 0, 1, 1.5), lying), shown(rotation)), 1e-9);
    }

    @Test
    @DisplayName("T55 is warped by a slerp, the short way, to a half in a half-life")
    void isSlerped() {
        for (long seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            double[] from = any(random);
            double[] to = any(random);
            Rotation rotation = new Rotation(EXTRAPOLATING.keepSpeed(false).halfLife(0.1));
            receive(rotation, 0, from, new double[3]);
            rotation.advance(0);
            receive(rotation, 0.001, to, new double[3]);
            double whole = between(from, to);
            double now = 0;
            while (now < 1) {
                now += random.nextDouble() / 20;
                rotation.advance(now);
                double left = Math.pow(2, -now / 0.1);
                double[] twin = slerp(to, from, left);
                assertEquals(0, between(twin, shown(rotation)), 1e-6, "seed " + seed + " at " + now);
                assertEquals(left * whole, between(to, shown(rotation)), 1e-6);
            }
        }
    }

    @Test
    @DisplayName("T55 ends where the state says; its quaternion has length 1 in every frame and never changes sides")
    void convergesAndStaysUnit() {
        for (long seed = 0; seed < 100; seed++) {
            Random random = new Random(seed);
            Rotation rotation =
                    new Rotation(EXTRAPOLATING.keepSpeed(random.nextBoolean()).delay(random.nextBoolean() ? 0 : 0.1));
            double now = 0;
            double[] before = null;
            for (int i = 0; i < 300; i++) {
                now += random.nextDouble() / 30;
                if (random.nextInt(4) == 0 || i == 0)
                    receive(rotation, now - random.nextDouble() / 10, any(random), spin(random, 5));
                rotation.advance(now);
                double[] q = shown(rotation);
                assertEquals(1, Math.sqrt(dot(q, q)), 1e-12);
                if (before != null) assertTrue(dot(before, q) >= 0, "seed " + seed + " changes sides in frame " + i);
                before = q;
            }
            double[] last = any(random);
            receive(rotation, now + 0.01, last, new double[3]);
            for (int i = 0; i < 100; i++) rotation.advance(now += 0.02);
            assertEquals(0, between(last, shown(rotation)), 1e-6, "seed " + seed);
        }
    }

    @Test
    @DisplayName("T55 turns the same at 30 and at 144 frames a second")
    void doesNotDependOnTheFrameRate() {
        for (Smoothing smoothing : List.of(EXTRAPOLATING, EXTRAPOLATING.keepSpeed(false), EXTRAPOLATING.delay(0.2))) {
            for (long seed = 0; seed < 10; seed++) {
                List<double[]> slow = atEachSixth(seed, smoothing, 30);
                List<double[]> fast = atEachSixth(seed, smoothing, 144);
                assertEquals(slow.size(), fast.size());
                for (int i = 0; i < slow.size(); i++)
                    assertEquals(0, between(slow.get(i), fast.get(i)), 1e-6, smoothing + " seed " + seed + " at " + i);
            }
        }
    }

    @Test
    @DisplayName("T55 does not jump: speed and acceleration stay bounded on a bad network")
    void isContinuous() {
        for (long seed = 0; seed < 10; seed++) {
            Feed feed = new Feed(seed).overABadNetwork(seed, 10);
            double[] warped = watch(feed, EXTRAPOLATING);
            double[] jumping = watch(feed, EXTRAPOLATING.halfLife(0));
            String seen =
                    "seed " + seed + ": " + warped[0] + " rad/s, " + warped[1] + " rad/s2, not warped " + jumping[1];
            assertTrue(warped[1] < 60, seen);
            assertTrue(jumping[1] > 4 * warped[1], seen);
        }
    }

    @Test
    @DisplayName("T55 goes on turning as before when a state arrives, even one that says otherwise")
    void keepsItsSpeed() {
        for (long seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            double frame = 1e-5;
            Rotation rotation = new Rotation(EXTRAPOLATING.halfLife(0.2));
            double now = 0;
            for (int i = 0; i < 5; i++) {
                receive(rotation, now + 1e-7, any(random), spin(random, 3));
                rotation.advance(now += 0.05);
            }
            double[] a = shown(rotation);
            rotation.advance(now += frame);
            double[] b = shown(rotation);
            receive(rotation, now, any(random), spin(random, 3));
            rotation.advance(now += frame);
            double[] c = shown(rotation);
            double[] first = new double[3];
            double[] second = new double[3];
            Quaternion.way(a, b, first);
            Quaternion.way(b, c, second);
            for (int i = 0; i < 3; i++) assertEquals(first[i] / frame, second[i] / frame, 0.05, "seed " + seed);
        }
    }

    @Test
    @DisplayName("T55 snaps from an angle on, and when told")
    void snaps() {
        Rotation rotation = new Rotation(EXTRAPOLATING.snapDistance(1));
        receive(rotation, 0, about(1, 0, 0, 0), new double[3]);
        rotation.advance(0);
        receive(rotation, 0.01, about(1, 0, 0, 0.9), new double[3]);
        rotation.advance(0.01);
        assertTrue(between(about(1, 0, 0, 0), shown(rotation)) < 0.1);
        rotation.snap();
        rotation.advance(0.02);
        assertEquals(0, between(about(1, 0, 0, 0.9), shown(rotation)), 1e-9);
        receive(rotation, 0.03, about(1, 0, 0, 2), new double[3]);
        rotation.advance(0.03);
        assertEquals(0, between(about(1, 0, 0, 2), shown(rotation)), 1e-9);
        rotation.forget();
        assertFalse(rotation.advance(1));
    }

    @Test
    @DisplayName("T55 stays as it is when time stands still or goes back")
    void takesTheTimeAsItComes() {
        Rotation rotation = new Rotation(EXTRAPOLATING);
        receive(rotation, 0, about(0, 1, 0, 0), new double[] {0, 2, 0});
        for (int i = 0; i <= 20; i++) rotation.advance(i / 100.0);
        double[] before = shown(rotation);
        receive(rotation, 0.1, about(1, 0, 0, 1), new double[] {3, 0, 0});
        rotation.advance(0.2);
        assertEquals(0, between(before, shown(rotation)), 1e-9);
        rotation.advance(0.05);
        assertEquals(0, between(before, shown(rotation)), 1e-9);
        rotation.advance(0.06);
        assertEquals(0.02, between(before, shown(rotation)), 0.01);
    }

    @Test
    @DisplayName("T55 stands while it is held, and then goes on as if nothing had been")
    void isHeld() {
        Rotation held = new Rotation(EXTRAPOLATING);
        Rotation twin = new Rotation(EXTRAPOLATING);
        assertFalse(held.hold(0));
        for (Rotation rotation : List.of(held, twin)) {
            receive(rotation, 0, about(0, 1, 0, 0), new double[] {0, 2, 0});
            rotation.advance(0.1);
            receive(rotation, 0.1, about(1, 0, 0, 1), new double[] {3, 0, 0});
            rotation.advance(0.15);
        }
        double[] before = shown(held);
        for (double now = 0.2; now < 7; now += 0.1) assertTrue(held.hold(now));
        held.hold(7);
        assertEquals(0, between(before, shown(held)));
        for (int i = 1; i < 50; i++) {
            held.advance(7 + i / 50.0);
            twin.advance(0.15 + i / 50.0);
            assertEquals(0, between(shown(twin), shown(held)), 1e-9);
        }
    }

    @Test
    @DisplayName("is drawn by slerp from a buffer, the short way")
    void isDrawnFromABuffer() {
        for (long seed = 0; seed < 50; seed++) {
            Random random = new Random(seed);
            double[] from = any(random);
            double[] to = any(random);
            Rotation rotation = new Rotation(Smoothing.interpolating(1));
            receive(rotation, 0, from, spin(random, 1));
            receive(rotation, 0.5, to, spin(random, 1));
            for (int i = 0; i <= 10; i++) {
                rotation.advance(1 + i / 20.0);
                assertEquals(0, between(slerp(from, to, i / 10.0), shown(rotation)), 1e-6, "seed " + seed);
            }
        }
    }

    private static List<double[]> atEachSixth(long seed, Smoothing smoothing, int framesPerSecond) {
        Random random = new Random(seed);
        List<double[]> places = new ArrayList<>();
        List<double[]> spins = new ArrayList<>();
        Feed feed = new Feed(seed);
        for (int i = 3; i < 30; i++) {
            feed.reports.add(new Feed.Report(i / 6.0, i / 6.0 - 0.1));
            places.add(any(random));
            spins.add(spin(random, 2));
        }
        List<double[]> seen = new ArrayList<>();
        Rotation rotation = new Rotation(smoothing);
        int[] next = {0};
        feed.play(
                framesPerSecond,
                1,
                4.5,
                at -> receive(rotation, at, places.get(next[0]), spins.get(next[0]++)),
                now -> {
                    rotation.advance(now);
                    if (Math.abs(now * 6 - Math.rint(now * 6)) < 1e-6) seen.add(shown(rotation));
                });
        return seen;
    }

    /** The greatest speed and acceleration that one sees of something that nods and turns at once. */
    private static double[] watch(Feed feed, Smoothing smoothing) {
        Rotation rotation = new Rotation(smoothing);
        double[] most = {0, 0};
        double[][] past = {null, null};
        feed.play(
                144,
                1,
                9,
                at -> {
                    double[] turn = {0, 0.5 * feed.place(0, at), 0};
                    double[] nod = {0.2 * feed.place(1, at), 0, 0};
                    double[] heading = new double[4];
                    double[] pitch = new double[4];
                    Quaternion.exp(turn, heading);
                    Quaternion.exp(nod, pitch);
                    double[] spin = new double[3];
                    Quaternion.rotate(turn, new double[] {0.2 * feed.speed(1, at), 0, 0}, spin);
                    spin[1] += 0.5 * feed.speed(0, at);
                    receive(rotation, at, times(heading, pitch), spin);
                },
                now -> {
                    rotation.advance(now);
                    double[] speed = new double[3];
                    if (past[0] != null) {
                        Quaternion.way(past[0], shown(rotation), speed);
                        for (int i = 0; i < 3; i++) speed[i] *= 144;
                        most[0] = Math.max(most[0], Quaternion.length(speed));
                        if (past[1] != null) {
                            double[] change = {speed[0] - past[1][0], speed[1] - past[1][1], speed[2] - past[1][2]};
                            most[1] = Math.max(most[1], 144 * Quaternion.length(change));
                        }
                        past[1] = speed;
                    }
                    past[0] = shown(rotation);
                });
        return most;
    }

    private static void receive(Rotation rotation, double at, double[] q, double[] spin) {
        rotation.received(at, q[0], q[1], q[2], q[3], spin[0], spin[1], spin[2]);
    }

    private static double[] shown(Rotation rotation) {
        return new double[] {rotation.x(), rotation.y(), rotation.z(), rotation.w()};
    }

    private static double[] any(Random random) {
        double[] q = {random.nextGaussian(), random.nextGaussian(), random.nextGaussian(), random.nextGaussian()};
        double length = Math.sqrt(dot(q, q));
        for (int i = 0; i < 4; i++) q[i] /= length;
        return q;
    }

    private static double[] spin(Random random, double size) {
        return new double[] {size * random.nextGaussian(), size * random.nextGaussian(), size * random.nextGaussian()};
    }

    private static double[] about(double x, double y, double z, double angle) {
        double sine = Math.sin(angle / 2);
        return new double[] {x * sine, y * sine, z * sine, Math.cos(angle / 2)};
    }

    private static double[] times(double[] a, double[] b) {
        double[] product = new double[4];
        Quaternion.multiply(a, b, product);
        return product;
    }

    /** As it stands in the books. */
    private static double[] slerp(double[] a, double[] b, double part) {
        double cosine = dot(a, b);
        double side = cosine < 0 ? -1 : 1;
        double angle = Math.acos(Math.min(1, Math.abs(cosine)));
        double[] q = new double[4];
        for (int i = 0; i < 4; i++)
            q[i] = angle < 1e-9
                    ? a[i]
                    : (Math.sin((1 - part) * angle) * a[i] + side * Math.sin(part * angle) * b[i]) / Math.sin(angle);
        return q;
    }

    /** The angle between two orientations. */
    private static double between(double[] a, double[] b) {
        double[] same = dot(a, b) < 0 ? new double[] {-b[0], -b[1], -b[2], -b[3]} : b;
        double[] chord = {a[0] - same[0], a[1] - same[1], a[2] - same[2], a[3] - same[3]};
        return 4 * Math.asin(Math.min(1, Math.sqrt(dot(chord, chord)) / 2));
    }

    private static double dot(double[] a, double[] b) {
        return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
    }
}
