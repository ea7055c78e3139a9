package org.gamenet.rgs.core.machine;

import java.util.Comparator;

/**
 * 128 random bits drawn for every admission that is asked for; repeats of one request keep them. What a member is known by, together with
 * its peer id: never an address, a rank or a JGroups address (PROTOCOL 1).
 */
public record Incarnation(long high, long low) implements Comparable<Incarnation> {

    private static final Comparator<Incarnation> ORDER =
            Comparator.comparingLong(Incarnation::high).thenComparingLong(Incarnation::low);

    @Override public int compareTo(Incarnation other) {
        return ORDER.compare(this, other);
    }

    @Override public String toString() {
        return Long.toHexString(low & 0xffffff);
    }
}
