package org.gamenet.rgs.core.machine;

import org.jspecify.annotations.Nullable;

/**
 * Term and fencing token: ordered by number, equal only if the claim is the same too (P1, P2).
 *
 * @param number from 1; 0 before any
 * @param claimId 64 random bits drawn for the claim
 */
public record Epoch(long number, long claimId) {

    /** Before any epoch. */
    public static final Epoch NONE = new Epoch(0, 0);

    /** Whether this number is greater: the same number of another claim is neither newer nor equal. */
    public boolean isAfter(Epoch other) {
        return number > other.number;
    }

    /** Whether of two claims this one goes first: the greater number, or of the same number the greater id (P57). */
    public boolean outranks(Epoch other) {
        return number > other.number || number == other.number && claimId > other.claimId;
    }

    /** Whether somebody who has promised {@code promise} accepts this epoch (P2). */
    public boolean allowedBy(Epoch promise) {
        return number > promise.number || equals(promise);
    }

    // By hand, as of MemberId.
    @Override
    public boolean equals(@Nullable Object o) {
        return this == o || o instanceof Epoch other && number == other.number && claimId == other.claimId;
    }

    @Override
    public int hashCode() {
        return 31 * Long.hashCode(number) + Long.hashCode(claimId);
    }

    @Override
    public String toString() {
        return number + "/" + Long.toHexString(claimId & 0xffff);
    }
}
