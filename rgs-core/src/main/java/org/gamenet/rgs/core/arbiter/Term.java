package org.gamenet.rgs.core.arbiter;

import java.util.List;
import org.gamenet.rgs.core.machine.Basis;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.MemberId;

/**
 * One epoch as it was granted.
 *
 * @param epoch its number and claim
 * @param claimant to whom it was granted
 * @param authority the members that the claim named, the primary first
 * @param basis from what its state was made
 * @param released whether its holder gave it up
 */
public record Term(Epoch epoch, MemberId claimant, List<MemberId> authority, Basis basis, boolean released) {

    public Term {
        authority = List.copyOf(authority);
        if (authority.isEmpty()) {
            throw new IllegalArgumentException("epoch " + epoch + " has nobody in its authority");
        }
    }

    /** The member that serves in it once its ACK is stamped. */
    public MemberId first() {
        return authority.get(0);
    }

    /** Whether its claimant granted it to somebody else (P46). */
    public boolean handsOver() {
        return !first().equals(claimant);
    }

    Term givenUp() {
        return released ? this : new Term(epoch, claimant, authority, basis, true);
    }
}
