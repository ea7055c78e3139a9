package org.gamenet.rgs;

/**
 * A session log that is being written, see {@link Session#record(java.nio.file.Path)}. It ends with {@link #close()},
 * with the session, when it has reached {@link Limit#RECORDING_BYTES}, or when the disk does not keep up; the part that
 * has been written until then can be played. Any thread.
 *
 * @since 0.1
 */
public interface Recording extends AutoCloseable {

    /** How many bytes the log has so far. */
    long bytes();

    /** Whether nothing more is taken down. */
    boolean isOver();

    /** Ends the log; the rest of the log is written in the background. A second call does nothing. */
    @Override
    void close();
}
