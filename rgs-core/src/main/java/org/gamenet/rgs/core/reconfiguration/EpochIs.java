package org.gamenet.rgs.core.reconfiguration;

/** The epoch that a message must be about: a column of a state's table. {@link MemberState#isOf} names that epoch. */
public enum EpochIs {
    /** Whichever. */
    ANY("any"),
    /** Below the promise, or of its number with another claim (P2). */
    STALE("stale"),
    /** {@link MemberState#epoch}: the one that the log is in; for a holder that collects, the one granted to it. */
    PLAYED("played"),
    /** The epoch that is promised. */
    PROMISED("promised"),
    /** The epoch that lost its holder. */
    FAILED("failed"),
    /** Of a lower number than {@link MemberState#epoch}, in which it serves. */
    LOWER("lower"),
    /** Of a higher number than {@link MemberState#epoch}, in which it serves, or that it was granted. */
    HIGHER("higher"),
    /** Of a higher number than the promise. */
    ABOVE_PROMISE("above the promise");

    private final String words;

    EpochIs(String words) {
        this.words = words;
    }

    /** In a table, for people. */
    public String words() {
        return words;
    }
}
