package org.gamenet.rgs.examples.teapots.world;

/**
 * Where something thrown is, and how it flies.
 *
 * @param x across
 * @param y above the table
 * @param z along
 * @param vx units per second
 * @param vy units per second
 * @param vz units per second
 */
public record Flight(double x, double y, double z, double vx, double vy, double vz) {

    static Flight from(Body thrower, double speed, double rise) {
        double ahead = StrictMath.cos(thrower.heading());
        double aside = StrictMath.sin(thrower.heading());
        return new Flight(
                thrower.x() + Rules.SPOUT_REACH * ahead,
                Rules.SPOUT_HEIGHT,
                thrower.z() + Rules.SPOUT_REACH * aside,
                thrower.vx() + speed * ahead,
                rise,
                thrower.vz() + speed * aside);
    }

    /** One tick later. */
    Flight flown() {
        double falling = vy - Rules.GRAVITY * Rules.TICK;
        return new Flight(x + vx * Rules.TICK, y + falling * Rules.TICK, z + vz * Rules.TICK, vx, falling, vz);
    }

    /** On the table; beside it there is nothing to land on. */
    boolean landed() {
        return y <= 0 && y > -1 && overTable();
    }

    /** Fell past the table's edge. */
    boolean lost() {
        return y < -Rules.FALL || y <= -1 && overTable();
    }

    /** Whether the table is below it. */
    public boolean overTable() {
        return Math.abs(x) <= Rules.HALF_TABLE && Math.abs(z) <= Rules.HALF_TABLE;
    }

    boolean touches(Body pot) {
        double dx = x - pot.x();
        double dz = z - pot.z();
        return y > 0 && y < Rules.POT_HEIGHT && dx * dx + dz * dz < Rules.POT_RADIUS * Rules.POT_RADIUS;
    }
}
