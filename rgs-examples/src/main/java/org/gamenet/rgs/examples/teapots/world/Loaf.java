package org.gamenet.rgs.examples.teapots.world;

import org.gamenet.rgs.Peer;

/**
 * A loaf of sugar, as it was sold when teapots were young: it flies slowly and not far, and whoever it hits goes
 * flying.
 *
 * @param number counts what was thrown
 * @param owner whose throw it was
 * @param flight where it is
 */
public record Loaf(long number, Peer owner, Flight flight) implements Projectile {

    static Loaf lobbed(long number, Peer owner, Body from) {
        return new Loaf(number, owner, Flight.from(from, Rules.LOB_SPEED, Rules.LOB_RISE));
    }

    @Override
    public double weight() {
        return Rules.LOAF_WEIGHT;
    }

    @Override
    public Loaf flown() {
        return new Loaf(number, owner, flight.flown());
    }
}
