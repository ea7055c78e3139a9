package org.gamenet.rgs.testkit.simulation;

/** What a misbehaving callback throws. */
final class PlantedFault extends RuntimeException {
    private static final long serialVersionUID = 1;

    PlantedFault(String where) {
        super(where);
    }
}
