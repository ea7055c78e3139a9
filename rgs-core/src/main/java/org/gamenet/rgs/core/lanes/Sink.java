package org.gamenet.rgs.core.lanes;

import java.nio.ByteBuffer;
import java.util.Collection;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.machine.Payload;
import org.gamenet.rgs.core.ordering.Log;
import org.gamenet.rgs.core.port.Lane;

/**
 * The demands of the lanes. Called on the worker's thread, within the call that caused it; must not call back into the
 * lanes.
 */
public interface Sink {

    /** Send to one. The array is the receiver's from here on. */
    void transmit(MemberId to, byte[] frame, Lane lane);

    /** Send to one what is from position to limit. The bytes are the caller's again afterwards. */
    default void transmit(MemberId to, ByteBuffer frame, Lane lane) {
        byte[] own = new byte[frame.remaining()];
        frame.get(own);
        transmit(to, own, lane);
    }

    /** Send to everybody else in the group. The array is the receiver's from here on. */
    void cast(byte[] frame, Lane lane);

    /**
     * An ordered message of mine to be stamped: to the primary as {@code Message.OrderRequest}, or to my own machine if
     * I am the primary. Repeated until its entry is delivered. It may wait for {@link #ordered}.
     */
    void order(long number, int type, double sentAt, Payload message);

    /** That was all for now: several may leave as one. */
    default void ordered() {}

    /** At the server: what is of this cut, or of an earlier one, may be shown to others (P48). */
    default long upTo() {
        return Long.MAX_VALUE;
    }

    /** Its epoch is below mine: answer with my promise (P2). Counted already. */
    void stale(MemberId from);

    /**
     * This member takes nothing more, for so long: exit it, or have the primary do so (CRASHED). Repeated while it
     * lasts.
     */
    void full(MemberId receiver, long forNanos);

    /**
     * Messages of mine are let go although they may still get lost (P72): to be logged. Said once until there are none
     * such any more.
     */
    void letGo();

    /**
     * At the server: this member has told of a package of this epoch, or that it never makes one, or none is needed.
     * Said once in an epoch.
     */
    void reported(MemberId member);

    /**
     * At the server: who counts besides the roster (P72): whom the arbiter lists as members of this epoch, and who
     * stands in an entry that is sent and not confirmed. A member that is missing here although the arbiter lists it
     * may go on from a package that lacks what was called stable.
     */
    Collection<MemberId> listed();

    /** The log as it is: who has a seat, and which entries can vanish no more. */
    Log log();
}
