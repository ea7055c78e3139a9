package org.gamenet.rgs.core.lanes;

import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.machine.Payload;
import org.gamenet.rgs.core.port.Lane;

/** What the lanes want done. Called on the worker's thread, within the call that caused it; must not call back into the lanes. */
public interface Sink {

    /** Send to one. The array is the receiver's from here on. */
    void transmit(MemberId to, byte[] frame, Lane lane);

    /** Send to everybody else in the group. The array is the receiver's from here on. */
    void cast(byte[] frame, Lane lane);

    /**
     * An ordered message of mine to be stamped: to the primary as {@code Message.OrderRequest}, or to my own machine if I am the primary.
     * Repeated until its frame is delivered.
     */
    void order(long number, int type, double sentAt, Payload message);

    /** Its epoch is below mine: answer with my promise (P2). Counted already. */
    void stale(MemberId from);

    /** This member takes nothing more, for so long: exit it, or have the primary do so (CRASHED). Repeated while it lasts. */
    void full(MemberId receiver, long forNanos);

    /** Messages were given up although their effect is not safe yet (P23): to be logged. Counted already. */
    void fellOut(String what, int messages);
}
