package org.gamenet.rgs.core.detection;

/** The detector's memory of one other member. Times are monotonic nanoseconds unless they say "lived". */
final class Sightings {
    /** Any frame of it, or from when on it is waited for. */
    long signAt;
    /** When it was dialled for its silence, or answered a dial. */
    long triedAt;
    /** Any frame of it, or when it became known. */
    long frameAt;
    /** Its last echo, or when it began to follow. */
    long echoAt;
    /** Whether it has echoed me in this epoch, and when the newest heartbeat that it echoed was sent: lived time. */
    boolean echoed;

    long echoedBeatLivedAt;
    boolean debugger;
    /** Since when it is known, and whether it has ever echoed that its queue is not full. */
    final long knownSince;

    boolean reads;
    final Connection connection = new Connection();
    /** Its silence is not told again before. */
    long nextSilentAt = Long.MIN_VALUE;
    /** Dials left since a socket to it closed; 0: none is wanted. */
    int dialsLeft;

    long nextDialAt;
    boolean dialling;
    boolean gone;
    boolean unreachable;

    Sightings(long now) {
        knownSince = now;
        signAt = now;
        triedAt = now;
        frameAt = now;
        echoAt = now;
    }

    /** The last sign of it that this member took: an echo, or any frame. */
    long heardAt() {
        return Math.max(echoAt, signAt);
    }

    /** From here on it is waited for. */
    void begin(long nanos) {
        echoAt = Math.max(echoAt, nanos);
        signAt = Math.max(signAt, nanos);
    }
}
