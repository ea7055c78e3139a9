package org.gamenet.rgs.processes;

import java.io.IOException;
import java.util.List;
import org.gamenet.rgs.bench.ground.Ground;
import org.gamenet.rgs.bench.ground.Namespaces;

/** Machines with interfaces that lead nowhere beside the one that sees the directory; players choose by themselves. */
final class Aside implements Ground {
    private final Namespaces machines;

    Aside(Namespaces machines) throws IOException {
        this.machines = machines;
        for (int i = 0; i < Drill.PLAYERS; i++) machines.decoys(i);
    }

    @Override
    public List<String> enter(int process) {
        return machines.enter(process);
    }

    @Override
    public String host(int process) {
        return machines.host(process);
    }

    @Override
    public String bind(int process) {
        return "-";
    }

    @Override
    public String directory(String at) {
        return machines.directory(at);
    }

    @Override
    public void close() {
        machines.close();
    }
}
