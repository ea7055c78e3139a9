package org.gamenet.rgs.core.lanes;

import java.util.Map;
import java.util.TreeMap;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.Marks;
import org.jspecify.annotations.Nullable;

/**
 * The receiving end of a numbered stream: what was taken, and what waits for an earlier message or for room. Each is
 * taken once; an ordered one after the ordered one before it, an unordered one at once.
 */
final class Stream {
    /**
     * Numbers beyond the low-water mark that are listened to: several windows, because an unordered message may be
     * missing for long.
     */
    static final int REACH = 4 * Backlog.WINDOW;

    private static final int HELD_BYTES = 4 * Backlog.WINDOW_BYTES;

    private final MarkSet taken;
    private final TreeMap<Long, Waiting> held = new TreeMap<>();
    private long heldBytes;
    private long floor = 1;
    private boolean refused;
    /** Whether anything has come. Where it begins its sender says, which may keep nothing of long ago. */
    private boolean begun;

    private @Nullable Abandoned told;
    /** Since the last report: messages and bytes taken, and whether one was repeated although it was here. */
    int news;

    long newsBytes;
    boolean repeated;

    Stream(MarkSet taken) {
        this.taken = taken;
    }

    private record Waiting(Arrival arrival, boolean ordered, long previous) {}

    long upTo() {
        return taken.upTo();
    }

    MarkSet taken() {
        return taken;
    }

    /** Whether the inbox had no room for something that waits here. */
    boolean refused() {
        return refused;
    }

    /** From now on this is told of numbers that will never come. */
    Stream tells(Abandoned whom) {
        told = whom;
        return this;
    }

    void raise(long to) {
        raise(to, told);
    }

    /** Below this the sender keeps nothing: what of it is not here never comes. */
    void raise(long to, @Nullable Abandoned abandoned) {
        if (to <= floor) return;
        floor = to;
        if (abandoned != null) {
            if (!begun) abandoned.never(taken.upTo() + 1, to);
            else
                for (long n = taken.upTo() + 1; n < to; n++)
                    if (!taken.contains(n) && !held.containsKey(n)) abandoned.never(n, n + 1);
        }
        begun = true;
        if (held.isEmpty()) {
            taken.raise(to);
        } else {
            // messages held below the floor are still to be taken
            for (long n = taken.upTo() + 1; n < to; n++) if (!held.containsKey(n)) taken.add(n);
        }
    }

    /** Told of numbers that will never come: from the first on, up to the last exclusively. */
    interface Abandoned {
        void never(long from, long to);
    }

    /** Whether a floor is within what this stream listens to. */
    boolean plausible(long number, long newFloor) {
        return newFloor >= 1
                && newFloor <= number
                && number <= Math.max(taken.upTo() + 1, newFloor) + REACH
                && (!begun || newFloor <= taken.upTo() + 1 + Short.MAX_VALUE);
    }

    /** One message; false if there is no room to hold it. */
    boolean arrive(long number, boolean ordered, long previous, Arrival arrival, Deliveries inbox, long now) {
        begun = true;
        if (taken.contains(number) || !held.isEmpty() && held.containsKey(number)) {
            repeated = true;
            return true;
        }
        if (!refused && ready(ordered, previous) && inbox.offer(arrival, now)) {
            took(number, arrival);
            if (!held.isEmpty()) drain(inbox, now);
            return true;
        }
        if (heldBytes > 0 && heldBytes + arrival.size() > HELD_BYTES) return false;
        refused |= ready(ordered, previous);
        held.put(number, new Waiting(arrival, ordered, previous));
        heldBytes += arrival.size();
        return true;
    }

    private boolean ready(boolean ordered, long previous) {
        return !ordered || previous == 0 || taken.contains(previous) || previous < floor && !held.containsKey(previous);
    }

    private void took(long number, Arrival arrival) {
        taken.add(number);
        news++;
        newsBytes += arrival.size();
    }

    /** Tries what waits; there may be room, or the one before it may have come. */
    void drain(Deliveries inbox, long now) {
        refused = false;
        var all = held.entrySet().iterator();
        while (all.hasNext()) {
            Map.Entry<Long, Waiting> next = all.next();
            Waiting waiting = next.getValue();
            if (!ready(waiting.ordered, waiting.previous)) continue;
            if (!inbox.offer(waiting.arrival, now)) {
                refused = true;
                return;
            }
            all.remove();
            heldBytes -= waiting.arrival.size();
            took(next.getKey(), waiting.arrival);
        }
    }

    void reported() {
        news = 0;
        newsBytes = 0;
        repeated = false;
    }

    @Override
    public String toString() {
        return "up to " + taken.upTo() + ", " + held.size() + " held";
    }

    static Stream fresh() {
        return new Stream(new MarkSet());
    }

    static Stream from(Map<MemberId, Marks> base, MemberId sender) {
        Marks marks = base.get(sender);
        return new Stream(marks == null ? new MarkSet() : new MarkSet(marks));
    }
}
