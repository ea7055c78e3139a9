package org.gamenet.rgs.examples.teapots.pilot;

import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.examples.teapots.world.Command;
import org.gamenet.rgs.examples.teapots.world.Fire;
import org.gamenet.rgs.examples.teapots.world.Lob;
import org.gamenet.rgs.examples.teapots.world.Lying;
import org.gamenet.rgs.examples.teapots.world.Rules;
import org.gamenet.rgs.examples.teapots.world.Steer;
import org.gamenet.rgs.examples.teapots.world.Teapot;
import org.gamenet.rgs.examples.teapots.world.World;

/**
 * Hunts one teapot after the other, whoever drives it: stops, turns to it, throws, and is off to another place on the
 * table, past sugar that lies there. The same seed and the same worlds lead to the same commands.
 */
public final class Bot implements Pilot {
    private static final int DECISIONS_BETWEEN_THROWS = 18;
    private static final double AIM = 0.2;
    private static final int THROWS_PER_LOAF = 6;
    /** Closer than this it backs off; further than that it comes nearer. */
    private static final double TOO_CLOSE = 6;

    private static final double FAR = 14;
    /** How long it hunts, and how long it drives, in decisions: thirty a second. */
    private static final int HUNT_MIN = 50;

    private static final int HUNT_MAX = 100;
    private static final int DRIVE_MIN = 60;
    private static final int DRIVE_MAX = 120;
    private static final double THERE = 2;
    private static final double WAY_OUT = Rules.HALF_TABLE * 0.8;

    private final SplittableRandom random;
    private int untilThrow;
    private double wobble;
    private boolean drives;
    private int left;
    private Optional<Peer> prey = Optional.empty();
    private double goalX;
    private double goalZ;

    /** One that behaves as this seed says. */
    public Bot(long seed) {
        random = new SplittableRandom(seed);
        untilThrow = random.nextInt(DECISIONS_BETWEEN_THROWS);
        left = HUNT_MAX;
    }

    @Override
    public List<Command> decide(World world, Peer me) {
        Teapot mine = world.pots().get(me);
        if (mine == null) return List.of();
        if (random.nextInt(15) == 0) wobble = random.nextDouble(-0.4, 0.4);
        if (untilThrow > 0) untilThrow--;
        if (--left < 0 || drives && away(mine, goalX, goalZ) < THERE) change(world, mine);
        return drives ? List.of(drive(mine)) : hunt(world, me, mine);
    }

    private void change(World world, Teapot mine) {
        drives = !drives;
        left = drives ? random.nextInt(DRIVE_MIN, DRIVE_MAX) : random.nextInt(HUNT_MIN, HUNT_MAX);
        prey = Optional.empty();
        goalX = random.nextDouble(-WAY_OUT, WAY_OUT);
        goalZ = random.nextDouble(-WAY_OUT, WAY_OUT);
        if (mine.bowl().lumps() >= 3 || world.lying().isEmpty()) return;
        Lying lump = world.lying().get(random.nextInt(world.lying().size()));
        goalX = lump.x();
        goalZ = lump.z();
    }

    private Steer drive(Teapot mine) {
        double off = bearing(mine, goalX, goalZ);
        return new Steer(2 * off - 0.6 * mine.body().spin() + wobble, Math.abs(off) < 1 ? 0.8 : 0.2);
    }

    private List<Command> hunt(World world, Peer me, Teapot mine) {
        List<Peer> others =
                world.pots().keySet().stream().filter(p -> !p.equals(me)).toList();
        if (prey.filter(others::contains).isEmpty())
            prey = others.isEmpty() ? Optional.empty() : Optional.of(others.get(random.nextInt(others.size())));
        if (prey.isEmpty()) return List.of(new Steer(wobble, 0.2));
        Teapot target = world.pots().get(prey.get());
        double off = bearing(mine, target.x(), target.z());
        double away = away(mine, target.x(), target.z());
        Steer turn = new Steer(
                2 * off - 0.6 * mine.body().spin() + wobble, away < TOO_CLOSE ? -0.5 : away > FAR ? 0.6 : 0.1);
        if (untilThrow > 0 || Math.abs(off) >= AIM) return List.of(turn);
        untilThrow = DECISIONS_BETWEEN_THROWS + random.nextInt(6);
        return List.of(turn, random.nextInt(THROWS_PER_LOAF) == 0 ? new Lob() : new Fire());
    }

    private static double away(Teapot from, double x, double z) {
        return Math.hypot(x - from.x(), z - from.z());
    }

    /** How far the spout must turn to point there, within ±π. */
    private static double bearing(Teapot from, double x, double z) {
        double off = StrictMath.atan2(z - from.z(), x - from.x()) - from.body().heading();
        return StrictMath.atan2(StrictMath.sin(off), StrictMath.cos(off));
    }
}
