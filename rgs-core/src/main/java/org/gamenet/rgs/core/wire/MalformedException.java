package org.gamenet.rgs.core.wire;

import org.gamenet.rgs.core.machine.Text;
import org.jspecify.annotations.Nullable;

/**
 * Bytes that are no message of ours: to be dropped and counted. Has no stack trace of its own, for floods of it must
 * stay cheap.
 */
public class MalformedException extends RuntimeException {
    private static final int LONGEST_DETAIL = 200;

    public MalformedException(String message) {
        this(message, null);
    }

    public MalformedException(String message, @Nullable Throwable cause) {
        super(message, cause, false, false);
    }

    /** An exception of the game's code at bytes: its words may come from the bytes, so they are cut. */
    static MalformedException refused(String by, Throwable thrown) {
        String why = String.valueOf(thrown.getMessage());
        return new MalformedException(
                by + " refuses what arrived: " + thrown.getClass().getSimpleName() + ": "
                        + Text.fitting(why, LONGEST_DETAIL),
                thrown);
    }
}
