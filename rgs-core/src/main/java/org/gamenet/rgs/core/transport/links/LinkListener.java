package org.gamenet.rgs.core.transport.links;

import java.nio.ByteBuffer;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.wire.FrameHeader;

/**
 * The news of links, told on their thread: implementations only put things into a mailbox, or take a frame in; when all
 * is told they may do a bounded part of what waits.
 */
public interface LinkListener {

    /**
     * The head and the body of a frame of that process; the buffer is the receiver's. A listener that reads no heads is
     * told the whole frame.
     */
    default void heard(Endpoint from, FrameHeader header, ByteBuffer body) {
        heard(from, header.before(body));
    }

    /** A frame of that process that came whole, its head unread; the buffer is the receiver's. */
    void heard(Endpoint from, ByteBuffer frame);

    /** That was all that could be read now; nothing else is told before this returns. */
    default void heardAll() {}

    /** A packet of that process's group stack; the buffer is the receiver's. */
    default void packet(Endpoint from, ByteBuffer packet) {}

    /** A link to that process stands where none stood: whatever was said before may be lost. */
    default void linked(Endpoint process) {}

    /** The last link to that process broke: a hint. */
    void unlinked(Endpoint process);

    /** Its host refused a dial, so nobody listens there: a hint. Said at each dial. */
    default void refused(Endpoint process) {}
}
