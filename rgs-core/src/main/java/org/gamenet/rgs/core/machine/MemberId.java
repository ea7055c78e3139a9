package org.gamenet.rgs.core.machine;

import java.util.Comparator;

/** A member of a game: a peer in one of its incarnations. */
public record MemberId(long peer, Incarnation incarnation) implements Comparable<MemberId> {

    private static final Comparator<MemberId> ORDER =
            Comparator.comparingLong(MemberId::peer).thenComparing(MemberId::incarnation);

    /**
     * The session that this member is, whichever of its incarnations: attempt 0, which nobody asks under. Requests,
     * totally ordered messages and marks are counted by it (P23, P72).
     */
    public MemberId origin() {
        return incarnation.attempt() == 0 ? this : new MemberId(peer, new Incarnation(0, incarnation.nonce()));
    }

    /** Whether both are incarnations of one session, and so one process at one endpoint. */
    public boolean isOfSession(MemberId other) {
        return peer == other.peer && incarnation.nonce() == other.incarnation.nonce();
    }

    @Override
    public int compareTo(MemberId other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return Long.toHexString(peer & 0xffff) + "." + incarnation;
    }
}
