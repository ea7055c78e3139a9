package org.gamenet.rgs.core.reconfiguration;

import java.util.Optional;
import org.gamenet.rgs.core.machine.Basis;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.GameRules;

/**
 * An epoch that is granted and not on yet, and who holds it.
 *
 * @param membership its own part in the game, if it was in it: a player, the server of the last active epoch, or who
 *     was left behind and keeps what it had; empty for a spare
 * @param failed the epoch before
 * @param connected whether it is in the group
 */
record PendingEpoch(
        LocalMember self,
        GameRules rules,
        Optional<Membership> membership,
        Epoch epoch,
        Epoch failed,
        Basis basis,
        boolean connected) {

    PendingEpoch {
        if (membership.isPresent() && !connected)
            throw new AssertionError("in the game, and not in its group: " + self);
    }

    /** Whether it is in the game under its former incarnation only. */
    boolean isReturner() {
        return membership.isPresent() && !membership.get().log().roster().has(self.id());
    }

    PendingEpoch isConnected() {
        return new PendingEpoch(self, rules, membership, epoch, failed, basis, true);
    }
}
