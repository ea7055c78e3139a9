package org.gamenet.rgs.core.session.base;

/**
 * A part that has something to do when time passes. Times are nanoseconds since the session began; worker's thread
 * only.
 */
public interface Beat {

    /** Does what is due; returns how much was done. */
    int tick(long now);

    /**
     * When something will be due; {@link Long#MAX_VALUE} if nothing is, or if what is due may wait for the beat of
     * another.
     */
    default long nextAt(long now) {
        return Long.MAX_VALUE;
    }
}
