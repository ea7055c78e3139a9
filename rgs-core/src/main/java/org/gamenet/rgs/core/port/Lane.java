package org.gamenet.rgs.core.port;

/** What the group transport is asked to promise for one frame, inside one of its views. */
public enum Lane {
    /** Arrives once, in the order of its sender. */
    RELIABLE,
    /** Arrives once, overtakes the others; for heartbeats and the agreement. */
    URGENT,
    /** May get lost; dropped rather than queued when the way is full. */
    UNRELIABLE
}
