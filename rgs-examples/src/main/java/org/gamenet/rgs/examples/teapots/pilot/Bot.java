package org.gamenet.rgs.examples.teapots.pilot;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.examples.teapots.world.Command;
import org.gamenet.rgs.examples.teapots.world.Fire;
import org.gamenet.rgs.examples.teapots.world.Steer;
import org.gamenet.rgs.examples.teapots.world.Teapot;
import org.gamenet.rgs.examples.teapots.world.World;

/** Goes for the nearest other teapot and throws when it points at it. The same seed and the same worlds lead to the same commands. */
public final class Bot implements Pilot {
    private static final int DECISIONS_BETWEEN_THROWS = 18;
    private static final double AIM = 0.2;

    private final SplittableRandom random;
    private int untilThrow;
    private double wobble;

    /** One that behaves as this seed says. */
    public Bot(long seed) {
        random = new SplittableRandom(seed);
        untilThrow = random.nextInt(DECISIONS_BETWEEN_THROWS);
    }

    @Override public List<Command> decide(World world, Peer me) {
        Teapot mine = world.pots().get(me);
        if (mine == null) return List.of();
        if (random.nextInt(15) == 0) wobble = random.nextDouble(-0.4, 0.4);
        Optional<Teapot> target = nearestOther(world, me, mine);
        double off = target.map(t -> bearing(mine, t)).orElse(1.0);
        List<Command> wanted = new ArrayList<>();
        wanted.add(new Steer(2 * off - 0.6 * mine.body().spin() + wobble, Math.abs(off) < 1 ? 0.8 : 0.2));
        if (untilThrow > 0) untilThrow--;
        else if (target.isPresent() && Math.abs(off) < AIM) {
            untilThrow = DECISIONS_BETWEEN_THROWS + random.nextInt(6);
            wanted.add(new Fire());
        }
        return wanted;
    }

    private static Optional<Teapot> nearestOther(World world, Peer me, Teapot mine) {
        return world.pots().entrySet().stream().filter(e -> !e.getKey().equals(me)).map(Map.Entry::getValue)
                .min(Comparator.comparingDouble(t -> Math.hypot(t.x() - mine.x(), t.z() - mine.z())));
    }

    /** How far the spout must turn to point there, within ±π. */
    private static double bearing(Teapot from, Teapot to) {
        double off = StrictMath.atan2(to.z() - from.z(), to.x() - from.x()) - from.body().heading();
        return StrictMath.atan2(StrictMath.sin(off), StrictMath.cos(off));
    }
}
