package org.gamenet.rgs.examples.maze.play;

import org.gamenet.rgs.Peer;
import org.gamenet.rgs.SessionEvent;
import org.gamenet.rgs.examples.maze.world.Maze;
import org.gamenet.rgs.examples.maze.world.Move;

/** Is told what a session does. Game thread. */
public interface MazeWitness {

    /** That move was applied, and this is the maze after it. */
    default void moved(Peer who, Move move, Maze after) {}

    /** That move was a hit. */
    default void shot(Peer who, Peer whom) {}

    /** One is gone, and this is the maze after it. */
    default void left(Peer who, Maze after) {}

    /** The maze was replaced by that of another. */
    default void restored(Maze maze) {}

    /** Anything that RGS tells. */
    default void happened(Peer about, SessionEvent event) {}
}
