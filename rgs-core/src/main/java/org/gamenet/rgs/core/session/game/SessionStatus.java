package org.gamenet.rgs.core.session.game;

import java.util.List;
import org.gamenet.rgs.GameInfo;
import org.gamenet.rgs.ServerRole;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.View;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.Log;
import org.jspecify.annotations.Nullable;

/**
 * Where the session stands, as its queue has been handed out so far.
 *
 * @param game null while WAITING
 * @param epoch the whole of it, for states that are sent
 * @param peers whether it is a game of equals
 */
public record SessionStatus(
        Phase phase, View view, ServerRole role, @Nullable GameInfo game, Epoch epoch, boolean peers) {

    /** In a game with a server. */
    public SessionStatus(Phase phase, View view, ServerRole role, @Nullable GameInfo game, Epoch epoch) {
        this(phase, view, role, game, epoch, false);
    }

    /** Not in a game. */
    public static SessionStatus waiting() {
        return new SessionStatus(
                Phase.WAITING, new View(0, 0, List.of(), List.of()), ServerRole.IDLE, null, Epoch.NONE);
    }

    /** The role of this member in the game that the log tells of. */
    static ServerRole roleIn(Log log, MemberId member) {
        int place = log.authority().indexOf(member);
        if (place != 0) return place < 0 ? ServerRole.IDLE : ServerRole.BACKUP;
        return log.authority().size() > 1 ? ServerRole.ACTIVE_BACKED_UP : ServerRole.ACTIVE_ALONE;
    }
}
