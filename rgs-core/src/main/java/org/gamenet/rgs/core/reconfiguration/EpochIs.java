package org.gamenet.rgs.core.reconfiguration;

/** Which epoch a message must be about: a column of a state's table. {@link MemberState#isOf} says which that is. */
public enum EpochIs {
    /** Whichever. */
    ANY("any"),
    /** Below the promise, or of its number with another claim (P2). */
    STALE("stale"),
    /** The one that the log is in. */
    PLAYED("played"),
    /** The one that is promised. */
    PROMISED("promised"),
    /** The one that lost its holder. */
    FAILED("failed"),
    /** Of a lower number than the one that it serves in. */
    LOWER("lower"),
    /** Of a higher number than the one that it serves in, or holds. */
    HIGHER("higher"),
    /** Of a higher number than the promise. */
    ABOVE_PROMISE("above the promise");

    private final String words;

    EpochIs(String words) {
        this.words = words;
    }

    String words() {
        return words;
    }
}
