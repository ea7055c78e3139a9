package org.gamenet.rgs.core.lanes;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.gamenet.rgs.Delivery;
import org.jspecify.annotations.Nullable;

/**
 * Messages that the application has sent and the worker not yet taken; counts the reliable messages that wait to go
 * out, from {@link #offer} until everybody they were for has them. Worker's thread, but for {@link #offer},
 * {@link #waiting} and {@link #dropped}: any thread.
 */
public final class SendQueue {
    /** Unreliable messages that a worker which is late keeps. */
    private static final int UNRELIABLE_MAX = 4_096;
    /** Bytes of reliable messages, where {@code SEND_MESSAGES} would allow more. */
    public static final long BYTES_MAX = 64L << 20;

    private final ConcurrentLinkedQueue<Object> queue = new ConcurrentLinkedQueue<>();
    private final ConcurrentHashMap<Key, Newest> sequenced = new ConcurrentHashMap<>();
    private final AtomicInteger reliable = new AtomicInteger();
    private final AtomicLong reliableBytes = new AtomicLong();
    private final AtomicInteger unreliable = new AtomicInteger();
    private final AtomicLong dropped = new AtomicLong();
    private final int sendMessages;
    private final Runnable wake;

    /**
     * @param sendMessages {@code Limit.SEND_MESSAGES}
     * @param wake called after something was put in, on the thread that did; cheap, never blocks
     */
    public SendQueue(int sendMessages, Runnable wake) {
        this.sendMessages = sendMessages;
        this.wake = wake;
    }

    private record Key(OutgoingMessage.To to, long peer, Subject subject) {
        boolean isOneOfMany() {
            return to == OutgoingMessage.To.ONE || subject.isKeyed();
        }
    }

    /** A place in the queue for the newest message about one subject to one receiver. */
    private static final class Newest extends AtomicReference<@Nullable OutgoingMessage> {
        private static final long serialVersionUID = 1;
        private final transient Key key;

        Newest(Key key) {
            this.key = key;
        }
    }

    /** Takes the message; false, and nothing has changed, if too many reliable ones wait: QUEUE_FULL. */
    public boolean offer(OutgoingMessage message) {
        if (message.how() == Delivery.UNRELIABLE_SEQUENCED) {
            Newest place =
                    sequenced.computeIfAbsent(new Key(message.to(), message.peer(), message.subject()), Newest::new);
            if (place.getAndSet(message) == null) queue.add(place);
        } else if (message.how() == Delivery.UNRELIABLE) {
            if (unreliable.incrementAndGet() > UNRELIABLE_MAX) {
                unreliable.decrementAndGet();
                dropped.incrementAndGet();
                return true;
            }
            queue.add(message);
        } else {
            if (!admit(message.bytes().length)) return false;
            queue.add(message);
        }
        wake.run();
        return true;
    }

    private boolean admit(int bytes) {
        if (reliable.incrementAndGet() <= sendMessages) {
            if (reliableBytes.addAndGet(bytes) <= BYTES_MAX) return true;
            reliableBytes.addAndGet(-bytes);
        }
        reliable.decrementAndGet();
        return false;
    }

    /** The next, or null. */
    @Nullable
    OutgoingMessage poll() {
        while (true) {
            Object next = queue.poll();
            if (next == null) return null;
            // A game may have a key for each thing it ever made, and peers that are gone for good: no place is kept.
            if (next instanceof Newest place && place.key.isOneOfMany()) sequenced.remove(place.key, place);
            OutgoingMessage message = next instanceof Newest place ? place.getAndSet(null) : (OutgoingMessage) next;
            if (message == null) continue;
            if (message.how() == Delivery.UNRELIABLE) unreliable.decrementAndGet();
            return message;
        }
    }

    /** A reliable message has reached everybody, or nobody is left for it. */
    void settled(OutgoingMessage message) {
        reliable.decrementAndGet();
        reliableBytes.addAndGet(-message.bytes().length);
    }

    /** Nothing more goes to this peer. */
    void forget(long peer) {
        sequenced.keySet().removeIf(key -> key.to == OutgoingMessage.To.ONE && key.peer == peer);
    }

    /** Places kept for messages of which only the newest counts. */
    int places() {
        return sequenced.size();
    }

    /** Reliable messages that wait to go out. */
    public int waiting() {
        return reliable.get();
    }

    /** Unreliable messages dropped here. */
    public long dropped() {
        return dropped.get();
    }
}
