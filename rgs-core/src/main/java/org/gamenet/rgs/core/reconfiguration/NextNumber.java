package org.gamenet.rgs.core.reconfiguration;

import java.util.Optional;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Mix;

/**
 * A frozen member's knowledge of the number after the one that failed: it claims it, or somebody else has it.
 *
 * @param claimId of its own claim, 0 if it makes none; kept until granted, overtaken or withdrawn (P6)
 * @param claims counts its claims, so that each has another id (P6)
 * @param overtaken an epoch granted to somebody who has not advertised it yet
 */
record NextNumber(long claimId, int claims, Optional<Epoch> overtaken) {

    static final NextNumber OPEN = new NextNumber(0, 0, Optional.empty());

    boolean isClaimed() {
        return claimId != 0;
    }

    /**
     * With a claim of this member.
     *
     * @param drawn of this member, and of the beginning of this suspicion: after a false alarm the same epoch may be
     *     suspected again
     */
    NextNumber claimed(long drawn, Epoch failed) {
        long id = Mix.of(drawn, Mix.of(failed.number(), Mix.of(failed.claimId(), claims)));
        return new NextNumber(id, claims + 1, overtaken);
    }

    NextNumber withdrawn() {
        return new NextNumber(0, claims, overtaken);
    }

    NextNumber overtaken(Epoch by) {
        return new NextNumber(claimId, claims, Optional.of(by));
    }

    /** The overtaker has failed as well: the number after its own is open. */
    NextNumber afterThat() {
        return new NextNumber(0, claims, Optional.empty());
    }
}
