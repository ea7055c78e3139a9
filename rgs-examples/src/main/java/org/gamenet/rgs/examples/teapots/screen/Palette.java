package org.gamenet.rgs.examples.teapots.screen;

/** The glazes of the teapots: red, green and blue, from 0 to 1. */
public final class Palette {
    private static final float[][] GLAZES = {
        {0.84f, 0.24f, 0.22f}, {0.16f, 0.47f, 0.78f}, {0.95f, 0.70f, 0.19f}, {0.20f, 0.62f, 0.42f},
        {0.56f, 0.33f, 0.71f}, {0.93f, 0.47f, 0.20f}, {0.13f, 0.66f, 0.69f}, {0.89f, 0.44f, 0.60f}
    };

    private Palette() {}

    /** How many there are. */
    public static int size() {
        return GLAZES.length;
    }

    /** One of them; an index beyond the last begins anew. */
    public static float[] glaze(int colour) {
        return GLAZES[Math.floorMod(colour, GLAZES.length)].clone();
    }
}
