package org.gamenet.rgs.testkit;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.gamenet.rgs.Conditions;
import org.gamenet.rgs.testkit.simulation.SimulatedProcess;
import org.gamenet.rgs.testkit.simulation.Simulation;

/** The faults of a cluster's processes, network and directory: those that can end are known here until they do. */
final class ClusterFaults {
    private final Simulation simulation;
    private final Story story;
    private final List<ClusterProcess> processes;
    private final Set<Cut> cuts = new LinkedHashSet<>();
    private Conditions network = Conditions.NONE;

    private record Cut(ClusterProcess from, ClusterProcess to) {}

    ClusterFaults(Simulation simulation, Story story, List<ClusterProcess> processes) {
        this.simulation = simulation;
        this.story = story;
        this.processes = processes;
    }

    void die(ClusterProcess process, boolean host) {
        story.add(process.toString(), host ? "has no power" : "is killed");
        process.hosts().forEach(h -> h.die(host));
    }

    void pause(ClusterProcess process) {
        story.add(process.toString(), "is paused");
        process.hosts().forEach(h -> h.stop(false));
    }

    void resume(ClusterProcess process) {
        if (process.isStopped()) story.add(process.toString(), "goes on");
        process.hosts().forEach(SimulatedProcess::go);
    }

    void cut(ClusterProcess from, ClusterProcess to) {
        Cut cut = new Cut(from, to);
        if (from == to || !cuts.add(cut)) return;
        story.add(from.toString(), "reaches " + to + " no longer");
        for (SimulatedProcess a : from.hosts()) for (SimulatedProcess b : to.hosts()) simulation.network.cut(a, b);
    }

    void cutDirectory(ClusterProcess process) {
        story.add(process.toString(), "reaches the directory no longer");
        process.hosts().forEach(h -> h.wire.cut(true, false));
    }

    void heal(ClusterProcess one, ClusterProcess other) {
        for (Cut cut : List.of(new Cut(one, other), new Cut(other, one))) {
            if (!cuts.remove(cut)) continue;
            story.add(cut.from.toString(), "reaches " + cut.to + " again");
            for (SimulatedProcess a : cut.from.hosts())
                for (SimulatedProcess b : cut.to.hosts()) simulation.network.heal(a, b);
        }
    }

    void resetConnections(ClusterProcess process) {
        story.add(process.toString(), "has its connections reset");
        process.hosts().forEach(simulation.network::reset);
    }

    void stopDirectory() {
        story.add("directory", "is stopped");
        simulation.directory.crash();
    }

    void startDirectory() {
        if (simulation.directory.isAway()) story.add("directory", "is started");
        simulation.directory.restart();
    }

    /** Ends whatever can end. */
    void heal() {
        if (!network.equals(Conditions.NONE)) network(Conditions.NONE);
        for (ClusterProcess process : List.copyOf(processes)) resume(process);
        for (Cut cut : List.copyOf(cuts)) heal(cut.from, cut.to);
        processes.stream().filter(p -> !p.isDead()).forEach(p -> p.hosts().forEach(h -> h.wire.cut(false, false)));
        startDirectory();
    }

    void network(Conditions conditions) {
        story.add("network", conditions);
        network = conditions;
        processes.forEach(process -> process.conditions(conditions));
    }

    /** A process that begins now fares like all the others. */
    void begun(ClusterProcess process) {
        if (!network.equals(Conditions.NONE)) process.conditions(network);
    }

    /** An earlier cut stays. */
    void opened(ClusterProcess process, SimulatedProcess host) {
        for (Cut cut : cuts) {
            if (cut.from == process) for (SimulatedProcess other : cut.to.hosts()) simulation.network.cut(host, other);
            if (cut.to == process) for (SimulatedProcess other : cut.from.hosts()) simulation.network.cut(other, host);
        }
    }
}
