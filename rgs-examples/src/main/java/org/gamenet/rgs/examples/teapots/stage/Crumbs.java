package org.gamenet.rgs.examples.teapots.stage;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.gamenet.rgs.examples.teapots.screen.Scene;
import org.gamenet.rgs.examples.teapots.world.Rules;

/** The crumbs of sugar that has burst. Only to look at: no two viewers see the same crumbs. */
final class Crumbs {
    private static final int MAX = 96;
    private static final double GRAVITY = 14;
    private static final double LIFE_SECONDS = 0.9;

    private final List<Crumb> crumbs = new ArrayList<>();
    private final SplittableRandom random = new SplittableRandom(7);

    private static final class Crumb {
        double x;
        double y;
        double z;
        double vx;
        double vy;
        double vz;
        double size;
        double age;
    }

    /** Throws so many about; the speed is what the burst thing had. */
    void burst(double x, double y, double z, double vx, double vz, int count, double size) {
        for (int i = 0; i < count && crumbs.size() < MAX; i++) {
            Crumb crumb = new Crumb();
            crumb.x = x;
            crumb.y = Math.max(0.1, y);
            crumb.z = z;
            crumb.vx = vx * 0.2 + random.nextDouble(-4, 4);
            crumb.vy = random.nextDouble(2, 6);
            crumb.vz = vz * 0.2 + random.nextDouble(-4, 4);
            crumb.size = size * random.nextDouble(0.2, 0.45);
            crumbs.add(crumb);
        }
    }

    void advance(double seconds) {
        for (Crumb crumb : crumbs) {
            crumb.vy -= GRAVITY * seconds;
            crumb.x += crumb.vx * seconds;
            crumb.y += crumb.vy * seconds;
            crumb.z += crumb.vz * seconds;
            crumb.age += seconds;
            // Past the edge it falls on.
            if (crumb.y < crumb.size / 2
                    && Math.abs(crumb.x) <= Rules.HALF_TABLE
                    && Math.abs(crumb.z) <= Rules.HALF_TABLE) {
                crumb.y = crumb.size / 2;
                crumb.vx *= 0.5;
                crumb.vz *= 0.5;
                crumb.vy *= -0.3;
            }
        }
        crumbs.removeIf(crumb -> crumb.age > LIFE_SECONDS);
    }

    void addTo(List<Scene.Lump> lumps) {
        for (Crumb crumb : crumbs) {
            double left = Math.min(1, 2 * (1 - crumb.age / LIFE_SECONDS));
            lumps.add(new Scene.Lump(Scene.Form.CRUMB, crumb.x, crumb.y, crumb.z, crumb.age * 12, crumb.size * left));
        }
    }
}
