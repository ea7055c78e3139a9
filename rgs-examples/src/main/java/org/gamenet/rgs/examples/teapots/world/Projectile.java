package org.gamenet.rgs.examples.teapots.world;

import org.gamenet.rgs.Peer;

/** Something thrown. Another kind is another record that this permits, and a command that throws it. */
public sealed interface Projectile permits Sugar, Loaf {

    /** Counts what was thrown in this world, from 1: no two are ever alike. */
    long number();

    /** The player that threw it. */
    Peer owner();

    /** Where it is. */
    Flight flight();

    /** How hard it hits. */
    double weight();

    /** One tick later. */
    Projectile flown();
}
