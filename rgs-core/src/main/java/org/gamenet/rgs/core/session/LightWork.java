package org.gamenet.rgs.core.session;

import org.gamenet.rgs.core.lanes.Lanes;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.gamenet.rgs.core.session.base.MessageTypes;
import org.gamenet.rgs.core.session.base.WorkerInput;
import org.gamenet.rgs.core.wire.FrameHeader;

/**
 * Work that the thread that brings it may do itself, in a part of a round: messages and the order. Neither waits for
 * anything, and whoever waits for them waits for a change of threads otherwise. All that is judged by time, as signs of
 * life are, is for whole rounds.
 */
final class LightWork {
    private static final int ORDER_REQUEST = MessageTypes.RECORDS.idOf(Message.OrderRequest.class);
    private static final int ENTRY_NEWS = MessageTypes.RECORDS.idOf(Message.EntryNews.class);

    private static final int WISH = MessageTypes.RECORDS.idOf(Message.Wish.class);
    private static final int PERMIT = MessageTypes.RECORDS.idOf(Message.Permit.class);
    private static final int SHOWN = MessageTypes.RECORDS.idOf(Message.Shown.class);

    private LightWork() {}

    /** {@code frames}: also what others sent. */
    static boolean is(WorkerInput input, boolean frames) {
        if (input instanceof WorkerInput.Pump) return true;
        if (input instanceof WorkerInput.Asked asked)
            return asked.event() instanceof Event.OrderAsked
                    || asked.event() instanceof Event.Heard heard && heard.message() instanceof Message.OrderRequest;
        return frames && input instanceof WorkerInput.Read read && is(read.header());
    }

    /** Whether a frame with this head is. */
    static boolean is(FrameHeader header) {
        int type = header.type();
        return Lanes.carries(type) || type == ENTRY_NEWS || type == ORDER_REQUEST || isOfEquals(type);
    }

    private static boolean isOfEquals(int type) {
        return type == WISH || type == PERMIT || type == SHOWN;
    }
}
