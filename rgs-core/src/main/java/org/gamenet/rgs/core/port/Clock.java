package org.gamenet.rgs.core.port;

/** Time, handed in so that a test can own it. */
public interface Clock {

    /** Monotonic, nanoseconds. */
    long nanoTime();

    /** The wall clock, milliseconds since 1970: only for noticing a sleep, for token expiry and for logs (P54). */
    long wallMillis();
}
