package org.gamenet.rgs.core.reconfiguration;

import java.util.Optional;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.Log;

/** Somebody who is not in the game, or not yet, or not any more: what all those states have in common. */
sealed interface Outsider extends MemberState permits StandingBy, SpareClaiming, Joining, GameOver {

    /** A claim of mine, granted when I do not need it any more (P7). */
    default Step giveBack(Event.Granted late) {
        return Step.to(this, new Effect.Release(late.epoch()));
    }

    @Override
    default Optional<MemberId> watches() {
        return Optional.empty();
    }

    @Override
    default Epoch epoch() {
        return promise();
    }

    @Override
    default boolean leads() {
        return false;
    }

    @Override
    default boolean plays() {
        return false;
    }

    @Override
    default Log log() {
        return Log.EMPTY;
    }
}
