package org.gamenet.rgs.core.session.base;

import java.util.concurrent.atomic.AtomicLong;

/** The cost of this session's own ordered messages, by permission (P68). Written by the worker, read by any thread. */
public final class OrderTally {
    private final AtomicLong messages = new AtomicLong();
    private final AtomicLong events = new AtomicLong();

    /** So many messages were sent, or came, for what it says. */
    public void messages(int some) {
        messages.lazySet(messages.get() + some);
    }

    /** Something that it said has its place. */
    public void event() {
        events.lazySet(events.get() + 1);
    }

    /** NaN while nothing was said. */
    public double perEvent() {
        long said = events.get();
        return said == 0 ? Double.NaN : (double) messages.get() / said;
    }
}
