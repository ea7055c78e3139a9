package org.gamenet.rgs.examples.maze.play;

import java.time.Duration;
import org.gamenet.rgs.GameSpec;
import org.gamenet.rgs.Order;
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
        return spec(name, Order.SEQUENCER);
    }

    /** The same, ordered like that. */
    public static GameSpec spec(String name, Order order) {
        return GameSpec.peerToPeer(name, PLAYERS_MAX)
                .rejoinWithin(Duration.ZERO)
                .order(order);
    }

    /** The order of that name: {@code sequencer} or {@code lamport}. */
    public static Order order(String name) {
        for (Order order : Order.values()) if (order.name().equalsIgnoreCase(name)) return order;
        throw new IllegalArgumentException("--order is sequencer or lamport, not " + name);
    }
}
