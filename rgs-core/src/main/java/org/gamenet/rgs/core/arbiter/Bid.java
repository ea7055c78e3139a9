package org.gamenet.rgs.core.arbiter;

import java.util.List;
import org.gamenet.rgs.core.machine.Basis;
import org.gamenet.rgs.core.machine.MemberId;

/**
 * A claim as the ledger judges it. Its supporters are judged before, by {@link Evidence}.
 *
 * @param expected number of the epoch that the claimant wants to follow
 * @param authority the server and backups to be; in a hand over the claimant is not the first
 * @param claimant the member that asks
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
