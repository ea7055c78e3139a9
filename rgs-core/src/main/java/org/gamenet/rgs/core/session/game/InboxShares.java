package org.gamenet.rgs.core.session.game;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.gamenet.rgs.core.lanes.Arrival;
import org.gamenet.rgs.core.lanes.Subject;
import org.jspecify.annotations.Nullable;

/**
 * How much of the inbox each sender takes. The table is the worker's; the consumer only counts down in the share that
 * an item names.
 */
final class InboxShares {
    private final int messagesMax;
    private final long bytesMax;
    private final Map<Long, Share> bySender = new HashMap<>();
    private @Nullable Share last;

    InboxShares(int messagesMax, long bytesMax) {
        this.messagesMax = messagesMax;
        this.bytesMax = bytesMax;
    }

    Share of(long peer) {
        Share before = last;
        if (before != null && before.peer == peer) return before;
        Share share = bySender.get(peer);
        if (share == null) {
            share = new Share(peer, messagesMax, bytesMax);
            bySender.put(peer, share);
        }
        last = share;
        return share;
    }

    /** Whether any of them is. */
    boolean isFull() {
        for (Share share : bySender.values()) if (share.isFull()) return true;
        return false;
    }

    void forget(long peer) {
        bySender.remove(peer);
        last = null;
    }

    /** Of one sender. */
    static final class Share {
        private static final int SUBJECTS_MAX = 4_096;

        final long peer;
        private final int messagesMax;
        private final long bytesMax;
        private final AtomicInteger messages = new AtomicInteger();
        private final AtomicLong bytes = new AtomicLong();
        private final Deque<Item.Message> droppable = new ArrayDeque<>();
        private final Map<Subject, Item.Message> newest = new LinkedHashMap<>();
        private volatile boolean full;

        Share(long peer, int messagesMax, long bytesMax) {
            this.peer = peer;
            this.messagesMax = messagesMax;
            this.bytesMax = bytesMax;
        }

        /** One message always has room, however large. Once full, half must go before the next reliable one comes. */
        boolean hasRoom(int size, boolean droppable) {
            int count = messages.get();
            return count == 0 || (droppable || !full) && count < messagesMax && bytes.get() + size <= bytesMax;
        }

        boolean isFull() {
            return full;
        }

        /**
         * Reliable ones wait at their sender from now on; looked at again because the consumer may have emptied it
         * meanwhile.
         */
        void fill() {
            full = true;
            if (isHalfEmpty()) full = false;
        }

        private boolean isHalfEmpty() {
            return messages.get() <= messagesMax / 2 && bytes.get() <= bytesMax / 2;
        }

        void more(Arrival arrival) {
            messages.incrementAndGet();
            bytes.addAndGet(arrival.size());
        }

        /** Whether that made room where there was none. */
        boolean less(Arrival arrival) {
            messages.decrementAndGet();
            bytes.addAndGet(-arrival.size());
            if (!full || !isHalfEmpty()) return false;
            full = false;
            return true;
        }

        void exchange(Arrival older, Arrival newer) {
            bytes.addAndGet(newer.size() - older.size());
        }

        void droppable(Item.Message message) {
            while (!droppable.isEmpty() && droppable.getFirst().arrival() == null) droppable.remove();
            droppable.add(message);
        }

        /** The oldest unreliable one, perhaps taken already; null if there is none. */
        Item.@Nullable Message oldestDroppable() {
            return droppable.poll();
        }

        Item.@Nullable Message newest(Subject subject) {
            return newest.get(subject);
        }

        /** One that is forgotten and waits is told as well as the next. */
        void newest(Subject subject, Item.Message message) {
            newest.remove(subject);
            newest.put(subject, message);
            if (newest.size() > SUBJECTS_MAX)
                newest.keySet().remove(newest.keySet().iterator().next());
        }
    }
}
