package org.gamenet.rgs.core.machine;

import org.jspecify.annotations.Nullable;

/** A member of a game: a peer in one of its incarnations. */
public record MemberId(long peer, Incarnation incarnation) implements Comparable<MemberId> {

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
        int byPeer = Long.compare(peer, other.peer);
        return byPeer != 0 ? byPeer : incarnation.compareTo(other.incarnation);
    }

    // A record's own compare by method handles, and every frame is compared several times: a sixth of a player's time.
    @Override
    public boolean equals(@Nullable Object o) {
        return this == o || o instanceof MemberId other && peer == other.peer && incarnation.equals(other.incarnation);
    }

    @Override
    public int hashCode() {
        return 31 * Long.hashCode(peer) + incarnation.hashCode();
    }

    @Override
    public String toString() {
        return Long.toHexString(peer & 0xffff) + "." + incarnation;
    }
}
