package org.gamenet.rgs.core.reconfiguration;

import java.util.List;
import java.util.Optional;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.machine.Mix;

/**
 * A planned change under way: the primary has stopped at the end of its log (P45).
 *
 * @param above the number that the next one is above, if that is not the present one (P65)
 * @param granted the next epoch, once the arbiter has granted it
 * @param handover how far it has come, if it hands the game over
 */
record Change(
        List<MemberId> authority, long claimId, long above, Optional<Epoch> granted, Optional<HandingOver> handover) {

    Change(List<MemberId> authority, long claimId, Optional<Epoch> granted, Optional<HandingOver> handover) {
        this(authority, claimId, 0, granted, handover);
    }

    /** Of the authority alone: the same member serves. */
    static Change to(List<MemberId> authority, long claimId, long above) {
        long id = above == 0 ? claimId : Mix.of(claimId, above);
        return new Change(authority, id, above, Optional.empty(), Optional.empty());
    }

    /** The number that its claim is to follow. */
    long expected(Epoch now) {
        return Math.max(now.number(), above);
    }

    Change granted(Epoch next) {
        return new Change(authority, claimId, above, Optional.of(next), handover);
    }

    Change handing(HandingOver further) {
        return new Change(authority, claimId, above, granted, Optional.of(further));
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
