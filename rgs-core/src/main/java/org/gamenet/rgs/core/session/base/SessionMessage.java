package org.gamenet.rgs.core.session.base;

import static org.gamenet.rgs.core.reconfiguration.EpochIs.ANY;
import static org.gamenet.rgs.core.reconfiguration.MessageTable.States.IN_THE_GAME;
import static org.gamenet.rgs.core.reconfiguration.MessageTable.States.JOINING;
import static org.gamenet.rgs.core.reconfiguration.MessageTable.States.LEADING;
import static org.gamenet.rgs.core.reconfiguration.MessageTable.by;
import static org.gamenet.rgs.core.reconfiguration.Sender.ANYBODY;
import static org.gamenet.rgs.core.reconfiguration.Sender.ARBITER;
import static org.gamenet.rgs.core.reconfiguration.Sender.HOLDER;
import static org.gamenet.rgs.core.reconfiguration.Sender.NAMED;

import org.gamenet.rgs.core.port.Lane;
import org.gamenet.rgs.core.reconfiguration.MessageTable;
import org.gamenet.rgs.core.reconfiguration.MessageTable.Fence;

/**
 * The messages of one session to another that belong to no machine: the proof of a seat, and what the game looks like.
 */
public sealed interface SessionMessage permits Advert, Announcement, SeatChallenge, SeatProof {

    /** Their rows. */
    MessageTable TABLE = MessageTable.of(SessionMessage.class, "session")
            .row(
                    47,
                    Advert.class,
                    "primary → all",
                    Fence.PROMISE,
                    Lane.RELIABLE,
                    by(ARBITER, ANY, JOINING),
                    by(HOLDER, ANY, IN_THE_GAME))
            .row(48, Announcement.class, "member → member", Fence.NONE, Lane.URGENT, by(ANYBODY))
            .machine("membership")
            .row(50, SeatChallenge.class, "primary → newcomer", Fence.NONE, Lane.URGENT, by(ANYBODY, ANY, JOINING))
            .row(51, SeatProof.class, "newcomer → primary", Fence.NONE, Lane.URGENT, by(NAMED, ANY, LEADING))
            .build();
}
