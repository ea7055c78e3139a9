package org.gamenet.rgs.examples.maze.world;

/**
 * A player in the maze.
 *
 * @param at its place
 * @param heading where it looks
 * @param score how often it hit, minus how often it was hit
 * @param moves the number of its last move
 */
public record Rat(Cell at, Heading heading, int score, int moves) {

    Rat moved(int number) {
        return new Rat(at, heading, score, number);
    }

    Rat at(Cell place) {
        return new Rat(place, heading, score, moves);
    }

    Rat facing(Heading way) {
        return new Rat(at, way, score, moves);
    }

    Rat scores(int more) {
        return new Rat(at, heading, score + more, moves);
    }
}
