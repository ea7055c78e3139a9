package org.gamenet.rgs.core.lanes;

import java.util.ArrayDeque;
import java.util.Deque;
import org.gamenet.rgs.core.machine.Payload;

/** My totally ordered messages, until their frames are delivered here (P22). */
final class Orders {
    private static final long REPEAT_NANOS = 100_000_000;
    private final Deque<Asked> unstamped = new ArrayDeque<>();
    private long next = 1;
    private long askedAt;

    private record Asked(long number, Shared shared, Payload payload) {}

    void add(Shared message, Sink sink, long now) {
        Asked asked = new Asked(next++, message, new Payload(DataFrame.orderedPayload(message.message)));
        if (unstamped.isEmpty()) askedAt = now;
        unstamped.add(asked);
        if (unstamped.size() <= Backlog.WINDOW) ask(asked, sink);
    }

    private static void ask(Asked asked, Sink sink) {
        Outgoing message = asked.shared.message;
        sink.order(asked.number, message.type(), message.sentAt(), asked.payload);
    }

    /** In the order by now: all up to this one. */
    void stamped(long upTo, Sink sink, boolean flows, long now) {
        int open = unstamped.size();
        while (!unstamped.isEmpty() && unstamped.getFirst().number <= upTo) {
            unstamped.remove().shared.settle();
            askedAt = now;
        }
        if (!flows || open <= Backlog.WINDOW) return;
        int place = 0;
        int entered = Backlog.WINDOW - (open - unstamped.size());
        for (Asked asked : unstamped) {
            if (place >= Backlog.WINDOW) return;
            if (place++ >= entered) ask(asked, sink);
        }
    }

    void repeat(Sink sink, long now) {
        askedAt = now;
        int asked = 0;
        for (Asked one : unstamped) {
            if (asked++ == Backlog.WINDOW) return;
            ask(one, sink);
        }
    }

    void tick(Sink sink, long now) {
        if (!unstamped.isEmpty() && now - askedAt >= REPEAT_NANOS) repeat(sink, now);
    }

    /** Under a new incarnation, without those of the old one that are in the order. */
    void renumber(long stamped) {
        while (!unstamped.isEmpty() && unstamped.getFirst().number <= stamped) unstamped.remove().shared.settle();
        next = 1;
        int left = unstamped.size();
        for (int i = 0; i < left; i++) {
            Asked asked = unstamped.remove();
            unstamped.add(new Asked(next++, asked.shared, asked.payload));
        }
    }
}
