package org.gamenet.rgs.core.machine;

import java.util.Comparator;

/** A member of a game: a peer in one of its incarnations. */
public record MemberId(long peer, Incarnation incarnation) implements Comparable<MemberId> {

    private static final Comparator<MemberId> ORDER =
            Comparator.comparingLong(MemberId::peer).thenComparing(MemberId::incarnation);

    @Override public int compareTo(MemberId other) {
        return ORDER.compare(this, other);
    }

    @Override public String toString() {
        return Long.toHexString(peer & 0xffff) + "." + incarnation;
    }
}
