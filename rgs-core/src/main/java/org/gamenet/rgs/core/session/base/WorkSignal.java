package org.gamenet.rgs.core.session.base;

/** The listener that is told that something came for the worker, on the thread that brought it; cheap, never blocks. */
public interface WorkSignal {

    /** Something that is the worker's own thread's affair, or nobody else's. */
    void came();

    /** Frames came over links, and the thread that read them has no more right now. */
    default void framesCame() {
        came();
    }

    /** The application has sent something. */
    default void sent() {
        came();
    }
}
