package org.gamenet.rgs.core.session.base;

import java.nio.ByteBuffer;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.wire.FrameHeader;

/**
 * The listener that is told that something came for the worker, on the thread that brought it: never waits, may take a
 * turn.
 */
public interface WorkSignal {

    /** Something that is the worker's own thread's affair, or nobody else's. */
    void came();

    /**
     * A frame came over a link to that process; {@link #framesCame} follows. True: it was taken right here, ahead of
     * nothing that waits. False: it is to be put into the mailbox.
     */
    default boolean frameCame(Endpoint from, FrameHeader header, ByteBuffer body) {
        return false;
    }

    /** This thread brings more than there is room for, and waits for room from here on. */
    default void awaitsRoom() {
        came();
    }

    /** Frames came over links, and the thread that read them has no more right now. */
    default void framesCame() {
        came();
    }

    /** The application has sent something. */
    default void sent() {
        came();
    }
}
