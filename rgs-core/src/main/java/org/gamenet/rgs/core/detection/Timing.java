package org.gamenet.rgs.core.detection;

/**
 * The fractions of D that the detector goes by.
 *
 * @param suspectNanos D
 */
public record Timing(long suspectNanos) {
    private static final long DEBUGGED_NANOS = 600_000_000_000L;
    private static final long RESTORE_NANOS = 2_000_000_000L;
    private static final long NEWCOMER_NANOS = 5_000_000_000L;

    /** Of D in milliseconds. */
    public static Timing ofMillis(long suspectMillis) {
        return new Timing(suspectMillis * 1_000_000);
    }

    /** Between two heartbeats, renewals, pings. */
    public long beat() {
        return suspectNanos / 5;
    }

    /** How long one may be silent. */
    public long silence(boolean debugger) {
        return debugger ? Math.max(DEBUGGED_NANOS, suspectNanos) : suspectNanos;
    }

    /** How long I may be unheard before I suspect; how long a follower is silent before it is named. */
    public long unheard() {
        return suspectNanos / 2;
    }

    /** How far apart those are noticed that fell silent at the same time: a beat and a half. */
    public long almost() {
        return suspectNanos / 10 * 3;
    }

    /** How long a member may give no sign, or a holder no echo, while the game stands still, before it is dialled. */
    public long unanswered() {
        return suspectNanos / 10 * 3;
    }

    /** How long proof lasts that I am followed or renewed (P18). */
    public long proof() {
        return suspectNanos / 10 * 8;
    }

    /** A longer pause of this process is noticed (P19). */
    public long pause() {
        return suspectNanos / 10 * 4;
    }

    /**
     * For how long after a pause of its own whoever leads takes nobody's silence for death, unless it hears somebody
     * before.
     */
    public long deaf() {
        return 5 * suspectNanos;
    }

    /**
     * How long a follower that has never been seen to read may let its queue be full: it may be busy with what a
     * newcomer has to do.
     */
    public long newcomer() {
        return Math.max(NEWCOMER_NANOS, 5 * suspectNanos);
    }

    /** How long the application may let something wait (P20). */
    public long stall(boolean restoring) {
        return restoring ? Math.max(RESTORE_NANOS, suspectNanos) : suspectNanos;
    }
}
