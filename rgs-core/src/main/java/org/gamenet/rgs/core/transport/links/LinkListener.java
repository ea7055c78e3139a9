package org.gamenet.rgs.core.transport.links;

import java.nio.ByteBuffer;
import org.gamenet.rgs.core.machine.Endpoint;

/** What links tell, on their thread: implementations only put things into a mailbox. */
public interface LinkListener {

    /** A frame of that process; the buffer is the receiver's. */
    void heard(Endpoint from, ByteBuffer frame);

    /** The last link to that process broke: a hint. */
    void unlinked(Endpoint process);
}
