package org.gamenet.rgs.examples.teapots.play;

import org.gamenet.rgs.examples.teapots.world.World;

/**
 * A world and when it was so. The picture of the world that a server sends, and from which a new one goes on.
 *
 * @param number counts what this server has sent; a viewer misses those that a newer one has overtaken
 * @param takenAt seconds on the clock that all processes share, {@link org.gamenet.rgs.Session#gameTime()}
 * @param world everything there was
 */
public record Snapshot(long number, double takenAt, World world) {
    /** Before the first one. */
    public static final Snapshot NONE = new Snapshot(0, 0, World.EMPTY);
}
