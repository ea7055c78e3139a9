package org.gamenet.rgs.examples.teapots.screen;

import java.util.List;

/**
 * Everything that stands on the table in one frame. Lengths in units of the table, y up from it; angles in radians, a
 * heading of 0 along x and growing towards z.
 *
 * @param eye where it is seen from
 * @param pots the teapots
 * @param lumps what flies, and what it leaves
 */
public record Scene(Eye eye, List<Pot> pots, List<Lump> lumps) {
    /** An empty table. */
    public static final Scene EMPTY = new Scene(new Eye(0, 26, 30, 0, 0, 2), List.of(), List.of());

    /** Keeps copies. */
    public Scene {
        pots = List.copyOf(pots);
        lumps = List.copyOf(lumps);
    }

    /** The place of the eye, and the place that it looks at. */
    public record Eye(double x, double y, double z, double atX, double atY, double atZ) {}

    /**
     * A teapot.
     *
     * @param name whose it is
     * @param colour an index into {@link Palette}
     * @param x across
     * @param z along
     * @param heading where the spout points
     * @param roll leaning over to its right
     * @param flash from 0 to 1, how brightly it shines because it was struck
     * @param mine whether it is the viewer's own
     */
    public record Pot(
            String name, int colour, double x, double z, double heading, double roll, double flash, boolean mine) {}

    /**
     * Something small.
     *
     * @param form what it looks like
     * @param x across
     * @param y above the table: its middle
     * @param z along
     * @param turn how far it has tumbled
     * @param size how long its sides are
     */
    public record Lump(Form form, double x, double y, double z, double turn, double size) {}

    /** The looks of small things. */
    public enum Form {
        /** A cube of sugar. */
        CUBE,
        /** A bit of one. */
        CRUMB,
        /** A loaf of it. */
        CONE
    }
}
