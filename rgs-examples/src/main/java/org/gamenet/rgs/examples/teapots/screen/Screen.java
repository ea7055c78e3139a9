package org.gamenet.rgs.examples.teapots.screen;

/** Where a duel is drawn: all that a renderer has to do. The thread that draws. */
public interface Screen {

    /** Draws one frame. */
    void draw(Scene scene, Hud hud);
}
