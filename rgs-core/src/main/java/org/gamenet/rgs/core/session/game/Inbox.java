package org.gamenet.rgs.core.session.game;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.SessionEvent;
import org.gamenet.rgs.core.lanes.Arrival;
import org.gamenet.rgs.core.lanes.Deliveries;
import org.gamenet.rgs.core.lanes.HandedOut;
import org.gamenet.rgs.core.lanes.StateMarks;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.Position;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.wire.BodyDecoder;
import org.gamenet.rgs.core.wire.MalformedException;
import org.gamenet.rgs.core.wire.PeerNames;
import org.gamenet.rgs.core.wire.Records;
import org.jspecify.annotations.Nullable;

/**
 * The only queue from the worker to the game: messages, events and wanted callbacks, in the order in which they take
 * effect. One thread puts in (the worker's), one at a time takes out (the game's). Messages are limited per sender, and
 * decoded as they are handed out; events and callbacks are never dropped (HA47).
 */
public final class Inbox implements Deliveries {

    /** {@code Limit.RECEIVE_MESSAGES}, {@code Limit.RECEIVE_BYTES}, and the calls to the outside. */
    public record Setup(int receiveMessages, long receiveBytes, Hooks hooks) {}

    /** The calls of the inbox to the outside. Both only enqueue. */
    public interface Hooks {

        /**
         * Something waits: an {@code update} is to come. Said for each item; whether one is on its way is known there.
         */
        void waits();

        /** A sender's share that was full has room again: pump the lanes. Game thread. */
        void relieved();
    }

    private final Hooks hooks;
    private final BodyDecoder bodies;
    private final HandedOut handedOut = new HandedOut();
    private final KnownState known = new KnownState(handedOut);
    private final InboxShares shares;

    // ---- worker's thread
    private Item tail = new Item.Start();
    private long serial;
    private long barriers;
    private ShownState shown = ShownState.NOTHING;
    private Position reached = Position.NONE;
    private boolean muted;
    private long restores;
    private final OpenCalls open = new OpenCalls();

    // ---- game thread
    private volatile Item head = tail;
    private Position place = Position.NONE;
    private boolean awaitsState;

    // ---- both
    private volatile SessionStatus status;
    private volatile boolean opened;
    private volatile long lastSerial;
    private final AtomicInteger queued = new AtomicInteger();
    private final AtomicLong overflowed = new AtomicLong();
    private final AtomicLong malformed = new AtomicLong();

    public Inbox(Setup setup, Records records, PeerNames names, SessionStatus first) {
        this.hooks = setup.hooks();
        this.bodies = records.bodies(names);
        this.status = first;
        this.shares = new InboxShares(setup.receiveMessages(), setup.receiveBytes());
    }

    // ---- worker's thread

    @Override
    public boolean offer(Arrival arrival, long now) {
        return muted || take(arrival, now) && noteState(arrival);
    }

    private boolean noteState(Arrival arrival) {
        StateMarks state = arrival.state();
        if (state != null) shows(shown.orLater(state.epoch().number(), state.time()));
        return true;
    }

    private boolean take(Arrival arrival, long now) {
        InboxShares.Share share = shares.of(arrival.sender().peer());
        boolean sequenced = arrival.how() == Delivery.UNRELIABLE_SEQUENCED;
        if (sequenced && conflate(share, arrival)) return true;
        while (!share.hasRoom(arrival.size(), arrival.droppable())) {
            Item.Message oldest = share.isFull() && !arrival.droppable() ? null : share.oldestDroppable();
            if (oldest != null) {
                if (withdraw(oldest)) overflowed.incrementAndGet();
            } else if (arrival.droppable()) {
                overflowed.incrementAndGet();
                return true;
            } else {
                share.fill();
                if (!share.hasRoom(arrival.size(), false)) return false;
            }
        }
        Item.Message message = new Item.Message(arrival, share, barriers);
        share.more(arrival);
        if (arrival.droppable()) share.droppable(message);
        if (sequenced) share.newest(arrival.subject(), message);
        put(message, now);
        return true;
    }

    /**
     * Newest wins: takes the place of one that waits, unless something has been told since, which a newer message must
     * not overtake; then the older one goes and the newer one stands last.
     */
    private boolean conflate(InboxShares.Share share, Arrival arrival) {
        Item.Message waits = share.newest(arrival.subject());
        if (waits == null) return false;
        if (waits.barriers != barriers) {
            withdraw(waits);
            return false;
        }
        Arrival older = waits.arrival();
        if (older == null || !waits.replace(older, arrival.inPlaceOf(older))) return false;
        share.exchange(older, arrival);
        return true;
    }

    /** Takes a message back that nobody has been handed. */
    private boolean withdraw(Item.Message message) {
        Arrival was = message.take();
        if (was == null) return false;
        message.share.less(was);
        queued.decrementAndGet();
        return true;
    }

    @Override
    public void ordered(Arrival arrival, long now) {
        if (muted) return;
        InboxShares.Share share = shares.of(arrival.sender().peer());
        share.more(arrival);
        if (!share.hasRoom(0, true)) share.fill();
        put(new Item.Message(arrival, share, barriers), now);
        noteState(arrival);
    }

    /** Whether anybody's reliable messages have no room. Worker's thread. */
    public boolean isFull() {
        return shares.isFull();
    }

    @Override
    public boolean isFull(long peer) {
        return shares.of(peer).isFull();
    }

    /** In its place in the queue: what the session sent before is handed out first, and none of it twice. */
    @Override
    public void over(MemberId session, long now) {
        put(new Item.SessionOver(session), now);
    }

    @Override
    public void gone(long peer) {
        shares.forget(peer);
    }

    /**
     * An event, with what holds from it on; {@code status} null: as before. {@code now}: nanoseconds, as everywhere.
     */
    public void tell(Peer about, SessionEvent event, double at, @Nullable SessionStatus status, long now) {
        barriers++;
        put(new Item.Told(about, event, at, status), now);
    }

    /** The state of things from here on, without an event. */
    public void change(SessionStatus status, long now) {
        barriers++;
        put(new Item.Changed(status), now);
    }

    /** A callback at this place, and at the same place an event, with what holds from it on. */
    void stop(Callback wanted, Peer about, SessionEvent event, double at, SessionStatus status, long now) {
        barriers++;
        put(new Item.Stopped(wanted, new Item.Told(about, event, at, status)), now);
    }

    /** A callback at this place. */
    public void call(Callback wanted, long now) {
        barriers++;
        put(new Item.Called(wanted), now);
    }

    /** {@code restoreState} at this place; answers to earlier ones count no more. */
    void restore(List<Effect.Contribution> packages, long now) {
        call(new Callback.Restore(++restores, packages), now);
    }

    /** The callbacks that wait, as far as they can be taken back. */
    OpenCalls open() {
        return open;
    }

    /** The number of the last restoreState that an answer is awaited for. */
    long restores() {
        return restores;
    }

    /** The latest of the server's states that were put in here. */
    ShownState shown() {
        return shown;
    }

    /** The server's state that the application has been shown, from here on. */
    void shows(ShownState state) {
        shown = state;
    }

    /** Items from here on are of this entry, or after it. */
    void reach(Position entry) {
        reached = entry;
    }

    /**
     * From now on nothing but callbacks is put in, or all again: the application does not know that it is in a game.
     */
    void mute(boolean on) {
        muted = on;
    }

    @Override
    public boolean isMuted() {
        return muted;
    }

    private void put(Item item, long now) {
        if (muted && !(item instanceof Item.Called)) return;
        item.putAt = now;
        item.place = reached;
        item.serial = ++serial;
        open.note(item);
        queued.incrementAndGet();
        tail.follow(item);
        tail = item;
        lastSerial = serial;
        hooks.waits();
    }

    /** Age of the oldest item that waits, nanoseconds; 0 if none does, or none was asked for (P20). Any thread. */
    public long waitingNanos(long now) {
        if (!opened) return 0;
        Item first = head.next();
        return first == null ? 0 : Math.max(0, now - first.putAt);
    }

    // ---- game thread

    /** An {@code update} begins: up to where it hands out. Items that come from now on are worth another. */
    public long begin() {
        opened = true;
        return lastSerial;
    }

    /** An {@code update} ended: says so if something waits. */
    public void done() {
        if (head.next() != null) hooks.waits();
    }

    /** Hands out the next item, up to this one; false if none waits. Counts and skips one that cannot be decoded. */
    public boolean handOut(InboxReader reader, long upTo) {
        opened = true;
        for (Item next = head.next(); next != null && next.serial <= upTo; next = head.next()) {
            Item before = head;
            head = next;
            before.unhook();
            place = next.place;
            if (next instanceof Item.Message message) {
                Arrival arrival = message.take();
                if (arrival == null) continue;
                queued.decrementAndGet();
                if (message.share.less(arrival)) hooks.relieved();
                if (message.isVoid()) continue;
                if (known.overtakes(arrival)) continue;
                if (arrival.request() > 0 && !handedOut.add(arrival.sender(), arrival.request())) continue;
                Record record = decode(arrival);
                if (record == null) continue;
                known.handed(arrival);
                if (arrival.traces() != null) reader.traced(arrival.traces());
                reader.message(arrival.from(), record, arrival.sentAt());
                return true;
            }
            queued.decrementAndGet();
            if (next instanceof Item.Changed changed) {
                become(changed.status, Double.NaN);
                continue;
            }
            if (next instanceof Item.SessionOver over) {
                handedOut.forget(over.session);
                continue;
            }
            if (next instanceof Item.Called called && !begins(called)) continue;
            if (next instanceof Item.Stopped stops) reader.callback(stops.wanted);
            Item said = next instanceof Item.Stopped stops ? stops.told : next;
            if (said instanceof Item.Told told) {
                if (told.status != null) become(told.status, told.at);
                if (told.isVoid()) continue;
                reader.event(told.about, told.event, told.at);
            } else if (next instanceof Item.Called called) {
                reader.callback(called.wanted);
            }
            return true;
        }
        return false;
    }

    /** A restoreState that was taken back: what the application has lacks what it was to be given. */
    private boolean begins(Item.Called called) {
        boolean made = called.make();
        if (called.wanted instanceof Callback.Restore) awaitsState = !made;
        return made;
    }

    private void become(SessionStatus next, double at) {
        known.follow(status, next, at);
        status = next;
    }

    private @Nullable Record decode(Arrival arrival) {
        try {
            return bodies.decode(arrival.type(), arrival.bytes());
        } catch (MalformedException e) {
            malformed.incrementAndGet();
            return null;
        }
    }

    /** Where the application's state is from. Game thread, its methods too. */
    public KnownState state() {
        return known;
    }

    /**
     * The state that the application has: the last that it was handed or restored (P23); of one that served and was
     * given no other since, its own, which contains whatever it was handed.
     */
    public StateMarks known() {
        return known.marks();
    }

    /** Whether the application is about to be given another state, and its own is no package for this place. */
    public boolean awaitsState() {
        return awaitsState;
    }

    /** The last entry that was told: what was ordered after it is not in a state that is made now. */
    public Position place() {
        return place;
    }

    // ---- any thread

    /** The requests that were handed out to this server. */
    @Override
    public HandedOut handedOut() {
        return handedOut;
    }

    /** Where the session stands. */
    public SessionStatus status() {
        return status;
    }

    /** Items that wait. */
    public int queued() {
        return queued.get();
    }

    /** Messages dropped for want of room. */
    public long overflowed() {
        return overflowed.get();
    }

    /** Messages that could not be decoded. */
    public long malformed() {
        return malformed.get();
    }
}
