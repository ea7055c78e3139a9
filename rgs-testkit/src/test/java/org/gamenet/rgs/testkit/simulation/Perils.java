package org.gamenet.rgs.testkit.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gamenet.rgs.Limit;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.core.reconfiguration.MessageTable;
import org.gamenet.rgs.core.session.base.MessageTypes;

/** The perils of games on networks that are cut: their links, disks and clocks, and the faults of these. */
final class Perils {
    private static final long MILLI = VirtualTime.MILLI;
    private static final double CUT_LEAST_MILLIS = 500;
    /** The longest cut is so many times the shortest. */
    private static final double CUT_RANGE = 40;

    private static final int COLLECTS_MILLIS = 40;
    /** A second, for each member: three times what the game sends reliably. */
    private static final long LEAST_BYTES = 20_000;

    private final SimulatedCluster cluster;
    private final Dice dice;

    Perils(SimulatedCluster cluster) {
        this.cluster = cluster;
        this.dice = cluster.dice;
    }

    // ---- before anybody plays

    /** Draws the conditions that nobody can do anything about. */
    void draw(int members) {
        if (dice.likely(0.2)) cluster.directory.log(dice.between(1, 300) * MILLI, dice.likely(0.5) ? 0.1 : 0);
        if (dice.likely(0.1)) cluster.network.bytesPerSecond = members * dice.between(LEAST_BYTES, 10 * LEAST_BYTES);
        if (dice.likely(0.1)) cluster.limits = Map.of(Limit.SEND_MESSAGES, dice.between(64, 512));
        cluster.network.repeats = dice.likely(0.3);
        cluster.drawsClocks = dice.likely(0.3);
        cluster.drawsLinks = dice.likely(0.3);
        cluster.trace.say("bytes a second " + cluster.network.bytesPerSecond + ", limits " + cluster.limits
                + ", repeats " + cluster.network.repeats + ", clocks " + cluster.drawsClocks + ", links "
                + cluster.drawsLinks);
    }

    /** Of a new process: how far it is from each other one, and what its clock shows. */
    static void settle(SimulatedCluster cluster, CountingProcess process) {
        Dice dice = cluster.dice;
        if (cluster.drawsClocks) {
            process.wallOffsetMillis = dice.between(-3_600_000, 3_600_000);
            process.wallDrift = dice.between(-200, 200) / 1e6;
        }
        if (!cluster.drawsLinks) return;
        for (CountingProcess other : cluster.processes) {
            if (other == process) continue;
            if (dice.likely(0.3)) cluster.network.far(process, other, dice.between(1, 200) * MILLI);
            if (dice.likely(0.3)) cluster.network.far(other, process, dice.between(1, 200) * MILLI);
        }
    }

    // ---- what goes wrong

    void befall(Ill ill, Misfortune misfortune) {
        switch (ill) {
            case CUT_GROUPS -> cutGroups(misfortune);
            case KILL_IN_COLLECTION -> killInCollection(misfortune);
            case DISK_LOST -> loseDisk(misfortune);
            case CLOCK_STEPS ->
                cluster.running().forEach(p -> {
                    if (dice.likely(0.5)) p.wallOffsetMillis += dice.between(-3_600_000, 3_600_000);
                });
            case LIE -> lie(misfortune);
            case ROGUE -> turn(misfortune);
            default -> throw new AssertionError(ill);
        }
    }

    /**
     * Any members on either side, any way, the directory on one side or on both; now and then the server dies within.
     */
    private void cutGroups(Misfortune misfortune) {
        List<CountingProcess> one = new ArrayList<>();
        List<CountingProcess> two = new ArrayList<>();
        for (CountingProcess p : cluster.alive()) (dice.likely(0.5) ? one : two).add(p);
        long heals = (long) (CUT_LEAST_MILLIS * Math.pow(CUT_RANGE, dice.below(1_000) / 1e3));
        int way = dice.below(4);
        int side = dice.below(3);
        misfortune.struckAll();
        cluster.trace.say("cut: " + one + (way == 1 ? " -> " : way == 2 ? " <- " : " <-> ") + two + " for " + heals
                + " ms, the directory is "
                + (side == 0 ? "with the first" : side == 1 ? "with the others" : "with both"));
        for (CountingProcess a : one) for (CountingProcess b : two) cut(a, b, way, heals);
        if (side < 2) for (CountingProcess p : side == 0 ? two : one) misfortune.lineCut(p, heals);
        if (dice.likely(0.2))
            cluster.time.after(dice.between(0, heals) * MILLI, () -> misfortune.befall(Ill.KILL_SERVER));
        cluster.pass(heals + 1);
    }

    private void cut(CountingProcess a, CountingProcess b, int way, long heals) {
        if (way != 2) cluster.network.cut(a, b);
        if (way != 1) cluster.network.cut(b, a);
        cluster.time.after(heals * MILLI, () -> {
            cluster.network.heal(a, b);
            cluster.network.heal(b, a);
        });
    }

    /** The server dies, and while somebody collects somebody else does: mostly whoever collects. */
    private void killInCollection(Misfortune misfortune) {
        cluster.judge.history.onCollect(holder -> {
            cluster.judge.history.onCollect(nobody -> {});
            cluster.time.after(dice.between(0, COLLECTS_MILLIS) * MILLI / 2, () -> {
                if (!cluster.judge.history.isCollecting()) return;
                List<CountingProcess> running = cluster.running();
                Optional<CountingProcess> collects =
                        running.stream().filter(p -> p == holder).findFirst();
                if (running.size() > 1)
                    misfortune.kill(
                            collects.isPresent() && dice.likely(0.6) ? collects.get() : dice.of(running), false);
            });
        });
        misfortune.befall(Ill.KILL_SERVER);
    }

    /**
     * One node's disk is all the memory there is: a game that nobody serves just then is gone with it, and whoever
     * serves needs the time to say so (P14).
     */
    private void loseDisk(Misfortune misfortune) {
        misfortune.struckAll();
        boolean isServed = cluster.server()
                .filter(s -> s.runs() && s.wire.isWhole() && s.session.phase() == Phase.PLAYING)
                .isPresent();
        if (isServed) {
            cluster.directory.loseDisk();
        } else {
            cluster.directory.crash();
            cluster.directory.restart();
        }
        cluster.pass(3_000);
    }

    private void turn(Misfortune misfortune) {
        for (CountingProcess each : cluster.running()) {
            if (!each.mayTurnRogue || each.lies()) continue;
            cluster.trace.say("turns rogue: " + each);
            Rogue.turns(cluster, each);
            misfortune.struckAll();
        }
    }

    private void lie(Misfortune misfortune) {
        misfortune.player().ifPresent(p -> {
            MessageTable.Row row = dice.of(MessageTypes.TABLE);
            cluster.trace.say("lies about " + row.name() + ": " + p);
            p.lie();
            cluster.network.liesAbout(p, row.id());
            misfortune.struckAll();
        });
    }
}
