package org.gamenet.rgs.examples.teapots.window;

import java.util.ArrayList;
import java.util.List;
import org.gamenet.rgs.examples.teapots.screen.Scene;

/**
 * A full table for whoever measures: the scene with eight teapots and 64 cubes, whatever the duel has at the moment.
 */
final class Crowd {
    private static final int POTS = 8;
    private static final int LUMPS = 64;

    private Crowd() {}

    static Scene around(Scene scene) {
        List<Scene.Pot> pots = new ArrayList<>(scene.pots());
        for (int i = pots.size(); i < POTS; i++)
            pots.add(new Scene.Pot("guest " + i, i, 4 * i - 16, 3 * i - 12, i, 0, 0, false));
        List<Scene.Lump> lumps = new ArrayList<>(scene.lumps());
        for (int i = lumps.size(); i < LUMPS; i++) {
            lumps.add(new Scene.Lump(
                    Scene.Form.CUBE, i % 8 * 4.5 - 16, 1 + i % 3, Math.floorDiv(i, 8) * 4.5 - 16, i, 0.6));
        }
        return new Scene(scene.eye(), pots, lumps);
    }
}
