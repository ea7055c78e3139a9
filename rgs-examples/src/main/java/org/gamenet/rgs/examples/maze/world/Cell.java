package org.gamenet.rgs.examples.maze.world;

/** A place in the maze: column and row, from the upper left corner. */
public record Cell(int x, int y) {

    /** The place one step on. */
    public Cell towards(Heading way) {
        return new Cell(x + way.dx(), y + way.dy());
    }
}
