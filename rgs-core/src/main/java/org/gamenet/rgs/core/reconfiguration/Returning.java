package org.gamenet.rgs.core.reconfiguration;

import org.gamenet.rgs.Failover;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.GameRules;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.ordering.Log;

/**
 * Everything that a member that was left behind, and comes back, keeps until it is let in.
 *
 * @param kept the log that it had delivered; {@link Log#EMPTY} if its application holds no state to go on from
 * @param late whether it has been out for so long that fewer than half must do (P74)
 * @param silent whether nobody has answered it for a while, since somebody did or the arbiter last said that the game
 *     is served
 * @param claimed the epoch that its claim is for, under its claim id; {@link Epoch#NONE} if it makes none
 */
record Returning(Log kept, boolean late, boolean silent, Epoch claimed) {

    static Returning with(Log kept, boolean late) {
        return new Returning(kept, late, false, Epoch.NONE);
    }

    Returning later() {
        return new Returning(kept, true, false, claimed);
    }

    Returning heard() {
        return silent ? new Returning(kept, late, false, claimed) : this;
    }

    Returning unanswered() {
        return new Returning(kept, late, true, claimed);
    }

    Returning claiming(Epoch wanted) {
        return new Returning(kept, late, silent, wanted);
    }

    /** Whether it is able to serve the game: a player where the game's players may, or who has served it before. */
    boolean mayServe(LocalMember self, GameRules rules) {
        boolean served =
                kept.authority().stream().anyMatch(m -> m.peer() == self.id().peer());
        return !kept.equals(Log.EMPTY)
                && self.me().kind() == Kind.PLAYER
                && (served || rules.failover().contains(Failover.PROMOTED_PLAYER));
    }
}
