package org.gamenet.rgs.core.session.game;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicReference;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.SessionEvent;
import org.gamenet.rgs.core.lanes.Arrival;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.Position;
import org.jspecify.annotations.Nullable;

/** A link of the inbox: one producer hangs the next one on, one consumer follows. */
abstract class Item {
    private volatile @Nullable Item next;
    /** Counts the items; written before the item is hung on. */
    long serial;
    /** The last entry of which something is in here or ahead of it; written before the item is hung on. */
    Position place = Position.NONE;
    /** A restoreState for whose sake this is told again; written before the item is hung on. */
    @Nullable
    Called behind;
    /** Nanoseconds; written before the item is hung on. */
    long putAt;

    @Nullable
    Item next() {
        return next;
    }

    void follow(Item item) {
        next = item;
    }

    /** Behind the consumer: whoever still knows this item shall not keep all that came after it alive. */
    void unhook() {
        next = null;
    }

    /** Whether it is told again for the sake of a restoreState that was taken back. */
    boolean isVoid() {
        return behind != null && behind.isTakenBack();
    }

    /** Before the first. */
    static final class Start extends Item {}

    /** A message, until somebody takes it: the consumer to hand it out, or the producer to drop it. */
    static final class Message extends Item {
        private static final VarHandle ARRIVAL;

        static {
            try {
                ARRIVAL = MethodHandles.lookup().findVarHandle(Message.class, "arrival", Arrival.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        private volatile @Nullable Arrival arrival;
        final InboxShares.Share share;
        /** How much had been told when it was put in. */
        final long barriers;

        Message(Arrival arrival, InboxShares.Share share, long barriers) {
            this.arrival = arrival;
            this.share = share;
            this.barriers = barriers;
        }

        @Nullable
        Arrival arrival() {
            return arrival;
        }

        /** The message, for whoever asks first. */
        @Nullable
        Arrival take() {
            return (Arrival) ARRIVAL.getAndSet(this, null);
        }

        boolean replace(Arrival older, Arrival newer) {
            return ARRIVAL.compareAndSet(this, older, newer);
        }
    }

    /** An event. */
    static final class Told extends Item {
        final Peer about;
        final SessionEvent event;
        final double at;
        final @Nullable SessionStatus status;

        Told(Peer about, SessionEvent event, double at, @Nullable SessionStatus status) {
            this.about = about;
            this.event = event;
            this.at = at;
            this.status = status;
        }
    }

    /** Where the session stands from here on. */
    static final class Changed extends Item {
        final SessionStatus status;

        Changed(SessionStatus status) {
            this.status = status;
        }
    }

    /** A session that does not come back: nothing of it comes after this. */
    static final class SessionOver extends Item {
        final MemberId session;

        SessionOver(MemberId session) {
            this.session = session;
        }
    }

    /** A callback, and an event right after it: nothing is told and no frame is drawn between them. */
    static final class Stopped extends Item {
        final Callback wanted;
        final Told told;

        Stopped(Callback wanted, Told told) {
            this.wanted = wanted;
            this.told = told;
        }
    }

    /** A callback, until the consumer makes it or the producer takes it back. */
    static final class Called extends Item {
        private enum Fate {
            OPEN,
            MADE,
            TAKEN_BACK
        }

        final Callback wanted;
        private final AtomicReference<Fate> fate = new AtomicReference<>(Fate.OPEN);

        Called(Callback wanted) {
            this.wanted = wanted;
        }

        /** False if it was taken back. */
        boolean make() {
            return fate.compareAndSet(Fate.OPEN, Fate.MADE);
        }

        void takeBack() {
            fate.compareAndSet(Fate.OPEN, Fate.TAKEN_BACK);
        }

        boolean isMade() {
            return fate.get() == Fate.MADE;
        }

        boolean isTakenBack() {
            return fate.get() == Fate.TAKEN_BACK;
        }
    }
}
