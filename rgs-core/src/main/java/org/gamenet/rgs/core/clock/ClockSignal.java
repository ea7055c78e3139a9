package org.gamenet.rgs.core.clock;

import static org.gamenet.rgs.core.reconfiguration.EpochIs.ANY;
import static org.gamenet.rgs.core.reconfiguration.MessageTable.States.LEADING;
import static org.gamenet.rgs.core.reconfiguration.MessageTable.by;
import static org.gamenet.rgs.core.reconfiguration.Sender.ANYBODY;
import static org.gamenet.rgs.core.reconfiguration.Sender.HOLDER;

import org.gamenet.rgs.core.port.Lane;
import org.gamenet.rgs.core.reconfiguration.MessageTable;
import org.gamenet.rgs.core.reconfiguration.MessageTable.Fence;

/** The messages of members about the time. */
public sealed interface ClockSignal {

    /** Their rows. */
    MessageTable TABLE = MessageTable.of(ClockSignal.class, "clock")
            .row(45, ClockPing.class, "member → primary", Fence.PROMISE, Lane.URGENT, by(ANYBODY, ANY, LEADING))
            .row(46, ClockPong.class, "primary → member", Fence.PROMISE, Lane.URGENT, by(HOLDER))
            .build();

    /** A question for the time. {@code askedNanos}: the asker's own clock, given back unread. */
    record ClockPing(long askedNanos) implements ClockSignal {}

    /** The game's time where the ping arrived, in seconds. */
    record ClockPong(long askedNanos, double seconds) implements ClockSignal {}
}
