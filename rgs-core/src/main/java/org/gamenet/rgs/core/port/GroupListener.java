package org.gamenet.rgs.core.port;

import java.nio.ByteBuffer;
import java.util.List;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.wire.FrameHeader;

/**
 * The news of a group transport. Called on its threads: implementations only put things into a mailbox, or take a frame
 * in.
 */
public interface GroupListener {

    /** The process listens here. */
    void listening(Endpoint self);

    /** The process is in the group, with these others (itself among them). */
    void connected(Node self, List<Node> members);

    /** Listening, founding or joining failed. */
    void failed(Reason reason, String detail);

    /** A frame arrived, from position to limit; the buffer is the receiver's to keep and to read from. */
    void received(Node from, ByteBuffer frame);

    /** The group layer has a new view: a hint. {@code coordinates}: whether this process coordinates it. */
    void view(List<Node> members, boolean coordinates);

    /** A socket to that process closed: a hint. */
    void closed(Node peer);

    /**
     * A frame came over a link to that process, as it calls itself; the buffer is the receiver's to keep and to read
     * from.
     */
    default void heard(Endpoint from, ByteBuffer frame) {}

    /**
     * A frame came over a link to that process, of which the head was read; one of several perhaps: {@link #heardAll}
     * follows, on this thread. The buffer, from position to limit, is the receiver's to keep and to read from.
     */
    default void hears(Endpoint from, FrameHeader header, ByteBuffer body) {
        heard(from, header.before(body));
    }

    /**
     * The frames that were {@link #hears heard} are all for now; this thread may be taken for a while, for what came.
     */
    default void heardAll() {}

    /** A link to that process stands where none stood: whatever was said before may be lost. */
    default void linked(Endpoint process) {}

    /** The last link to that process broke: a hint. */
    default void unlinked(Endpoint process) {}

    /** The result of dialling a probe listener. */
    void probed(Endpoint process, Probe result);

    /** Answers of a dial. */
    enum Probe {
        /** Somebody accepted: the process lives. */
        ANSWERED,
        /** The host refused: nobody listens there. */
        REFUSED,
        /** No answer for 250 ms. */
        SILENT
    }
}
