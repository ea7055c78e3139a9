package org.gamenet.rgs.core.port;

/** The promise that is asked of the group transport for one frame, inside one of its views. */
public enum Lane {
    /** Arrives once, in the order of its sender. */
    RELIABLE,
    /** Arrives once, overtakes the others; for heartbeats and the agreement. */
    URGENT,
    /** May get lost; dropped rather than queued when the way is full. */
    UNRELIABLE
}
