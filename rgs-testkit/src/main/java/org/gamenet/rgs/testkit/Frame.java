package org.gamenet.rgs.testkit;

/**
 * What a process of the game does once per frame: its loop's body.
 *
 * @since 0.1
 */
@FunctionalInterface
public interface Frame {

    /**
     * One frame. A session that it does not ask for {@code update} or {@code recv} is updated afterwards. What it
     * throws fails the test.
     *
     * @param nowNanos the monotonic clock of this process, to be used in the place of {@link System#nanoTime()}
     */
    void frame(long nowNanos);
}
