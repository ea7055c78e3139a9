package org.gamenet.rgs.fuzz;

/** A live session and a live directory: the first byte says which. */
public final class ScriptsTarget {
    private ScriptsTarget() {}

    public static void fuzzerTestOneInput(byte[] input) {
        Campaign.SCRIPTS.take(input);
    }
}
