package org.gamenet.rgs.core.reconfiguration;

import java.util.Optional;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.Log;

/** Out of the game, in this incarnation. */
public record Over(Self self, Epoch promise) implements MemberState {

    @Override public Step on(Event event) {
        if (event instanceof Event.Granted granted) return Step.to(this, new Effect.Release(granted.epoch()));
        return Step.to(this);
    }

    @Override public Optional<MemberId> watches() {
        return Optional.empty();
    }

    @Override public Epoch epoch() {
        return promise;
    }

    @Override public boolean leads() {
        return false;
    }

    @Override public boolean plays() {
        return false;
    }

    @Override public Log log() {
        return Log.EMPTY;
    }
}
