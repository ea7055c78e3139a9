package org.gamenet.rgs.examples.maze.stage;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.examples.maze.world.Cell;
import org.gamenet.rgs.examples.maze.world.Heading;
import org.gamenet.rgs.examples.maze.world.Maze;
import org.gamenet.rgs.examples.maze.world.Rat;
import org.gamenet.rgs.examples.maze.world.Walls;
import org.gamenet.rgs.examples.teapots.screen.Scene;

/**
 * The view of a rat, as a scene of the duel: the walls are of sugar, and rats look like teapots. Rats glide from place
 * to place and turn in between, which is nothing but how it is shown. The thread that draws.
 */
public final class MazeStage {
    private static final double CELL = 2.4;
    /** A little less, so that one sees where one ends and the next begins. */
    private static final double CUBE = 2.34;

    private static final double EYE = 1.5;
    private static final double BEHIND = 1.1;
    private static final double AHEAD = 6;
    private static final double ABOVE = 36;
    /** In so many seconds about two thirds of the way are gone. */
    private static final double GLIDE = 0.05;

    private static final double FAR = 3 * CELL;

    private final Map<Peer, Pose> poses = new HashMap<>();
    private final Map<Peer, Integer> colours = new HashMap<>();
    private final List<Scene.Lump> walls = new ArrayList<>();
    private double shownAt = Double.NaN;
    private boolean above;

    /** Where a rat is shown. */
    private record Pose(double x, double z, double heading) {

        static Pose of(Rat rat) {
            return new Pose(MazeStage.x(rat.at()), MazeStage.z(rat.at()), angle(rat.heading()));
        }

        Pose towards(Pose to, double part) {
            double turn = Math.IEEEremainder(to.heading - heading, 2 * Math.PI);
            if (Math.hypot(to.x - x, to.z - z) > FAR) return to;
            return new Pose(x + part * (to.x - x), z + part * (to.z - z), heading + part * turn);
        }
    }

    /** An empty maze. */
    public MazeStage() {
        for (int y = 0; y < Walls.height(); y++)
            for (int x = 0; x < Walls.width(); x++) {
                Cell cell = new Cell(x, y);
                if (Walls.at(cell)) walls.add(new Scene.Lump(Scene.Form.CUBE, x(cell), CELL / 2, z(cell), 0, CUBE));
            }
    }

    private static double x(Cell cell) {
        return (cell.x() - (Walls.width() - 1) / 2.0) * CELL;
    }

    private static double z(Cell cell) {
        return (cell.y() - (Walls.height() - 1) / 2.0) * CELL;
    }

    private static double angle(Heading heading) {
        return (heading.ordinal() - Heading.EAST.ordinal()) * Math.PI / 2;
    }

    /** The other view: from a rat's eyes, or from above. */
    public void changeView() {
        above = !above;
    }

    /** The colour of a rat: always the same one here. */
    public int colour(Peer who) {
        return colours.computeIfAbsent(who, w -> colours.size());
    }

    /** The maze as it is at that time, in seconds; from above as long as I am not in it. */
    public Scene scene(Maze maze, Peer self, double now) {
        double part = Double.isNaN(shownAt) ? 1 : 1 - Math.exp(-(now - shownAt) / GLIDE);
        shownAt = now;
        poses.keySet().retainAll(maze.rats().keySet());
        maze.rats().forEach((who, rat) -> poses.merge(who, Pose.of(rat), (old, goal) -> old.towards(goal, part)));
        Pose mine = poses.get(self);
        boolean inside = mine != null && !above;
        List<Scene.Pot> pots = new ArrayList<>();
        poses.forEach((who, pose) -> {
            if (!inside || !who.equals(self) && sees(mine, pose))
                pots.add(new Scene.Pot(
                        who.name(), colour(who), pose.x(), pose.z(), pose.heading(), 0, 0, who.equals(self)));
        });
        return new Scene(inside ? eye(mine) : new Scene.Eye(0, ABOVE, 12, 0, 0, 0), pots, walls);
    }

    /** Whether no wall is between the two. */
    private static boolean sees(Pose one, Pose other) {
        int steps = (int) Math.ceil(Math.hypot(other.x() - one.x(), other.z() - one.z()) / CELL * 8);
        for (int i = 1; i < steps; i++) {
            double part = (double) i / steps;
            if (Walls.at(cell(one.x() + part * (other.x() - one.x()), one.z() + part * (other.z() - one.z()))))
                return false;
        }
        return true;
    }

    private static Cell cell(double x, double z) {
        return new Cell((int) Math.round(x / CELL + (Walls.width() - 1) / 2.0), (int)
                Math.round(z / CELL + (Walls.height() - 1) / 2.0));
    }

    private static Scene.Eye eye(Pose mine) {
        double dx = Math.cos(mine.heading());
        double dz = Math.sin(mine.heading());
        return new Scene.Eye(
                mine.x() - BEHIND * dx,
                EYE,
                mine.z() - BEHIND * dz,
                mine.x() + AHEAD * dx,
                EYE - 0.3,
                mine.z() + AHEAD * dz);
    }
}
