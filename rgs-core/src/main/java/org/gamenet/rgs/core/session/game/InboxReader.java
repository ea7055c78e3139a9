package org.gamenet.rgs.core.session.game;

import java.util.List;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.SessionEvent;
import org.gamenet.rgs.core.lanes.DatumTrace;

/** The receiver of the items. Game thread. Its exceptions come out of {@link Inbox#handOut}; the item is consumed. */
public interface InboxReader {

    /** Data that are followed arrived with the message that comes next. */
    default void traced(List<DatumTrace.Arrived> traces) {}

    /** A message. */
    void message(Peer from, Record message, double sentAt);

    /** An event; phase, view and role have changed already. */
    void event(Peer about, SessionEvent event, double at);

    /** A callback of the state handler is wanted now. */
    void callback(Callback wanted);
}
