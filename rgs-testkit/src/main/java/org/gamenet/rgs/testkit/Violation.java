package org.gamenet.rgs.testkit;

import org.jspecify.annotations.Nullable;

/** An act of a game or of RGS against the rules. */
final class Violation extends AssertionError {
    private static final long serialVersionUID = 1;

    Violation(String what) {
        super(what);
    }

    Violation(String what, @Nullable Throwable cause) {
        super(what, cause);
    }
}
