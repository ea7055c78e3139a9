package org.gamenet.rgs.core.ordering;

import org.gamenet.rgs.core.machine.Epoch;

/** An ordered message, stamped by the primary of its epoch (P22). */
public record LogEntry(Position at, EntryBody body) {

    /** The epoch that stamped it. */
    public Epoch epoch() {
        return at.epoch();
    }

    /** Its number within the epoch. */
    public long seq() {
        return at.seq();
    }
}
