package org.gamenet.rgs.core.session.game;

import java.util.List;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.Position;
import org.gamenet.rgs.core.reconfiguration.Effect;

/** A call of the game's state handler, wanted at this place of the queue. */
public sealed interface Callback {

    /**
     * {@code packageState}, for the answer to a holder. The regular packages are made without it.
     *
     * @param number from 1 on: an application that is late answers an earlier holder's call as well
     */
    record TakePackage(long number) implements Callback {}

    /** {@code packageState}, for a newcomer, right after its JOIN. */
    record TakeInitialState(MemberId newcomer, Position at) implements Callback {}

    /**
     * {@code restoreState}.
     *
     * @param number from 1 on: an application that is late answers an earlier one as well
     * @param packages the freshest first; the first that can be read is what the state contains from here on
     */
    record Restore(long number, List<Effect.Contribution> packages) implements Callback {

        public Restore {
            packages = List.copyOf(packages);
        }
    }
}
