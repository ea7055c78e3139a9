package org.gamenet.rgs.core.session;

import org.gamenet.rgs.Peer;
import org.gamenet.rgs.SessionEvent;
import org.gamenet.rgs.core.lanes.Arrival;
import org.gamenet.rgs.core.lanes.Deliveries;
import org.gamenet.rgs.core.lanes.HandedOut;
import org.gamenet.rgs.core.lanes.StateMarks;
import org.gamenet.rgs.core.wire.PeerNames;
import org.gamenet.rgs.core.wire.Records;
import org.jspecify.annotations.Nullable;

/**
 * The one queue from the worker to the game: messages, events and wanted callbacks, in the order in which they take effect. One thread puts
 * in (the worker's), one at a time takes out (the game's).
 */
public final class Inbox implements Deliveries {

    /** Limits, per sender, and whom to wake. */
    public record Setup(int receiveMessages, long receiveBytes, Hooks hooks) {}

    /** What the inbox causes. */
    public interface Hooks {

        /** Something waits, where nothing did or nothing had been posted. Worker's thread. See {@link Inbox#posted}. */
        void waits();

        /** A sender's share that was full has room again: pump the lanes. Game thread; only enqueues. */
        void relieved();
    }

    /** Who is handed the items. Game thread; what it throws comes out of {@link Inbox#handOut}, the item is consumed. */
    public interface Reader {

        /** A message. */
        void message(Peer from, Record message, double sentAt);

        /** An event; phase, view and role have changed already. */
        void event(Peer about, SessionEvent event, double at);

        /** A callback of the state handler is wanted now. */
        void callback(Callback wanted);
    }

    public Inbox(Setup setup, Records records, PeerNames names, Outlook first) {
        throw new UnsupportedOperationException();
    }

    // ---- worker's thread

    @Override public boolean offer(Arrival arrival) {
        return true;
    }

    @Override public void ordered(Arrival arrival) {}

    @Override public boolean isFull(long peer) {
        return false;
    }

    @Override public void gone(long peer) {}

    /** An event, with what holds from it on; {@code outlook} null: as before. Never dropped. {@code now}: nanoseconds, as everywhere. */
    public void tell(Peer about, SessionEvent event, double at, @Nullable Outlook outlook, long now) {}

    /** What holds from here on, without an event. */
    public void change(Outlook outlook) {}

    /** A callback at this place. */
    public void call(Callback wanted, long now) {}

    /** Age of the oldest item that waits, nanoseconds; 0 if none waits or nothing was ever taken out (P20). Any thread. */
    public long waitingNanos(long now) {
        return 0;
    }

    // ---- game thread

    /** Hands out the next item: false if none waits. A message that cannot be decoded is counted and passed over. */
    public boolean handOut(Reader reader) {
        return false;
    }

    /** Which record is the game's state ({@code Session.state}); before the first hand out. */
    public void stateType(int type) {}

    /** The state of the server that the application knows: the last that it was handed or restored (P23). */
    public StateMarks known() {
        return StateMarks.NONE;
    }

    // ---- any thread

    /** What was handed out to this server. */
    public HandedOut handedOut() {
        throw new UnsupportedOperationException();
    }

    /** Where the session stands. */
    public Outlook outlook() {
        throw new UnsupportedOperationException();
    }

    /** Items that wait. */
    public int queued() {
        return 0;
    }

    /** Messages dropped for want of room. */
    public long overflowed() {
        return 0;
    }

    /** Messages that could not be decoded. */
    public long malformed() {
        return 0;
    }
}
