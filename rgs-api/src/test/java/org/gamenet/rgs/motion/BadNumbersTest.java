package org.gamenet.rgs.motion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

@DisplayName("Numbers that make no sense are named, and change nothing")
class BadNumbersTest {

    private static final double NAN = Double.NaN;
    private static final double INFINITE = Double.POSITIVE_INFINITY;
    private static final Smoothing PLAIN = Smoothing.extrapolating();

    @Test
    void inTheSettings() {
        for (double bad : new double[] {-0.1, NAN, INFINITE, 1e-9, 61})
            refused("a half-life of " + bad, () -> PLAIN.halfLife(bad));
        for (double bad : new double[] {-1, NAN, INFINITE, 3601})
            refused("a maximum age of " + bad, () -> PLAIN.maxAge(bad));
        for (double bad : new double[] {0, -1, NAN})
            refused("a snap distance of " + bad, () -> PLAIN.snapDistance(bad));
        for (double bad : new double[] {-0.1, NAN, INFINITE, 11}) {
            refused("a delay of " + bad, () -> PLAIN.delay(bad));
            refused("a delay of " + bad, () -> Smoothing.interpolating(bad));
        }
        assertEquals(
                "half-life 0.2 s, max age 3.0 s, snap distance 4.0, delay 0.5 s, speed not kept",
                PLAIN.halfLife(0.2)
                        .maxAge(3)
                        .snapDistance(4)
                        .delay(0.5)
                        .keepSpeed(false)
                        .toString());
        assertEquals("half-life 0.05 s, max age 1.0 s, snap distance Infinity, delay 0.0 s", PLAIN.toString());
    }

    @Test
    void inAState() {
        for (double bad : new double[] {NAN, INFINITE, -INFINITE, 2e100, -2e100}) {
            Motion1 line = new Motion1(PLAIN);
            Motion2 plane = new Motion2(PLAIN);
            Motion3 space = new Motion3(PLAIN);
            Rotation rotation = new Rotation(PLAIN);
            line.received(0, 1, 1);
            refused("sentAt is " + bad, () -> line.received(bad, 2, 2));
            refused("x is " + bad, () -> line.received(1, bad, 2));
            refused("vx is " + bad, () -> line.received(1, 2, bad));
            line.advance(0);
            refused("now is " + bad, () -> line.advance(bad));
            line.advance(0.25);
            assertEquals(1.25, line.x(), 1e-12);
            refused("y is " + bad, () -> plane.received(1, 2, bad, 0, 0));
            refused("vy is " + bad, () -> plane.received(1, 2, 2, 0, bad));
            refused("z is " + bad, () -> space.received(1, 2, 2, bad, 0, 0, 0));
            refused("vz is " + bad, () -> space.received(1, 2, 2, 2, 0, 0, bad));
            refused("w is " + bad, () -> rotation.received(0, 0, 0, 0, bad, 0, 0, 0));
            refused("an angular velocity of 0.0, " + bad, () -> rotation.received(0, 0, 0, 0, 1, 0, bad, 0));
            refused("now is " + bad, () -> rotation.advance(bad));
        }
        refused("the quaternion is 0", () -> new Rotation(PLAIN).received(0, 0, 0, 0, 0, 0, 0, 0));
    }

    @Test
    @DisplayName("Whatever is accepted can be drawn")
    void neverDrawsNonsense() {
        double[] sizes = {0, 1e-100, 1e-3, 1, 1e3, 1e6, 1e30, 1e100};
        for (long seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            Smoothing smoothing = PLAIN.halfLife(List.of(0.0, 0.001, 0.1, 60.0).get(random.nextInt(4)))
                    .delay(random.nextInt(3) * 0.1)
                    .maxAge(List.of(0.0, 1.0, 3600.0).get(random.nextInt(3)))
                    .keepSpeed(random.nextBoolean());
            Motion2 motion = new Motion2(smoothing);
            Motion1 angle = Motion1.angle(smoothing);
            Rotation rotation = new Rotation(smoothing);
            for (int i = 0; i < 100; i++) {
                double[] any = new double[9];
                for (int k = 0; k < any.length; k++)
                    any[k] = sizes[random.nextInt(sizes.length)] * (2 * random.nextDouble() - 1);
                double now = random.nextInt(10) == 0 ? any[8] : i * 0.05;
                double spin = Math.max(-5e5, Math.min(5e5, any[5]));
                motion.received(random.nextBoolean() ? any[0] : now, any[1], any[2], any[3], any[4]);
                angle.received(random.nextBoolean() ? any[0] : now, any[1], any[2]);
                rotation.received(
                        random.nextBoolean() ? any[0] : now,
                        any[1],
                        any[2],
                        any[3],
                        1 + Math.abs(any[4]),
                        spin,
                        -spin,
                        0);
                motion.advance(now);
                angle.advance(now);
                rotation.advance(now);
                assertTrue(
                        Double.isFinite(motion.x()) && Double.isFinite(motion.y()), "seed " + seed + " in frame " + i);
                assertTrue(Math.abs(angle.x()) <= Math.PI, "seed " + seed + " in frame " + i);
                double length =
                        Math.hypot(Math.hypot(rotation.x(), rotation.y()), Math.hypot(rotation.z(), rotation.w()));
                assertEquals(1, length, 1e-9, "seed " + seed + " in frame " + i);
            }
        }
    }

    private static void refused(String message, Executable call) {
        String said = assertThrows(IllegalArgumentException.class, call).getMessage();
        assertTrue(said.startsWith(message), said);
    }
}
