package org.gamenet.rgs.testkit;

/**
 * The body of the loop of a process of the game, once per frame.
 *
 * @since 0.1
 */
@FunctionalInterface
public interface Frame {

    /**
     * One frame. A session that it does not ask for {@code update} or {@code recv} is updated afterwards. An exception
     * of it fails the test.
     *
     * @param nowNanos the monotonic clock of this process, to be used in the place of {@link System#nanoTime()}
     */
    void frame(long nowNanos);
}
