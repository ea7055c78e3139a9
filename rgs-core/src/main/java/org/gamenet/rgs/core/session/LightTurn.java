package org.gamenet.rgs.core.session;

import org.gamenet.rgs.core.clock.ClockSignal;
import org.gamenet.rgs.core.detection.Signal;
import org.gamenet.rgs.core.lanes.Lanes;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.gamenet.rgs.core.session.base.MessageTypes;
import org.gamenet.rgs.core.session.base.WorkerInput;
import org.gamenet.rgs.core.wire.FrameHeader;
import org.jspecify.annotations.Nullable;

/**
 * Work that the thread that brings it may do itself, in a part of a round: messages, the order, and the signs of life
 * that come again and again, which mostly change nothing. None of it waits for anything, and the player who waits for a
 * message waits for a change of threads otherwise. Silence is judged in whole rounds.
 *
 * <p>An object remembers of each such turn how much it has taken, and whether it leaves something for a whole round.
 */
final class LightTurn {
    /** As many frames, taken in by a thread that brings them, go to the application at once. */
    static final int TOLD_TOGETHER = 8;

    private static final int ORDER_REQUEST = MessageTypes.RECORDS.idOf(Message.OrderRequest.class);
    private static final int ENTRY_NEWS = MessageTypes.RECORDS.idOf(Message.EntryNews.class);

    private static final int WISH = MessageTypes.RECORDS.idOf(Message.Wish.class);
    private static final int PERMIT = MessageTypes.RECORDS.idOf(Message.Permit.class);
    private static final int SHOWN = MessageTypes.RECORDS.idOf(Message.Shown.class);

    private static final int HEARTBEAT = MessageTypes.RECORDS.idOf(Signal.Heartbeat.class);
    private static final int ECHO = MessageTypes.RECORDS.idOf(Signal.Echo.class);
    private static final int CLOCK_PING = MessageTypes.RECORDS.idOf(ClockSignal.ClockPing.class);
    private static final int CLOCK_PONG = MessageTypes.RECORDS.idOf(ClockSignal.ClockPong.class);

    /** When a timer was due as the turn began. */
    private long dueBefore;

    private @Nullable MemberState stateBefore;
    private int frames;
    private boolean signs;

    /** Whether a light turn may take this input; with {@code frames} it takes what others sent, too. */
    static boolean isLight(WorkerInput input, boolean frames) {
        if (input instanceof WorkerInput.Pump) return true;
        if (input instanceof WorkerInput.Asked asked)
            return asked.event() instanceof Event.OrderAsked
                    || asked.event() instanceof Event.Heard heard && heard.message() instanceof Message.OrderRequest;
        return frames && input instanceof WorkerInput.Read read && isLight(read.header());
    }

    /** Whether a light turn may take a frame with this head. */
    static boolean isLight(FrameHeader header) {
        int type = header.type();
        return Lanes.carries(type) || type == ENTRY_NEWS || type == ORDER_REQUEST || isOfEquals(type) || isSign(type);
    }

    /** Whether it is a sign of life. */
    static boolean isSign(int type) {
        return type == HEARTBEAT || type == ECHO || type == CLOCK_PING || type == CLOCK_PONG;
    }

    private static boolean isOfEquals(int type) {
        return type == WISH || type == PERMIT || type == SHOWN;
    }

    // ---- one turn

    void begin(long due, @Nullable MemberState state) {
        dueBefore = due;
        stateBefore = state;
        frames = 0;
        signs = false;
    }

    /** A frame of that type is taken. */
    void takes(int type) {
        signs |= isSign(type);
    }

    /** One more frame; whether the application is to be told first: an update has its price, and hands out all. */
    boolean isToTell() {
        return ++frames % TOLD_TOGETHER == 0;
    }

    /**
     * Whether the worker's own thread has something to do now: a timer is due earlier, or a sign of life has changed
     * the machine's state, by which the parts that have a beat go.
     */
    boolean leavesWork(long due, @Nullable MemberState state) {
        return due < dueBefore || signs && state != stateBefore;
    }
}
