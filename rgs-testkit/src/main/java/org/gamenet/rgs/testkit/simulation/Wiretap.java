package org.gamenet.rgs.testkit.simulation;

/** Hears what processes say to each other, as bytes that it may not change. */
public interface Wiretap {

    /** Nobody listens. */
    Wiretap NONE = new Wiretap() {};

    /** This process sends a frame, to one or to all, whether it arrives or not. */
    default void said(SimulatedProcess from, byte[] frame) {}
}
