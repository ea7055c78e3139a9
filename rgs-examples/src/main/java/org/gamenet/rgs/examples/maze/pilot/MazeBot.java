package org.gamenet.rgs.examples.maze.pilot;

import java.util.Random;
import org.gamenet.rgs.examples.maze.world.Act;
import org.gamenet.rgs.examples.maze.world.Maze;
import org.gamenet.rgs.examples.maze.world.Rat;
import org.gamenet.rgs.examples.maze.world.Walls;

/** Walks on, turns where it cannot, or where it likes, and shoots at whatever it sees. */
public final class MazeBot {
    private static final int LIKES = 6;
    private final Random random;

    /** Another number, another bot. */
    public MazeBot(long seed) {
        random = new Random(seed);
    }

    /** The move that it would make now. */
    public Act decide(Maze maze, Rat rat) {
        if (maze.target(rat) != null) return Act.FIRE;
        boolean ahead = !Walls.at(rat.at().towards(rat.heading()));
        if (ahead && random.nextInt(LIKES) > 0) return Act.FORWARD;
        return random.nextBoolean() ? Act.LEFT : Act.RIGHT;
    }
}
