package org.gamenet.rgs.core.lanes;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.Iterator;
import org.gamenet.rgs.Delivery;
import org.jspecify.annotations.Nullable;

/**
 * The messages of a synchronous game's server that its backup does not hold yet, in the order in which they were sent.
 * Reliable ones count in the outbox ({@code SEND_MESSAGES}); of the others the oldest go when there are too many (P52).
 */
final class HeldBack {
    /** Unreliable messages, as in the outbox. */
    static final int UNRELIABLE_MAX = 4_096;
    /** Their bytes. */
    static final long UNRELIABLE_BYTES_MAX = 16L << 20;

    private final LaneContext context;
    private final LanePorts ends;
    private final Deque<One> queue = new ArrayDeque<>();
    private int unreliable;
    private long unreliableBytes;

    /** A message; {@code shared} if it is reliable. */
    record One(OutgoingMessage message, @Nullable SharedMessage shared) {}

    HeldBack(LaneContext context, LanePorts ends) {
        this.context = context;
        this.ends = ends;
    }

    /** Whether this one has to wait, for the backup or behind what does. */
    boolean holds(OutgoingMessage message) {
        return isBehind(message)
                || isShown(message) && message.cut() > ends.sink().upTo();
    }

    /** Whether this one has to wait behind what does. */
    boolean isBehind(OutgoingMessage message) {
        return !queue.isEmpty() && isShown(message);
    }

    /** A message is shown to others, unless it is a request of the server to itself. */
    private boolean isShown(OutgoingMessage message) {
        return message.to() != OutgoingMessage.To.SERVER || !context.serves();
    }

    /** The cut that the newest waits for; 0 if none waits. */
    long upTo() {
        One last = queue.peekLast();
        return last == null ? 0 : last.message.cut();
    }

    /** Puts it behind all others. */
    void add(OutgoingMessage message, @Nullable SharedMessage shared) {
        if (shared == null) makeRoom(message);
        queue.add(new One(message, shared));
    }

    private void makeRoom(OutgoingMessage message) {
        if (message.how() == Delivery.UNRELIABLE_SEQUENCED) replaceOlder(message);
        unreliable++;
        unreliableBytes += message.bytes().length;
        while (unreliable > UNRELIABLE_MAX || unreliableBytes > UNRELIABLE_BYTES_MAX)
            if (dropOldest()) ends.counts().overflowed.incrementAndGet();
            else break;
    }

    /** Of the same update, about the same: newest wins. */
    private void replaceOlder(OutgoingMessage newer) {
        Iterator<One> newestFirst = queue.descendingIterator();
        while (newestFirst.hasNext()) {
            OutgoingMessage each = newestFirst.next().message;
            if (each.cut() != newer.cut()) return;
            if (each.how() == newer.how()
                    && each.to() == newer.to()
                    && each.peer() == newer.peer()
                    && each.subject().equals(newer.subject())) {
                newestFirst.remove();
                less(each);
                return;
            }
        }
    }

    private boolean dropOldest() {
        for (Iterator<One> oldestFirst = queue.iterator(); oldestFirst.hasNext(); ) {
            One each = oldestFirst.next();
            if (each.shared != null) continue;
            oldestFirst.remove();
            less(each.message);
            return true;
        }
        return false;
    }

    private void less(OutgoingMessage message) {
        unreliable--;
        unreliableBytes -= message.bytes().length;
    }

    /** The next that may be shown; null if none may. */
    @Nullable
    One poll() {
        One first = queue.peekFirst();
        if (first == null || first.message.cut() > ends.sink().upTo()) return null;
        queue.remove();
        if (first.shared == null) less(first.message);
        return first;
    }

    /** Nothing of it is shown to anybody; the reliable ones go there. */
    void drain(Collection<SharedMessage> reliable) {
        for (One each : queue) if (each.shared != null) reliable.add(each.shared);
        queue.clear();
        unreliable = 0;
        unreliableBytes = 0;
    }
}
