package org.gamenet.rgs.core.detection;

import java.util.List;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.Position;

/** Signs of life, and questions after them. */
public sealed interface Signal {

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
