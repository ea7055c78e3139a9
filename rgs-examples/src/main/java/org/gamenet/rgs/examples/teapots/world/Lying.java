package org.gamenet.rgs.examples.teapots.world;

/**
 * Sugar that hit nobody: it lies where it fell, until a teapot with room in its bowl comes by.
 *
 * @param number of the throw
 * @param x across
 * @param z along
 */
public record Lying(long number, double x, double z) {

    boolean reachedBy(Body pot) {
        return Math.hypot(x - pot.x(), z - pot.z()) < Rules.POT_RADIUS;
    }
}
