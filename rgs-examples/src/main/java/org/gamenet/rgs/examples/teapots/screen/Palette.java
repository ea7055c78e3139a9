package org.gamenet.rgs.examples.teapots.screen;

/** The glazes of the teapots: red, green and blue, from 0 to 1. */
public final class Palette {
    private static final float[][] GLAZES = {
        {0.84f, 0.24f, 0.22f}, {0.16f, 0.47f, 0.78f}, {0.95f, 0.70f, 0.19f}, {0.20f, 0.62f, 0.42f},
        {0.56f, 0.33f, 0.71f}, {0.93f, 0.47f, 0.20f}, {0.13f, 0.66f, 0.69f}, {0.89f, 0.44f, 0.60f}
    };

    /** Of a teapot whose player is away. */
    public static final int AWAY = -1;

    private static final float[] GREY = {0.52f, 0.52f, 0.54f};

    private Palette() {}

    /** How many there are. */
    public static int size() {
        return GLAZES.length;
    }

    /** One of them, or {@link #AWAY}; an index beyond the last begins anew. */
    public static float[] glaze(int colour) {
        if (colour == AWAY) return GREY.clone();
        return GLAZES[Math.floorMod(colour, GLAZES.length)].clone();
    }
}
