package org.gamenet.rgs.examples.maze.world;

import java.util.ArrayList;
import java.util.List;

/** The maze itself, which nothing changes. */
public final class Walls {
    private static final List<String> PLAN = List.of(
            "###################",
            "#...#.......#.....#",
            "#.#.#.#####.#.###.#",
            "#.#...#.......#...#",
            "#.###.#.##.##.#.#.#",
            "#...#.........#.#.#",
            "###.#.##.#.##.###.#",
            "#.......#.#.......#",
            "#.###.#.....#.###.#",
            "#.....###.###.....#",
            "###################");

    private static final List<Cell> FREE = free();

    private Walls() {}

    /** How many columns there are. */
    public static int width() {
        return PLAN.get(0).length();
    }

    /** How many rows there are. */
    public static int height() {
        return PLAN.size();
    }

    /** Whether nobody can stand there. */
    public static boolean at(Cell cell) {
        return cell.x() < 0
                || cell.y() < 0
                || cell.x() >= width()
                || cell.y() >= height()
                || PLAN.get(cell.y()).charAt(cell.x()) == '#';
    }

    /** The places to stand, in a fixed order. */
    static List<Cell> places() {
        return FREE;
    }

    private static List<Cell> free() {
        List<Cell> free = new ArrayList<>();
        for (int y = 0; y < PLAN.size(); y++)
            for (int x = 0; x < PLAN.get(0).length(); x++) if (PLAN.get(y).charAt(x) != '#') free.add(new Cell(x, y));
        return List.copyOf(free);
    }
}
