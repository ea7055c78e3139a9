package org.gamenet.rgs.examples.maze.stage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.examples.maze.world.Cell;
import org.gamenet.rgs.examples.maze.world.Heading;
import org.gamenet.rgs.examples.maze.world.Maze;
import org.gamenet.rgs.examples.maze.world.Rat;
import org.gamenet.rgs.examples.teapots.screen.Scene;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class MazeStageTest {
    private static final Peer ANN = Peer.of(1, "ann");
    private static final Peer BOB = Peer.of(2, "bob");

    private static Maze maze(Cell ann, Cell bob) {
        return new Maze(Map.of(ANN, new Rat(ann, Heading.EAST, 0, 1), BOB, new Rat(bob, Heading.WEST, 0, 1)), 0, 0);
    }

    @Test
    @DisplayName("a rat sees another down the corridor, and none behind a wall; from above all are seen")
    void sees() {
        MazeStage stage = new MazeStage();
        assertEquals(
                1,
                stage.scene(maze(new Cell(1, 1), new Cell(3, 1)), ANN, 0).pots().size());
        assertEquals(
                0,
                stage.scene(maze(new Cell(1, 1), new Cell(5, 1)), ANN, 1).pots().size());
        stage.changeView();
        assertEquals(
                2,
                stage.scene(maze(new Cell(1, 1), new Cell(5, 1)), ANN, 2).pots().size());
    }

    @Test
    @DisplayName("a rat glides to its next place, and is there after a while")
    void glides() {
        MazeStage stage = new MazeStage();
        Scene.Eye first =
                stage.scene(maze(new Cell(1, 1), new Cell(5, 1)), ANN, 0).eye();
        Scene.Eye between =
                stage.scene(maze(new Cell(2, 1), new Cell(5, 1)), ANN, 0.02).eye();
        Scene.Eye there =
                stage.scene(maze(new Cell(2, 1), new Cell(5, 1)), ANN, 2).eye();
        assertTrue(first.x() < between.x() && between.x() < there.x(), () -> first + " " + between + " " + there);
        assertEquals(2.4, there.x() - first.x(), 1e-6);
    }

    @Test
    @DisplayName("the map shows each rat by its letter, and its score beside it")
    void map() {
        List<String> rows = MapText.of(maze(new Cell(1, 1), new Cell(3, 1)));
        assertEquals("#a b#", rows.get(1).substring(0, 5));
        assertTrue(rows.get(1).endsWith("ann   >    0"), rows.get(1));
    }
}
