package org.gamenet.rgs.core.lanes;

import org.gamenet.rgs.core.machine.MemberId;

/** Where messages come out: the inbox of the application. Called on the worker's thread. */
public interface Deliveries {

    /**
     * Takes a message, if the sender's share has room. Of an unreliable one that is dropped the drop is counted, and it
     * counts as taken.
     *
     * @return false for a reliable one that must wait at its sender
     */
    boolean offer(Arrival arrival, long now);

    /** Whether the application is in no game as far as it knows: it is handed nothing, and what it sends waits. */
    default boolean isMuted() {
        return false;
    }

    /** Takes a totally ordered message, room or not: everybody takes it at this place. */
    void ordered(Arrival arrival, long now);

    /**
     * Whether this sender's share is full: reliable ones have been refused, and less than half of them has been handed
     * out since.
     */
    boolean isFull(long peer);

    /** The requests that the application was handed. */
    HandedOut handedOut();

    /** This session does not come back: once what waits of it is handed out, states name it no more. */
    void over(MemberId session, long now);

    /** This member is out: what waits is still handed out, its share ends with it. */
    void gone(long peer);
}
