package org.gamenet.rgs.core.detection;

import static org.gamenet.rgs.core.reconfiguration.EpochIs.ANY;
import static org.gamenet.rgs.core.reconfiguration.EpochIs.PROMISED;
import static org.gamenet.rgs.core.reconfiguration.MessageTable.States.IN_THE_GAME;
import static org.gamenet.rgs.core.reconfiguration.MessageTable.States.JOINING;
import static org.gamenet.rgs.core.reconfiguration.MessageTable.States.LEADING;
import static org.gamenet.rgs.core.reconfiguration.MessageTable.by;
import static org.gamenet.rgs.core.reconfiguration.Sender.ANYBODY;
import static org.gamenet.rgs.core.reconfiguration.Sender.HOLDER;
import static org.gamenet.rgs.core.reconfiguration.Sender.MEMBER;

import java.util.List;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.Position;
import org.gamenet.rgs.core.port.Lane;
import org.gamenet.rgs.core.reconfiguration.MessageTable;
import org.gamenet.rgs.core.reconfiguration.MessageTable.Fence;

/** Signs of life, and questions after them. */
public sealed interface Signal {

    /** Their rows. */
    MessageTable TABLE = MessageTable.of(Signal.class, "detection")
            .row(
                    40,
                    Heartbeat.class,
                    "primary → all",
                    Fence.PROMISE,
                    Lane.URGENT,
                    by(ANYBODY, ANY, JOINING),
                    by(HOLDER, PROMISED, IN_THE_GAME))
            .row(41, Echo.class, "member → primary", Fence.NONE, Lane.URGENT, by(ANYBODY, PROMISED, LEADING))
            .row(42, Ping.class, "member → primary", Fence.PROMISE, Lane.URGENT, by(ANYBODY, PROMISED, LEADING))
            .row(43, Pong.class, "primary → member", Fence.PROMISE, Lane.URGENT, by(HOLDER, PROMISED, IN_THE_GAME))
            .row(44, Alive.class, "member → member", Fence.PROMISE, Lane.URGENT, by(MEMBER, ANY, IN_THE_GAME))
            .row(49, Out.class, "primary → member", Fence.PROMISE, Lane.URGENT, by(HOLDER, PROMISED, IN_THE_GAME))
            .build();

    /**
     * From the leader to all, every D/5.
     *
     * @param number counts the heartbeats of this leader in this epoch, from 1
     * @param last the last frame it stamped
     * @param stable up to here every member has delivered
     * @param unheard of whom nothing comes: they suspect it if that lasts (P25)
     * @param poor members with a poor connection to it, the poorest last: they serve last (P33)
     * @param debugger whether a debugger may stop it: then it is suspected after 10 minutes (P20)
     */
    record Heartbeat(
            long number, Position last, Position stable, List<MemberId> unheard, List<MemberId> poor, boolean debugger)
            implements Signal {
        public Heartbeat {
            unheard = List.copyOf(unheard);
            poor = List.copyOf(poor);
        }
    }

    /**
     * A follower, or a newcomer, to whoever leads that epoch: heard you, and have delivered up to here.
     *
     * @param full whether what somebody sent reliably fills a queue here and my application has left it so for D (P25):
     *     who does not read says so itself, for nobody else's word may put it out
     */
    record Echo(Epoch epoch, long number, Position delivered, boolean debugger, boolean full) implements Signal {}

    /** Do you still lead this epoch? */
    record Ping(Epoch epoch, long number) implements Signal {}

    /** Yes. */
    record Pong(Epoch epoch, long number) implements Signal {}

    /** A member, to who suspects the holder of this epoch: it has just answered me (P31). */
    record Alive(Epoch epoch, MemberId holder) implements Signal {}

    /** From the leader to a member whose exit it has stamped but which goes on echoing: it is out (P25). */
    record Out(Epoch epoch) implements Signal {}
}
