package org.gamenet.rgs.core.model;

/** An invariant does not hold; the text begins with its id. */
final class Broken extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Broken(String what) {
        super(what);
    }
}
