package org.gamenet.rgs.testkit.simulation;

/** The exception of a misbehaving callback. */
final class PlantedFault extends RuntimeException {
    private static final long serialVersionUID = 1;

    PlantedFault(String where) {
        super(where);
    }
}
