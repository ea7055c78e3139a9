package org.gamenet.rgs.examples.maze.world;

/** What a rat can do. */
public enum Act {
    /** Comes into the maze. */
    SPAWN,
    LEFT,
    RIGHT,
    FORWARD,
    BACK,
    FIRE
}
