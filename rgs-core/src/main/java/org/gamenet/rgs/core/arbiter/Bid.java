package org.gamenet.rgs.core.arbiter;

import java.util.List;
import org.gamenet.rgs.core.machine.Basis;
import org.gamenet.rgs.core.machine.MemberId;

/**
 * A claim as the ledger judges it; what speaks for it (supporters) is judged before, by {@link Evidence}.
 *
 * @param expected number of the epoch that the claimant wants to follow
 * @param authority who shall serve and back up; a hand over does not begin with the claimant
 * @param claimant who asks
 * @param basis from what it makes the state
 * @param claimId 64 random bits, kept until granted, overtaken or withdrawn (P6)
 * @param lastResort whether a synchronous game may be rebuilt now, as judged outside (P11)
 */
public record Bid(
        long expected, List<MemberId> authority, MemberId claimant, Basis basis, long claimId, boolean lastResort) {

    public Bid {
        authority = List.copyOf(authority);
    }
}
