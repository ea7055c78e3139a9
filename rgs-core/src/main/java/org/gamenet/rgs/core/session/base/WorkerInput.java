package org.gamenet.rgs.core.session.base;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.gamenet.rgs.Conditions;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.directory.protocol.DirectoryPush;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.Position;
import org.gamenet.rgs.core.port.GroupListener.Probe;
import org.gamenet.rgs.core.port.Node;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.gamenet.rgs.core.reconfiguration.PackedState;
import org.gamenet.rgs.core.wire.FrameHeader;

/** The worker's input: from the transport, from the directory, from the application. */
public sealed interface WorkerInput {

    // ---- transport

    /** The process listens here. */
    record Listening(Endpoint self) implements WorkerInput {}

    /** In the group. */
    record Connected(Node self, List<Node> members) implements WorkerInput {}

    /** Not in the group, or not even listening. */
    record Failed(Reason reason, String detail) implements WorkerInput {}

    /** A frame. */
    record Received(Node from, ByteBuffer frame) implements WorkerInput {}

    /** A frame, over a link to that process. */
    record Heard(Endpoint from, ByteBuffer frame) implements WorkerInput {}

    /** The same, of which the head was read. */
    record Read(Endpoint from, FrameHeader header, ByteBuffer body) implements WorkerInput {}

    /** The last link to that process broke: a hint. */
    record Unlinked(Endpoint process) implements WorkerInput {}

    /** A link to that process stands anew. */
    record Linked(Endpoint process) implements WorkerInput {}

    /** A view of the group layer: a hint. */
    record ViewSeen(List<Node> members, boolean coordinates) implements WorkerInput {}

    /** A socket closed: a hint. */
    record SocketClosed(Node peer) implements WorkerInput {}

    /** The result of a dial. */
    record Probed(Endpoint process, Probe result) implements WorkerInput {}

    // ---- directory

    /** The answer to a request, and what to do with it. */
    record Replied(DirectoryReply reply, Consumer<? super DirectoryReply> then) implements WorkerInput {}

    /** Said unasked. */
    record Pushed(DirectoryPush push) implements WorkerInput {}

    /** The rehearsal of a spare is over. */
    record WarmedUp() implements WorkerInput {}

    // ---- application

    /** Something waits in the outbox, or the inbox has room again. */
    record Pump() implements WorkerInput {}

    /** A fault of RGS on a thread that must not end the session. */
    record Faulted(Throwable fault) implements WorkerInput {}

    /**
     * An update is to be posted, if the executor runs it at once on no other thread than one that may have the turn.
     */
    record Posts() implements WorkerInput {}

    /** It asks for something. */
    record Asked(Event event) implements WorkerInput {}

    /** Hand the game over to this player. */
    record HandoverAsked(long peer) implements WorkerInput {}

    /** Go: nothing more is delivered. */
    record Left() implements WorkerInput {}

    /** The advertisement for the directory to show. */
    record Advertised(Advert advert) implements WorkerInput {}

    /** Messages that leave fare like this. */
    record Conditioned(Conditions conditions) implements WorkerInput {}

    /**
     * A package of the application's.
     *
     * @param answers the number of the call that it answers; or {@link #AHEAD}, {@link #LAST}, {@link #STOPPED} or
     *     {@link #ASKED}
     * @param cut counts the packages of this process
     */
    record Packaged(Optional<PackedState> packed, long answers, long cut) implements WorkerInput {
        /** Made ahead of need. */
        public static final long AHEAD = 0;
        /** The last one of an application that goes. */
        public static final long LAST = -1;
        /** The package with which a server that hands over has stopped. */
        public static final long STOPPED = -2;
        /** One that was asked for while the game goes on. */
        public static final long ASKED = -3;
    }

    /** The state for a newcomer. */
    record InitialPackaged(MemberId newcomer, Position at, Optional<PackedState> packed, long cut)
            implements WorkerInput {}

    /**
     * restoreState has ended, or was not called because no package could be decoded; {@code number}: that of the call,
     * {@code unreadable}: whose could not, in their order.
     */
    record Restored(long number, boolean done, long millis, String why, List<MemberId> unreadable)
            implements WorkerInput {}
}
