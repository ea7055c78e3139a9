package org.gamenet.rgs.core.clock;

/** The messages of members about the time. */
public sealed interface ClockSignal {

    /** A question for the time. {@code askedNanos}: the asker's own clock, given back unread. */
    record ClockPing(long askedNanos) implements ClockSignal {}

    /** The game's time where the ping arrived, in seconds. */
    record ClockPong(long askedNanos, double seconds) implements ClockSignal {}
}
