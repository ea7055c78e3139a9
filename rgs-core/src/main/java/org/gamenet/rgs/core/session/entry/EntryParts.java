package org.gamenet.rgs.core.session.entry;

import org.gamenet.rgs.core.session.base.Timers;
import org.gamenet.rgs.core.session.game.Packages;
import org.gamenet.rgs.core.session.peers.CopyTalk;
import org.gamenet.rgs.core.session.peers.FailureWatch;

/** The parts of a worker that an effect, or a way into a game, sets going. */
public record EntryParts(
        DirectoryAccess directoryAccess,
        Timers timers,
        FailureWatch watch,
        Group group,
        Renewals renewals,
        Packages packages,
        CopyTalk copies) {}
