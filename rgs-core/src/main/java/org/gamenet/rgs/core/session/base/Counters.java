package org.gamenet.rgs.core.session.base;

import java.util.concurrent.atomic.AtomicLong;
import org.gamenet.rgs.core.wire.MalformedException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The worker's counters. Written by the worker, read by any thread. */
public final class Counters {
    private static final Logger LOG = LoggerFactory.getLogger(Counters.class);

    private final AtomicLong sentBytes = new AtomicLong();
    private final AtomicLong receivedBytes = new AtomicLong();
    private final AtomicLong staleFrames = new AtomicLong();
    private final AtomicLong malformedFrames = new AtomicLong();

    private final OrderTally order = new OrderTally();

    /** Of the order by permission. */
    public OrderTally order() {
        return order;
    }

    public void sent(int bytes) {
        sentBytes.lazySet(sentBytes.get() + bytes);
    }

    public void received(int bytes) {
        receivedBytes.lazySet(receivedBytes.get() + bytes);
    }

    public void stale() {
        staleFrames.lazySet(staleFrames.get() + 1);
    }

    /** The first is logged, later ones are counted: floods of them must stay cheap. */
    public void malformed(MalformedException what) {
        if (malformedFrames.getAndIncrement() == 0)
            LOG.warn("a frame was dropped (later ones are only counted): {}", what.getMessage());
    }

    public long sentBytes() {
        return sentBytes.get();
    }

    public long receivedBytes() {
        return receivedBytes.get();
    }

    public long staleFrames() {
        return staleFrames.get();
    }

    public long malformedFrames() {
        return malformedFrames.get();
    }
}
