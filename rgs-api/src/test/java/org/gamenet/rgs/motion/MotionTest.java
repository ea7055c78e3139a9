package org.gamenet.rgs.motion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

@DisplayName("T54 T55 a thing in motion")
class MotionTest {

    private static final Smoothing EXTRAPOLATING = Smoothing.extrapolating();
    private static final Smoothing JUMPING = EXTRAPOLATING.halfLife(0);
    private static final Smoothing TO_THE_LETTER =
            EXTRAPOLATING.keepSpeed(false).halfLife(0.1);

    @Nested
    @DisplayName("T54 is extrapolated from the velocity that was sent")
    class DeadReckoning {

        @Test
        void toTheTimeOfTheFrame() {
            Motion3 motion = new Motion3(JUMPING.maxAge(10));
            assertFalse(motion.advance(1), "drawn before anything is known");
            assertTrue(Double.isNaN(motion.ageSeconds()));
            motion.received(2, 1, 2, 3, 10, -20, 0.5);
            assertEquals(1, motion.x());
            assertTrue(motion.advance(4.5));
            assertEquals(26, motion.x(), 1e-12);
            assertEquals(-48, motion.y(), 1e-12);
            assertEquals(4.25, motion.z(), 1e-12);
            assertEquals(2.5, motion.ageSeconds(), 1e-12);
        }

        @Test
        @DisplayName("T54 for no longer than the maximum age, slowing down evenly from half of it on")
        void withinAnAge() {
            Motion1 motion = new Motion1(JUMPING.maxAge(2));
            motion.received(0, 0, 8);
            double before = 0;
            double speed = 8;
            for (int i = 1; i <= 400; i++) {
                motion.advance(i / 100.0);
                double now = (motion.x() - before) * 100;
                assertTrue(
                        now <= speed + 1e-9 && speed - now <= 8 * 0.01 + 1e-9, "at " + i + ": " + speed + " to " + now);
                if (i <= 100) assertEquals(8, now, 1e-9);
                if (i > 200) assertEquals(0, now, 1e-9);
                speed = now;
                before = motion.x();
            }
            assertEquals(0.75 * 2 * 8, motion.x(), 1e-9);
            motion.advance(1e9);
            assertEquals(12, motion.x(), 1e-9);
        }

        @Test
        void backwardsToo() {
            Motion1 motion = new Motion1(JUMPING.maxAge(2));
            motion.received(10, 5, 1);
            motion.advance(9.5);
            assertEquals(4.5, motion.x(), 1e-12);
            Motion1 ahead = new Motion1(JUMPING.maxAge(2));
            ahead.received(1000, 5, 1);
            ahead.advance(0);
            assertEquals(3.5, ahead.x(), 1e-12);
        }

        @Test
        void notAtAllWithAMaximumAgeOfZero() {
            Motion1 motion = new Motion1(JUMPING.maxAge(0));
            motion.received(0, 5, 100);
            motion.advance(3);
            assertEquals(5, motion.x());
        }

        @Test
        void fromTheNewestState() {
            Motion1 motion = new Motion1(JUMPING);
            assertTrue(motion.received(1, 100, 0));
            assertFalse(motion.received(0.9, 200, 0), "an older one");
            assertFalse(motion.received(1, 200, 0), "the same again");
            motion.advance(1);
            assertFalse(motion.received(0.9, 200, 0), "an older one");
            motion.advance(1.1);
            assertEquals(100, motion.x());
        }
    }

    @Nested
    @DisplayName("T55 is warped")
    class Warping {

        @Test
        @DisplayName("T55 as W = F*W + (1-F)*G says, frame by frame, both moved by their own velocities before")
        void asTheSourceDoes() {
            for (long seed = 0; seed < 20; seed++) {
                Random random = new Random(seed);
                Feed feed = new Feed(seed).overABadNetwork(seed, 5);
                Motion1 motion = new Motion1(TO_THE_LETTER);
                double[] twin = new double[3]; // place, velocity, time
                double[] goal = new double[3]; // place, velocity, time of sending
                double now = 1;
                int next = 0;
                while (now < 5) {
                    double frame = random.nextDouble() / 20;
                    for (; feed.reports.get(next).arrives() < now; next++) {
                        double at = feed.reports.get(next).sentAt();
                        if (!feed.report(motion, at)) continue;
                        goal = new double[] {feed.place(0, at), feed.speed(0, at), at};
                    }
                    if (twin[2] == 0) twin = new double[] {goal[0] + goal[1] * (now - goal[2]), goal[1], now};
                    double f = Math.pow(2, -(now - twin[2]) / 0.1);
                    double w = twin[0] + twin[1] * (now - twin[2]);
                    double g = goal[0] + goal[1] * (now - goal[2]);
                    twin = new double[] {f * w + (1 - f) * g, f * twin[1] + (1 - f) * goal[1], now};
                    motion.advance(now);
                    assertEquals(twin[0], motion.x(), 1e-9, "seed " + seed + " at " + now);
                    now += frame;
                }
            }
        }

        @Test
        @DisplayName("T55 to a half in a half-life, if it is the place alone that is wrong")
        void halvesTheError() {
            Motion2 motion = new Motion2(TO_THE_LETTER);
            motion.received(0, 0, 0, 3, 0);
            motion.advance(0);
            motion.received(0.001, 0.003, 16, 3, 0);
            for (int halves = 1; halves <= 10; halves++) {
                motion.advance(halves * 0.1);
                if (halves < 5) assertEquals(0.3 * halves, motion.x(), 1e-9);
                assertEquals(16 - 16 / Math.pow(2, halves), motion.y(), 1e-9);
            }
        }

        @Test
        @DisplayName("T55 not at all with F = 0")
        void canBeOff() {
            Feed feed = new Feed(1).overABadNetwork(1, 5);
            Motion1 motion = new Motion1(JUMPING);
            double[] newest = {0};
            feed.play(
                    60,
                    1,
                    5,
                    at -> {
                        if (feed.report(motion, at)) newest[0] = at;
                    },
                    now -> {
                        motion.advance(now);
                        assertEquals(
                                feed.place(0, newest[0]) + feed.speed(0, newest[0]) * (now - newest[0]),
                                motion.x(),
                                1e-9);
                    });
        }

        @Test
        @DisplayName("T55 the same at 30 and at 144 frames a second")
        void doesNotDependOnTheFrameRate() {
            for (Smoothing smoothing :
                    List.of(EXTRAPOLATING, TO_THE_LETTER, EXTRAPOLATING.maxAge(0.3), EXTRAPOLATING.delay(0.15))) {
                for (long seed = 0; seed < 10; seed++) {
                    Feed feed = new Feed(seed);
                    // Every sixth of a second both screens draw. Both see alike the reports right after that.
                    for (int i = 3; i < 60; i++) feed.reports.add(new Feed.Report(i / 6.0, i / 6.0 - 0.1));
                    List<Double> slow = xAtEachSixth(feed, smoothing, 30);
                    List<Double> fast = xAtEachSixth(feed, smoothing, 144);
                    assertEquals(slow.size(), fast.size());
                    for (int i = 0; i < slow.size(); i++)
                        assertEquals(slow.get(i), fast.get(i), 1e-9, smoothing + ", seed " + seed + " at " + i);
                }
            }
        }

        @Test
        @DisplayName("T55 nearly the same at 30 and at 144 frames a second, if one sees a state up to 33 ms later")
        void hardlyDependsOnTheFrameRate() {
            for (long seed = 0; seed < 10; seed++) {
                Feed feed = new Feed(seed).overABadNetwork(seed, 10);
                List<Double> slow = xAtEachSixth(feed, EXTRAPOLATING, 30);
                List<Double> fast = xAtEachSixth(feed, EXTRAPOLATING, 144);
                for (int i = 0; i < slow.size(); i++)
                    assertEquals(slow.get(i), fast.get(i), 0.05, "seed " + seed + " at " + i);
            }
        }

        private List<Double> xAtEachSixth(Feed feed, Smoothing smoothing, int framesPerSecond) {
            List<Double> seen = new ArrayList<>();
            Motion1 motion = new Motion1(smoothing);
            feed.play(framesPerSecond, 1, 9.5, at -> feed.report(motion, at), now -> {
                motion.advance(now);
                if (Math.abs(now * 6 - Math.rint(now * 6)) < 1e-6) seen.add(motion.x());
            });
            return seen;
        }

        @Test
        @DisplayName("T55 until it is where the state says, without going far beyond")
        void converges() {
            for (long seed = 0; seed < 200; seed++) {
                Random random = new Random(seed);
                boolean keep = random.nextBoolean();
                double halfLife = 0.02 + 0.2 * random.nextDouble();
                Motion3 motion = new Motion3(
                        EXTRAPOLATING.halfLife(halfLife).keepSpeed(keep).maxAge(100));
                motion.received(0, 0, 0, 0, random.nextGaussian(), 0, 0);
                motion.advance(0);
                double speed = 4 * random.nextGaussian();
                motion.received(0.0001, 10, 0, 0, speed, 0, 0);
                double error = 10;
                double most = 10 + 2 * (10 + 8 * halfLife * (1 + Math.abs(speed)));
                for (double now = 0; now < 30 * halfLife; now += random.nextDouble() / 30) {
                    motion.advance(now);
                    error = Math.abs(10 + speed * (now - 0.0001) - motion.x());
                    assertTrue(error < most, "seed " + seed + " is off by " + error);
                }
                assertTrue(error < 0.01, "seed " + seed + " is still off by " + error);
            }
        }

        @Test
        @DisplayName("T55 but snaps if it is further off than a distance")
        void snaps() {
            Motion2 motion = new Motion2(EXTRAPOLATING.snapDistance(5));
            motion.received(0, 0, 0, 0, 0);
            motion.advance(0);
            motion.received(0.01, 3, 3.9, 0, 0);
            motion.advance(0.01);
            assertTrue(motion.x() < 0.5, "has jumped to " + motion.x());
            motion.advance(5);
            motion.received(5, 6, 8.1, 0, 0);
            motion.advance(5.01);
            assertEquals(6, motion.x(), 1e-9);
            assertEquals(8.1, motion.y(), 1e-9);
        }

        @Test
        void snapsWhenTold() {
            for (boolean early : List.of(true, false)) {
                Motion1 motion = new Motion1(EXTRAPOLATING);
                motion.received(0, 0, 0);
                motion.advance(0);
                if (early) motion.snap();
                motion.received(0.01, 3, 0);
                if (!early) motion.snap();
                motion.advance(0.02);
                assertEquals(3, motion.x(), 1e-12);
                motion.received(0.03, 6, 0);
                motion.advance(0.03);
                assertTrue(motion.x() < 4, "snaps once only");
            }
        }

        @Test
        void forgets() {
            Motion1 motion = new Motion1(EXTRAPOLATING);
            motion.received(100, 0, 5);
            motion.advance(100);
            motion.forget();
            assertFalse(motion.advance(100));
            motion.received(3, 50, 0);
            assertTrue(motion.advance(3));
            assertEquals(50, motion.x());
        }
    }

    @Nested
    @DisplayName("T54 T55 does not jump on the screen")
    class Continuity {

        @Test
        @DisplayName("T54 T55 with 100 ms latency, 20 ms jitter and 5 % loss: speed and acceleration stay bounded")
        void onABadNetwork() {
            double[] warped = {0, 0, 0};
            double[] letter = {0, 0, 0};
            double[] jumping = {0, 0, 0};
            double[] buffered = {0, 0, 0};
            double[] truth = {0, 0, 0};
            for (long seed = 0; seed < 20; seed++) {
                Feed feed = new Feed(seed).overABadNetwork(seed, 20);
                most(warped, watch(feed, EXTRAPOLATING, 144));
                most(letter, watch(feed, EXTRAPOLATING.keepSpeed(false), 144));
                most(jumping, watch(feed, JUMPING, 144));
                most(buffered, watch(feed, Smoothing.interpolating(0.2), 144));
                for (double t = 0; t < 20; t += 0.01) {
                    truth[0] = Math.max(truth[0], Math.abs(feed.speed(0, t)));
                    truth[1] = Math.max(truth[1], Math.abs(feed.acceleration(0, t)));
                }
            }
            String seen = "truth " + said(truth) + ", warped " + said(warped) + ", to the letter " + said(letter)
                    + ", not warped " + said(jumping) + ", from a buffer " + said(buffered);
            System.out.println("100 ms, 20 ms, 5 %: " + seen);
            assertTrue(warped[0] < 1.2 * truth[0], seen);
            assertTrue(warped[1] < 3 * truth[1], seen);
            assertTrue(warped[2] < 0.4, seen);
            assertTrue(jumping[1] > 10 * warped[1], "nothing to smooth: " + seen);
            assertTrue(buffered[0] < 1.2 * truth[0] && buffered[1] < 3 * truth[1], seen);
        }

        @Test
        @DisplayName("T55 however fast the screen is: the acceleration does not grow with the frame rate")
        void atAnyFrameRate() {
            Feed feed = new Feed(7).overABadNetwork(7, 20);
            double slow = watch(feed, EXTRAPOLATING, 144)[1];
            double fast = watch(feed, EXTRAPOLATING, 1440)[1];
            assertTrue(fast < 1.5 * slow, slow + " m/s2 at 144, " + fast + " at 1440 frames a second");
            double kinks = watch(feed, EXTRAPOLATING.keepSpeed(false), 1440)[1];
            assertTrue(kinks > 3 * fast, "speed is kept either way: " + kinks);
        }

        @Test
        @DisplayName("T54 T55 while the server changes: 2 s without states, then the next ones")
        void whileTheServerChanges() {
            for (long seed = 0; seed < 20; seed++) {
                Feed feed = new Feed(seed).overABadNetwork(seed, 20);
                feed.reports.removeIf(r -> r.arrives() > 8 && r.arrives() < 10);
                double[] seen = watch(feed, EXTRAPOLATING, 144);
                // It comes back from several metres away as a spring does, which pulls with rate * rate times the
                // distance.
                assertTrue(
                        seen[0] < 5 + 6 * seen[2] && seen[1] < 20 + 200 * seen[2], "seed " + seed + ": " + said(seen));
                assertTrue(watch(feed, JUMPING, 144)[0] > 2 * seen[0], "seed " + seed);
            }
        }

        @Test
        @DisplayName("T54 T55 while the game is frozen: what is held stands, and then goes on as if nothing had been")
        void whileTheGameIsFrozen() {
            double frame = 1 / 60.0;
            for (Smoothing smoothing : List.of(EXTRAPOLATING, EXTRAPOLATING.delay(0.15), JUMPING)) {
                Feed feed = new Feed(3);
                Motion1 held = new Motion1(smoothing);
                Motion1 twin = new Motion1(smoothing);
                assertFalse(held.hold(0));
                double lost = 0;
                for (int i = 0; i < 300; i++) {
                    double now = i * frame;
                    if (i % 3 == 0) {
                        double at = now - 0.1;
                        feed.report(twin, at);
                        held.received(at + lost, feed.place(0, at), feed.speed(0, at));
                    }
                    twin.advance(now);
                    held.advance(now + lost);
                    assertEquals(twin.x(), held.x(), 1e-9, smoothing + " in frame " + i);
                    if (i != 100) continue;
                    for (int frozen = 1; frozen <= 120; frozen++) {
                        double x = held.x();
                        assertTrue(held.hold(now + frozen * frame));
                        assertEquals(x, held.x());
                    }
                    lost = 120 * frame;
                }
            }
        }

        /** The greatest speed, acceleration and distance from the truth that one sees. */
        private double[] watch(Feed feed, Smoothing smoothing, double framesPerSecond) {
            Motion1 motion = new Motion1(smoothing);
            double[] past = {Double.NaN, Double.NaN};
            double[] most = {0, 0, 0};
            feed.play(framesPerSecond, 1, 19, at -> feed.report(motion, at), now -> {
                motion.advance(now);
                double speed = (motion.x() - past[0]) * framesPerSecond;
                double acceleration = (speed - past[1]) * framesPerSecond;
                if (Math.abs(speed) > most[0]) most[0] = Math.abs(speed);
                if (Math.abs(acceleration) > most[1]) most[1] = Math.abs(acceleration);
                most[2] = Math.max(most[2], Math.abs(motion.x() - feed.place(0, now)));
                past[0] = motion.x();
                past[1] = speed;
            });
            return most;
        }

        private String said(double[] most) {
            return String.format(Locale.ROOT, "%.2f m/s %.1f m/s2 off %.3f m", most[0], most[1], most[2]);
        }

        private void most(double[] so, double[] far) {
            for (int i = 0; i < so.length; i++) so[i] = Math.max(so[i], far[i]);
        }
    }

    @Nested
    @DisplayName("T55 takes the time as it comes")
    class Time {

        @Test
        void whenItStandsStill() {
            Motion1 motion = moving();
            double x = motion.x();
            for (int i = 0; i < 10; i++) {
                motion.advance(10);
                motion.received(10 + i * 1e-6, 50, 0);
            }
            motion.advance(10);
            assertEquals(x, motion.x(), 1e-9);
        }

        @Test
        void whenItGoesBack() {
            Motion1 motion = moving();
            double x = motion.x();
            motion.advance(9.9);
            assertEquals(x, motion.x(), 1e-9, "has jumped");
            motion.advance(9.91);
            assertEquals(x + 0.05, motion.x(), 0.01, "does not go on as before");
            double before = motion.x();
            for (double now = 9.92; now < 15; now += 0.01) {
                double since = Math.max(10, now - 0.1);
                if (now > 10.1) motion.received(since, 5 * (since - 10), 5);
                motion.advance(now);
                assertEquals(before, motion.x(), 0.1, "has jumped at " + now);
                before = motion.x();
            }
            assertEquals(5 * (15 - 10), motion.x(), 0.1);
        }

        @Test
        void whenItLeaps() {
            Motion1 motion = moving();
            motion.received(19.9, 70, 1);
            motion.advance(20);
            assertEquals(70.1, motion.x(), 1e-9);
        }

        @Test
        void whenASenderIsFarAhead() {
            for (double delay : new double[] {0, 0.2}) {
                Motion1 motion = new Motion1(EXTRAPOLATING.delay(delay));
                motion.received(0, 0, 1);
                motion.advance(0.1);
                assertTrue(motion.received(1e9, 0, 1));
                motion.advance(0.2);
                assertTrue(motion.received(0.2, 0.2, 1), "a wrong clock stops it for ever");
                motion.received(0.9, 0.9, 1);
                motion.advance(1);
                motion.received(1.9, 1.9, 1);
                motion.advance(2);
                assertEquals(2 - delay, motion.x(), 0.01);
            }
        }

        private Motion1 moving() {
            Motion1 motion = new Motion1(EXTRAPOLATING);
            motion.received(9.9, -0.5, 5);
            for (double now = 9.9; now < 10; now += 0.02) motion.advance(now);
            motion.advance(10);
            assertEquals(0, motion.x(), 1e-9);
            return motion;
        }
    }

    @Nested
    @DisplayName("is drawn from a buffer")
    class Buffer {

        @Test
        void whereItWasADelayAgo() {
            for (long seed = 0; seed < 20; seed++) {
                Feed feed = new Feed(seed).overABadNetwork(seed, 10);
                Motion3 motion = new Motion3(Smoothing.interpolating(0.25));
                feed.play(60, 1, 9.9, at -> feed.report(motion, at), now -> {
                    motion.advance(now);
                    assertEquals(feed.place(0, now - 0.25), motion.x(), 0.01);
                    assertEquals(feed.place(1, now - 0.25), motion.y(), 0.01);
                    assertEquals(feed.place(2, now - 0.25), motion.z(), 0.01);
                });
            }
        }

        @Test
        void whateverTheOrderInWhichStatesCome() {
            Motion1 motion = new Motion1(Smoothing.interpolating(1));
            for (double at : new double[] {0, 0.3, 0.1, 0.4, 0.2}) assertTrue(motion.received(at, at * at, 2 * at));
            assertFalse(motion.received(0.2, 9, 9), "the same again");
            for (int i = 0; i <= 40; i++) {
                motion.advance(1 + i / 100.0);
                assertEquals(i * i / 1e4, motion.x(), 1e-9);
            }
            assertFalse(motion.received(0.35, 9, 9), "too late");
        }

        @Test
        void withoutSlidingFromPlaceToPlace() {
            Motion1 motion = new Motion1(Smoothing.interpolating(0.5).snapDistance(10));
            motion.received(0, 0, 0);
            motion.received(1, 100, 0);
            for (double now = 0; now < 2; now += 0.013) {
                motion.advance(now);
                assertEquals(now - 0.5 < 1 ? 0 : 100, motion.x(), 1e-9);
            }
        }

        @Test
        void ofWhichTheOldestGoes() {
            Motion1 motion = new Motion1(Smoothing.interpolating(0.1));
            for (int i = 0; i < 1000; i++) motion.received(i, i, 1);
            motion.advance(999.6);
            assertEquals(999.5, motion.x(), 1e-9);
        }
    }

    @Nested
    @DisplayName("T55 takes the short way, if it is an angle")
    class Angle {

        @Test
        void acrossTheBack() {
            Motion1 motion = Motion1.angle(EXTRAPOLATING);
            motion.received(0, 3.1, 0);
            motion.advance(0);
            motion.received(0.01, -3.1, 0);
            for (double now = 0; now < 2; now += 0.01) {
                motion.advance(now);
                assertTrue(
                        Math.abs(motion.x()) >= 3.1 - 1e-9 && Math.abs(motion.x()) <= Math.PI, "goes by " + motion.x());
            }
            assertEquals(-3.1, motion.x(), 1e-6);
        }

        @Test
        void inABufferToo() {
            Motion1 motion = Motion1.angle(Smoothing.interpolating(1));
            motion.received(0, 3, 0);
            motion.received(1, -3, 0);
            motion.advance(1.5);
            assertEquals(Math.PI, Math.abs(motion.x()), 1e-9);
        }

        @Test
        void andGoesRoundAndRound() {
            Motion1 motion = Motion1.angle(EXTRAPOLATING);
            for (int i = 0; i < 100; i++) {
                motion.received(i * 0.1, i * 0.7, 7);
                motion.advance(i * 0.1 + 0.05);
                assertEquals(0, Math.IEEEremainder(i * 0.7 + 0.35 - motion.x(), 2 * Math.PI), 1e-9);
            }
        }
    }
}
