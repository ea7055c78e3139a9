package org.gamenet.rgs.examples.teapots.stage;

import org.gamenet.rgs.examples.teapots.screen.Scene;
import org.gamenet.rgs.examples.teapots.world.Loaf;
import org.gamenet.rgs.examples.teapots.world.Lying;
import org.gamenet.rgs.examples.teapots.world.Projectile;

/** The look of each kind of projectile. One without a line here is drawn as a cube that is as big as it is heavy. */
final class Looks {

    private Looks() {}

    /** Sugar that lies where it fell. */
    static Scene.Lump of(Lying lump) {
        return new Scene.Lump(Scene.Form.CUBE, lump.x(), 0.3, lump.z(), lump.number(), 0.6);
    }

    static Scene.Lump of(Projectile projectile, double x, double y, double z, double turn) {
        if (projectile instanceof Loaf)
            return new Scene.Lump(Scene.Form.CONE, x, y > 0 ? Math.max(0.7, y) : y, z, turn, 1.7);
        return new Scene.Lump(Scene.Form.CUBE, x, y, z, turn, 0.35 + 0.14 * projectile.weight());
    }
}
