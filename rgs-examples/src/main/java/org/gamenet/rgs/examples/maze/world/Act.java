package org.gamenet.rgs.examples.maze.world;

/** The acts of a rat. */
public enum Act {
    /** Comes into the maze. */
    SPAWN,
    LEFT,
    RIGHT,
    FORWARD,
    BACK,
    FIRE
}
