package org.gamenet.rgs.core.lanes;

import java.util.List;
import org.gamenet.rgs.Delivery;
import org.jspecify.annotations.Nullable;

/**
 * A message on its way from the application to the worker.
 *
 * @param to receiver
 * @param peer its receiver, if {@code to} is ONE
 * @param how its delivery, as promised
 * @param subject the type of its record, and what a newer one replaces
 * @param bytes the record, encoded; the receiver's from here on
 * @param sentAt seconds of game time; of a state: the time of its marks
 * @param state which requests it contains, if it is the game's state record and I serve
 * @param traces of data that it carries; null on most messages
 * @param cut number of the package whose state has the cause of the message in it; 0 if I do not serve
 */
public record OutgoingMessage(
        To to,
        long peer,
        Delivery how,
        Subject subject,
        byte[] bytes,
        double sentAt,
        @Nullable StateMarks state,
        @Nullable List<DatumTrace> traces,
        long cut) {

    /** A message that no datum is followed through. */
    public OutgoingMessage(
            To to, long peer, Delivery how, int type, byte[] bytes, double sentAt, @Nullable StateMarks state) {
        this(to, peer, how, Subject.of(type), bytes, sentAt, state, null, 0);
    }

    /** Id of its record. */
    public int type() {
        return subject.type();
    }

    /** The receivers of a message. */
    public enum To {
        /** Everybody, me included. */
        ALL,
        /** One peer; may be me. */
        ONE,
        /** The member that serves. */
        SERVER
    }

    public OutgoingMessage {
        if (how == Delivery.TOTAL_ORDER && to != To.ALL) {
            throw new IllegalArgumentException("TOTAL_ORDER is for all: send to one RELIABLE_ORDERED");
        }
    }

    /** Whether it takes part in {@code SEND_MESSAGES}. */
    public boolean reliable() {
        return how != Delivery.UNRELIABLE && how != Delivery.UNRELIABLE_SEQUENCED;
    }
}
