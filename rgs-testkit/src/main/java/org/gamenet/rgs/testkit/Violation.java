package org.gamenet.rgs.testkit;

import org.jspecify.annotations.Nullable;

/** What a game or RGS did and may not do. */
final class Violation extends AssertionError {
    private static final long serialVersionUID = 1;

    Violation(String what) {
        super(what);
    }

    Violation(String what, @Nullable Throwable cause) {
        super(what, cause);
    }
}
