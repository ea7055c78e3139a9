package org.gamenet.rgs.core.lanes;

import java.util.concurrent.atomic.AtomicLong;

/** The messages that were not delivered. Any thread reads. */
final class Counts {
    /** Messages of an older epoch, or of somebody who is out, that were turned away. */
    final AtomicLong stale = new AtomicLong();
    /** Frames that could not be read. */
    final AtomicLong malformed = new AtomicLong();
    /** Messages dropped because a buffer was full. */
    final AtomicLong overflowed = new AtomicLong();
}
