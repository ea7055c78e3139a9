package org.gamenet.rgs.examples.teapots.world;

import org.gamenet.rgs.Peer;

/**
 * A lump of sugar: a heavy one flies slowly and hits hard.
 *
 * @param number counts what was thrown
 * @param owner whose throw it was
 * @param flight where it is
 * @param weight 1 to 3
 */
public record Sugar(long number, Peer owner, Flight flight, double weight) implements Projectile {

    static Sugar thrown(long number, Peer owner, Body from) {
        double weight = 1 + number % 3;
        return new Sugar(number, owner, Flight.from(from, Rules.THROW_SPEED - 2 * weight, Rules.THROW_RISE), weight);
    }

    @Override
    public Sugar flown() {
        return new Sugar(number, owner, flight.flown(), weight);
    }
}
