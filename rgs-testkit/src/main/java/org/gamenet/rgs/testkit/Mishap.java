package org.gamenet.rgs.testkit;

import java.util.List;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.testkit.simulation.Dice;
import org.gamenet.rgs.testkit.simulation.VirtualTime;

/** One fault that chance picks. */
final class Mishap {
    private static final long MILLI = VirtualTime.MILLI;

    private final Cluster cluster;
    private final Dice dice;

    private enum Kind {
        KILL_SERVER,
        KILL,
        POWER_OFF,
        PAUSE_SERVER,
        PAUSE,
        CUT,
        CUT_ONE_WAY,
        ISOLATE_SERVER,
        RESET,
        DIRECTORY_AWAY,
        LINE_CUT
    }

    Mishap(Cluster cluster, Dice dice) {
        this.cluster = cluster;
        this.dice = dice;
    }

    void befall() {
        List<ClusterProcess> running = cluster.processes().stream()
                .filter(p -> p.runs() && p.takesPart())
                .toList();
        if (running.isEmpty()) return;
        ClusterProcess one = dice.of(running);
        ClusterProcess other = dice.of(running);
        ClusterProcess server = running.stream()
                .filter(p -> p.sessions().stream().anyMatch(WatchedSession::isServer))
                .findFirst()
                .orElse(one);
        switch (dice.of(List.of(Kind.values()))) {
            case KILL_SERVER -> kill(server, false);
            case KILL -> kill(one, false);
            case POWER_OFF -> kill(one, true);
            case PAUSE_SERVER -> pause(server);
            case PAUSE -> pause(one);
            case CUT -> {
                cluster.cut(one, other);
                later(5_000, () -> cluster.heal(one, other));
            }
            case CUT_ONE_WAY -> {
                cluster.cutOneWay(one, other);
                later(5_000, () -> cluster.heal(one, other));
            }
            case ISOLATE_SERVER -> {
                cluster.isolate(server);
                later(4_000, () -> reconnect(server));
            }
            case RESET -> cluster.resetConnections(one);
            case DIRECTORY_AWAY -> {
                cluster.stopDirectory();
                later(4_000, cluster::startDirectory);
            }
            case LINE_CUT -> {
                cluster.cutDirectory(one);
                later(4_000, () -> one.hosts().forEach(h -> h.wire.cut(false, false)));
            }
        }
    }

    private void later(long mostMillis, Runnable what) {
        cluster.simulation().time.after(dice.between(20, mostMillis) * MILLI, what);
    }

    private void pause(ClusterProcess process) {
        cluster.pause(process);
        later(4_000, () -> cluster.resume(process));
    }

    private void reconnect(ClusterProcess process) {
        for (ClusterProcess other : List.copyOf(cluster.processes()))
            if (other != process) cluster.heal(process, other);
        process.hosts().forEach(h -> h.wire.cut(false, false));
    }

    private void kill(ClusterProcess process, boolean host) {
        long alike = cluster.processes().stream()
                .filter(p -> p.runs() && p.takesPart() && p.plays() == process.plays() && isIn(p))
                .count();
        if (alike <= (process.plays() ? 2 : 1)) return;
        if (host) cluster.powerOff(process);
        else cluster.kill(process);
    }

    /** Admitted; or a spare, which waits outside. */
    private static boolean isIn(ClusterProcess process) {
        return process.sessions().stream()
                .anyMatch(s -> s.phase() == Phase.PLAYING
                        || s.phase() == Phase.FROZEN
                        || s.phase() == Phase.WAITING && !process.plays());
    }
}
