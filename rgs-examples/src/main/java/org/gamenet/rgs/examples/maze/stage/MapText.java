package org.gamenet.rgs.examples.maze.stage;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.examples.maze.world.Cell;
import org.gamenet.rgs.examples.maze.world.Maze;
import org.gamenet.rgs.examples.maze.world.Rat;
import org.gamenet.rgs.examples.maze.world.Walls;

/** The maze from above, in letters. Pure. */
public final class MapText {

    private MapText() {}

    /** A line for each row; a rat is the first letter of its name, and beside the map each rat has its score. */
    public static List<String> of(Maze maze) {
        List<StringBuilder> rows = new ArrayList<>();
        for (int y = 0; y < Walls.height(); y++) {
            StringBuilder row = new StringBuilder();
            for (int x = 0; x < Walls.width(); x++) row.append(sign(maze, new Cell(x, y)));
            rows.add(row);
        }
        int line = 1;
        for (Map.Entry<Peer, Rat> each : maze.rats().entrySet()) {
            if (line == rows.size()) break;
            Rat rat = each.getValue();
            rows.get(line++)
                    .append(String.format(
                            "   %-5s %c %4d",
                            each.getKey().name(), rat.heading().sign(), rat.score()));
        }
        return rows.stream().map(StringBuilder::toString).toList();
    }

    private static char sign(Maze maze, Cell cell) {
        Peer there = maze.at(cell);
        if (there != null) return there.name().charAt(0);
        return Walls.at(cell) ? '#' : ' ';
    }
}
