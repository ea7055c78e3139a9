package org.gamenet.rgs.core.lanes;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.Frame;
import org.gamenet.rgs.core.ordering.Log;
import org.gamenet.rgs.core.ordering.Marks;
import org.gamenet.rgs.core.wire.FrameHeader;

/**
 * All lanes of one session. Worker's thread only. Time is monotonic nanoseconds.
 *
 * <p>Order of calls: what the application is told goes into the inbox first, then the lanes are told; so a newcomer's messages follow its
 * {@code Joined}, and those of a new epoch its {@code Resumed}.
 */
public final class Lanes {

    /**
     * @param game as in the frames' headers
     * @param suspectNanos D
     * @param stateful whether the game has a state handler: then a request is stable when every member's latest package contains it
     */
    public record Setup(long game, long suspectNanos, boolean stateful) {}

    public Lanes(Setup setup, Outbox outbox, Deliveries inbox, Sink sink) {
        throw new UnsupportedOperationException();
    }

    // ---- life

    /** D as the game's rules say, once they are known. */
    public void suspectAfter(long nanos) {}

    /**
     * In the game under this id, playing in the epoch of {@code log.end()}: founded it, was admitted, or (with {@link #resumed} to follow) was
     * handed it. After a rejoin: in a new incarnation; what is not acknowledged is numbered anew, except what {@code log.ordered()} and
     * {@code contained} show as done.
     *
     * @param contained the marks of the state that came with the admission; empty if there was none
     */
    public void admitted(MemberId me, Log log, Map<MemberId, Marks> contained, long now) {}

    /** A spare or claimant was handed the frozen game that this log tells of: known members, nothing flows before {@link #resumed}. */
    public void tookOver(MemberId me, Log before, long now) {}

    /** Frozen was shown: nothing is delivered, reliable messages wait. */
    public void frozen() {}

    /** Resumed in the same epoch. */
    public void thawed(long now) {}

    /** A frame was delivered, while playing or as part of a path to a resume; its event is in the inbox already. */
    public void frame(Frame frame, long now) {}

    /**
     * Playing in the epoch of {@code log.end()}; its frames have been told by {@link #frame}.
     *
     * @param base the marks of the restored state (P23: {@code Ack.marks}); empty for a planned change that keeps the server and its state
     */
    public void resumed(Log log, Optional<Map<MemberId, Marks>> base, long now) {}

    /** Out of the game, to come back by {@link #admitted}: WAITING. */
    public void left() {}

    // ---- running

    /** A data frame arrived: {@link #carries} its type. The buffer holds just the body and is the lanes' to keep. Never throws for what others sent. */
    public void received(FrameHeader header, ByteBuffer body, long now) {}

    /** Whether this type of frame is for the lanes. */
    public static boolean carries(int type) {
        return type >= 64;
    }

    /** Takes what is in the outbox, and tries what waits: after {@link Outbox}'s or the inbox's wake. */
    public void pump(long now) {}

    /** Repeats, reports, complains. Every D/10 or more often. */
    public void tick(long now) {}

    /** A view of the group layer lacked me or this member: frames may have been lost. */
    public void resend(MemberId member, long now) {}

    /** A package of mine was taken that reflects this state of the server. */
    public void packaged(Epoch stateEpoch, double stateTime) {}

    /** The state for a newcomer was taken: it counts as the newcomer's latest package until it reports one. */
    public void gave(MemberId newcomer, StateMarks state) {}

    // ---- any thread

    /** Messages of an older epoch that were turned away. */
    public long stale() {
        return 0;
    }

    /** Frames that could not be read. */
    public long malformed() {
        return 0;
    }

    /** Messages dropped because a buffer here was full. */
    public long overflowed() {
        return 0;
    }
}
