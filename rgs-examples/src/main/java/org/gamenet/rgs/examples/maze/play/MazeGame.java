package org.gamenet.rgs.examples.maze.play;

import java.time.Duration;
import org.gamenet.rgs.GameSpec;
import org.gamenet.rgs.Rgs;
import org.gamenet.rgs.examples.maze.world.Maze;
import org.gamenet.rgs.examples.maze.world.Move;

/** The settings of RGS for the maze. */
public final class MazeGame {
    private static final int PLAYERS_MAX = 8;

    private MazeGame() {}

    /** The set-up of a process with a player of this name; with a directory, unless that is empty. */
    public static Rgs.Builder setUp(String directory, String name) {
        Rgs.Builder setUp = Rgs.game("maze").player(name).records(Move.class, Maze.class);
        return directory.isEmpty() ? setUp : setUp.directory(directory);
    }

    /** Equals, up to eight. A lost rat is out at once: one that stood still for its time would be prey. */
    public static GameSpec spec(String name) {
        return GameSpec.peerToPeer(name, PLAYERS_MAX).rejoinWithin(Duration.ZERO);
    }
}
