package org.gamenet.rgs.motion;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("T55 neither a frame nor a state allocates memory")
class AllocationTest {

    private static final int FRAMES = 100_000;
    private double sum;

    @Test
    void holdsForEveryKind() {
        assumeTrue(
                ManagementFactory.getThreadMXBean() instanceof com.sun.management.ThreadMXBean,
                "this JVM does not count");
        com.sun.management.ThreadMXBean threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        Smoothing extrapolating = Smoothing.extrapolating();
        Smoothing interpolating = Smoothing.interpolating(0.2);
        Scene[] scenes = {new Scene(extrapolating), new Scene(interpolating)};
        double now = 0;
        long least = Long.MAX_VALUE;
        // The first rounds warm up: the compiler's own needs may be charged to this thread.
        for (int round = 0; round < 5; round++) {
            long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
            for (int frame = 0; frame < FRAMES; frame++) {
                now += 1 / 60.0;
                for (Scene scene : scenes) sum += scene.frame(now, frame % 2 == 0);
            }
            least = Math.min(
                    least,
                    threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before);
        }
        assertTrue(Double.isFinite(sum));
        // To ask costs some bytes by itself; one object a frame would be more than a million.
        assertTrue(least < 10_000, least + " bytes for " + FRAMES + " frames");
    }

    private static final class Scene {
        private final Motion1 line;
        private final Motion1 angle;
        private final Motion2 plane;
        private final Motion3 space;
        private final Rotation rotation;

        Scene(Smoothing smoothing) {
            line = new Motion1(smoothing);
            angle = Motion1.angle(smoothing);
            plane = new Motion2(smoothing);
            space = new Motion3(smoothing);
            rotation = new Rotation(smoothing);
        }

        double frame(double now, boolean isNews) {
            if (isNews) {
                double at = now - 0.1;
                line.received(at, at % 3, 1);
                angle.received(at, at, 1);
                plane.received(at, at % 3, at % 5, 1, 2);
                space.received(at, at % 3, at % 5, at % 7, 1, 2, 3);
                rotation.received(at, at % 3, at % 5, at % 7, 1, 1, 2, 3);
            }
            line.advance(now);
            angle.advance(now);
            plane.advance(now);
            space.advance(now);
            rotation.advance(now);
            return line.x() + angle.x() + plane.y() + space.z() + rotation.w() + rotation.ageSeconds();
        }
    }
}
