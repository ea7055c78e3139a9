package org.gamenet.rgs.core.reconfiguration;

import java.util.List;
import java.util.Optional;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.MemberId;

/**
 * A planned change under way: the primary has stopped at the end of its log (P45).
 *
 * @param granted the next epoch, once the arbiter has granted it
 * @param handover how far it has come, if it hands the game over
 */
record Change(List<MemberId> authority, long claimId, Optional<Epoch> granted, Optional<HandingOver> handover) {

    /** Of the authority alone: the same member serves. */
    static Change to(List<MemberId> authority, long claimId) {
        return new Change(authority, claimId, Optional.empty(), Optional.empty());
    }

    Change granted(Epoch next) {
        return new Change(authority, claimId, Optional.of(next), handover);
    }

    Change handing(HandingOver further) {
        return new Change(authority, claimId, granted, Optional.of(further));
    }

    /** Whether the successor does not hold the last copy yet: nothing is claimed. */
    boolean isForCopy() {
        return handover.filter(h -> h.last().isEmpty()).isPresent();
    }

    /** Whether it waits for this one to hold the last copy. */
    boolean isForCopy(MemberId successor) {
        return isForCopy() && authority.get(0).equals(successor);
    }
}
