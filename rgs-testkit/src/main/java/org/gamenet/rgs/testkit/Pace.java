package org.gamenet.rgs.testkit;

import java.time.Duration;
import java.util.List;
import org.gamenet.rgs.testkit.simulation.Dice;
import org.gamenet.rgs.testkit.simulation.Simulation;
import org.gamenet.rgs.testkit.simulation.VirtualTime;

/** The time of a cluster: a step is one frame of each process, at a moment within it that chance picks. */
final class Pace {
    private final Simulation simulation;
    private final Dice dice;
    private final List<ClusterProcess> processes;
    private final Observations seen;
    private boolean passing;

    Pace(Simulation simulation, Dice dice, List<ClusterProcess> processes, Observations seen) {
        this.simulation = simulation;
        this.dice = dice;
        this.processes = processes;
        this.seen = seen;
    }

    double seconds() {
        return (simulation.time.now() - VirtualTime.BEGINNING) / 1e9;
    }

    void step(long nanos) {
        enter();
        try {
            for (ClusterProcess process : List.copyOf(processes)) {
                simulation.time.after(dice.between(0, nanos - 1), process::playFrame);
            }
            long end = simulation.time.now() + nanos;
            while (simulation.time.step(end)) continue;
        } finally {
            passing = false;
        }
    }

    private void enter() {
        seen.checkThread(null, "the cluster");
        if (passing)
            throw new IllegalStateException("time passes already: a frame or a fault cannot let more of it pass");
        passing = true;
    }

    /** Does this as soon as so many more messages have been taken. */
    void afterMessages(int count, Runnable fault) {
        int[] left = {count};
        simulation.network.onTaken(() -> {
            if (--left[0] > 0) return true;
            fault.run();
            return false;
        });
    }

    static long positive(String what, Duration time) {
        if (time.isNegative() || time.isZero())
            throw new IllegalArgumentException(what + ": " + time + " is no time that could pass");
        return time.toNanos();
    }
}
