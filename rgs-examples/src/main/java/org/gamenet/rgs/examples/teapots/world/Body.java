package org.gamenet.rgs.examples.teapots.world;

import static org.gamenet.rgs.examples.teapots.world.Rules.clamp;

/**
 * Where a teapot is and how it moves.
 *
 * @param x to the right, within the table
 * @param z towards the viewer, within the table
 * @param heading where the spout points: 0 along x, growing towards z, within ±π
 * @param vx units per second; with vz at most {@link Rules#SPEED_MAX}
 * @param vz units per second
 * @param spin radians per second
 */
public record Body(double x, double z, double heading, double vx, double vz, double spin) {

    static Body seated(int seat) {
        double angle = seat * Rules.GOLDEN_ANGLE;
        // StrictMath: the same digits on every machine, which Math does not promise for these functions.
        double x = Rules.SEAT_RADIUS * StrictMath.cos(angle);
        double z = Rules.SEAT_RADIUS * StrictMath.sin(angle);
        return new Body(x, z, wrapped(angle + Math.PI), 0, 0, 0);
    }

    /** One tick later. A player's picture of its own teapot goes ahead of the server by the same rule. */
    public Body moved(Steer steer) {
        double turned = clamp(
                (spin + steer.turn() * Rules.TURN * Rules.TICK) * (1 - Rules.SPIN_DRAG * Rules.TICK), Rules.SPIN_MAX);
        double ahead = wrapped(heading + turned * Rules.TICK);
        double push = steer.thrust() * Rules.PUSH * Rules.TICK;
        double keep = 1 - Rules.DRAG * Rules.TICK;
        Body pushed = new Body(
                x,
                z,
                ahead,
                (vx + push * StrictMath.cos(ahead)) * keep,
                (vz + push * StrictMath.sin(ahead)) * keep,
                turned);
        return pushed.slowed().slid();
    }

    /** Pushed by something of that momentum, as units per second times weight. */
    Body knocked(double px, double pz) {
        return new Body(x, z, heading, vx + px / Rules.POT_WEIGHT, vz + pz / Rules.POT_WEIGHT, spin).slowed();
    }

    /**
     * This body after it stood too close to another: half of a collision, the other half is the same with the two
     * exchanged. Only velocities change, so no teapot is ever put somewhere.
     */
    Body bumped(Body other) {
        double dx = x - other.x;
        double dz = z - other.z;
        double apart = Math.sqrt(dx * dx + dz * dz);
        if (apart >= 2 * Rules.POT_RADIUS || apart == 0) return this;
        double parting = ((vx - other.vx) * dx + (vz - other.vz) * dz) / apart;
        double wanted = Math.max(-Rules.BOUNCE * parting, (2 * Rules.POT_RADIUS - apart) * Rules.SPRING);
        if (parting >= wanted) return this;
        double change = (wanted - parting) / 2;
        return new Body(x, z, heading, vx + change * dx / apart, vz + change * dz / apart, spin).slowed();
    }

    /** Units per second. */
    public double speed() {
        return Math.sqrt(vx * vx + vz * vz);
    }

    private Body slowed() {
        double speed = speed();
        if (speed <= Rules.SPEED_MAX) return this;
        double part = Rules.SPEED_MAX / speed;
        return new Body(x, z, heading, vx * part, vz * part, spin);
    }

    private Body slid() {
        double toX = x + vx * Rules.TICK;
        double toZ = z + vz * Rules.TICK;
        boolean overX = Math.abs(toX) > Rules.HALF_TABLE;
        boolean overZ = Math.abs(toZ) > Rules.HALF_TABLE;
        return new Body(
                clamp(toX, Rules.HALF_TABLE),
                clamp(toZ, Rules.HALF_TABLE),
                heading,
                overX ? -vx * Rules.BOUNCE : vx,
                overZ ? -vz * Rules.BOUNCE : vz,
                spin);
    }

    private static double wrapped(double angle) {
        double rest = angle % (2 * Math.PI);
        if (rest > Math.PI) return rest - 2 * Math.PI;
        return rest < -Math.PI ? rest + 2 * Math.PI : rest;
    }
}
