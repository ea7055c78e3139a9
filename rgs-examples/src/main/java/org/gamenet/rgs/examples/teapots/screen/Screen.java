package org.gamenet.rgs.examples.teapots.screen;

import org.gamenet.rgs.Peer;
import org.gamenet.rgs.examples.teapots.world.World;

/** Where a duel is drawn. Game thread. */
public interface Screen {

    /** Draws nothing: for servers, bots and tests. */
    Screen NONE = new Screen() {
        @Override public void draw(World world, Peer me, String caption) { }
        @Override public boolean closed() { return false; }
    };

    /** Draws one frame; the caption says how the connection is. */
    void draw(World world, Peer me, String caption);

    /** Whether the player has closed it. */
    boolean closed();
}
