package org.gamenet.rgs.core.lanes;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.core.machine.MemberId;
import org.jspecify.annotations.Nullable;

/**
 * A message that arrived, still encoded.
 *
 * @param sender in which incarnation
 * @param from the same, as the game knows it
 * @param how its delivery, as promised
 * @param subject the type of its record, and what a newer one replaces
 * @param sentAt seconds of game time
 * @param request its number, if it is a request to the server (P23); else 0
 * @param state which requests it contains, if it is the server's state
 * @param bytes the record; the position is nobody's to move
 * @param traces of data that it carries; null on most messages
 */
public record Arrival(
        MemberId sender,
        Peer from,
        Delivery how,
        Subject subject,
        double sentAt,
        long request,
        @Nullable StateMarks state,
        ByteBuffer bytes,
        @Nullable List<DatumTrace.Arrived> traces) {

    /** A message that no datum is followed through. */
    public Arrival(
            MemberId sender,
            Peer from,
            Delivery how,
            int type,
            double sentAt,
            long request,
            @Nullable StateMarks state,
            ByteBuffer bytes) {
        this(sender, from, how, Subject.of(type), sentAt, request, state, bytes, null);
    }

    /** Id of its record. */
    public int type() {
        return subject.type();
    }

    /** In the place of an older message that nobody will see: the data of that one are in this one, too. */
    public Arrival inPlaceOf(Arrival older) {
        if (older.traces == null) return this;
        List<DatumTrace.Arrived> both = new ArrayList<>(older.traces);
        if (traces != null) both.addAll(traces);
        return new Arrival(
                sender,
                from,
                how,
                subject,
                sentAt,
                request,
                state,
                bytes,
                both.subList(0, Math.min(both.size(), DatumTrace.MOST)));
    }

    /** Size of the record. */
    public int size() {
        return bytes.remaining();
    }

    /** Whether it may be dropped for want of room. */
    public boolean droppable() {
        return how == Delivery.UNRELIABLE || how == Delivery.UNRELIABLE_SEQUENCED;
    }
}
