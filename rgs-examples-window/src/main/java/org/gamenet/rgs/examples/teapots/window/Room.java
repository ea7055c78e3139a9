package org.gamenet.rgs.examples.teapots.window;

/** The picture in the window: the lobby, or a match. The thread that draws. */
interface Room {

    /** Draws one frame; returns the room of the next one. */
    Room frame(double now);

    /** A key went down; its number is libGDX's. */
    void key(int code);

    /** A character was typed. */
    void typed(char character);

    /** Somebody clicked there, in pixels from the top left. */
    default void clicked(int x, int y) {}

    /** The window is being closed. */
    void leave();
}
