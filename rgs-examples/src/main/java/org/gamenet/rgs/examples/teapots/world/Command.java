package org.gamenet.rgs.examples.teapots.world;

/**
 * The commands of a player to the world. A new kind is one more record here; whoever carries commands need not know it.
 */
public sealed interface Command permits Steer, Fire, Lob {

    /** Whether each one counts; if not, a newer one of the same kind makes up for a lost one. */
    boolean mustArrive();
}
