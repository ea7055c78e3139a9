package org.gamenet.rgs.examples.maze.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.Map;
import org.gamenet.rgs.Peer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class MazeTest {
    private static final Peer ANN = Peer.of(1, "ann");
    private static final Peer BOB = Peer.of(2, "bob");

    private static Rat rat(int x, int y, Heading heading) {
        return new Rat(new Cell(x, y), heading, 0, 1);
    }

    @Test
    @DisplayName("of two that step to one place, the one whose move comes first gets it")
    void firstComes() {
        Maze maze = new Maze(Map.of(ANN, rat(1, 1, Heading.EAST), BOB, rat(3, 1, Heading.WEST)), 0, 0);
        Maze annFirst = maze.after(ANN, new Move(Act.FORWARD, 2)).after(BOB, new Move(Act.FORWARD, 2));
        assertEquals(new Cell(2, 1), annFirst.rats().get(ANN).at());
        assertEquals(new Cell(3, 1), annFirst.rats().get(BOB).at());
        Maze bobFirst = maze.after(BOB, new Move(Act.FORWARD, 2)).after(ANN, new Move(Act.FORWARD, 2));
        assertEquals(new Cell(2, 1), bobFirst.rats().get(BOB).at());
        assertNotEquals(annFirst.digest(), bobFirst.digest());
    }

    @Test
    @DisplayName("a wall stops a rat, and what it shoots")
    void walls() {
        Maze maze = new Maze(Map.of(ANN, rat(1, 1, Heading.NORTH), BOB, rat(5, 1, Heading.WEST)), 0, 0);
        assertEquals(
                new Cell(1, 1),
                maze.after(ANN, new Move(Act.FORWARD, 2)).rats().get(ANN).at());
        assertNull(maze.target(maze.rats().get(BOB)), "there is a wall between them");
    }

    @Test
    @DisplayName("who is hit loses a point, and comes back somewhere else")
    void hits() {
        Maze maze = new Maze(Map.of(ANN, rat(1, 1, Heading.EAST), BOB, rat(3, 1, Heading.WEST)), 0, 0);
        Maze after = maze.after(ANN, new Move(Act.FIRE, 2));
        assertEquals(1, after.rats().get(ANN).score());
        assertEquals(-1, after.rats().get(BOB).score());
        assertNotEquals(new Cell(3, 1), after.rats().get(BOB).at());
        assertNotEquals(new Cell(1, 1), after.rats().get(BOB).at());
    }

    @Test
    @DisplayName(
            "Z16 whoever comes in stands where nobody is, though its place is taken, and though all others come at once")
    void comesIn() {
        // The first rat that comes in has the place that its move chooses; here Bob stands there already.
        Cell chosen =
                Maze.EMPTY.after(ANN, new Move(Act.SPAWN, 1)).rats().get(ANN).at();
        Maze taken = new Maze(Map.of(BOB, new Rat(chosen, Heading.WEST, 0, 1)), 0, 0);
        assertNotEquals(
                chosen, taken.after(ANN, new Move(Act.SPAWN, 1)).rats().get(ANN).at());
        Maze full = Maze.EMPTY;
        for (long peer = 1; peer <= Walls.places().size(); peer++)
            full = full.after(Peer.of(peer, "p" + peer), new Move(Act.SPAWN, 1));
        assertEquals(
                Walls.places().size(),
                full.rats().values().stream().map(Rat::at).distinct().count(),
                "as many as there are places");
    }

    @Test
    @DisplayName("who is gone is gone once")
    void leaves() {
        Maze maze = Maze.EMPTY.after(ANN, new Move(Act.SPAWN, 1));
        assertEquals(2, maze.without(ANN).applied());
        assertEquals(1, maze.without(BOB).applied());
    }
}
