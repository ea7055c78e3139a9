package org.gamenet.rgs.bench.relay;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.bench.ground.Namespaces;
import org.gamenet.rgs.bench.options.MemoryOptions;
import org.gamenet.rgs.bench.process.DirectoryCommand;
import org.gamenet.rgs.bench.process.Processes;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The load of a relay, and its processes. */
final class RelayOptions {
    private static final List<String> REAL_TIME = List.of("chrt", "-r", "10");
    private static final int MOST_LOSS = 50;

    @Mixin
    private RelayRules rules = new RelayRules();

    @Option(
            names = "--delivery",
            defaultValue = "RELIABLE_ORDERED",
            paramLabel = "HOW",
            description =
                    "RELIABLE_ORDERED, RELIABLE_UNORDERED, UNRELIABLE or UNRELIABLE_SEQUENCED (default: RELIABLE_ORDERED)")
    private Delivery delivery = Delivery.RELIABLE_ORDERED;

    @Option(
            names = "--warm-up",
            defaultValue = "20",
            paramLabel = "S",
            description = "how long it runs before it is measured, most of it with more load (default: 20)")
    private long warmUp;

    @Mixin
    private MemoryOptions memory = new MemoryOptions();

    @Option(
            names = "--real-time",
            description = "real-time threads, by chrt: less of what else the machine does is measured")
    private boolean realTime;

    @Option(
            names = "--loss",
            defaultValue = "0",
            paramLabel = "PERCENT",
            description = "all of it in a network namespace that loses so much of what is sent (default: 0, in none)")
    private int loss;

    @Option(
            names = "--jvm",
            split = ";",
            paramLabel = "OPTIONS",
            description = "further options for the JVM of every process, between semicolons")
    private List<String> jvm = List.of();

    private String directory = "";
    private List<String> network = List.of();

    /** Refuses what cannot be before anything is started. */
    void check() {
        rules.load();
        if (delivery == Delivery.TOTAL_ORDER)
            throw new IllegalArgumentException("TOTAL_ORDER is no way to the server: what relays is ordered by it");
        if (warmUp < 0) throw new IllegalArgumentException("a warm-up of 0 s or more");
        if (loss < 0 || loss > MOST_LOSS)
            throw new IllegalArgumentException("a loss of 0 to " + MOST_LOSS + " percent, not " + loss);
    }

    /**
     * The network that all processes share, or null if it is this one's.
     *
     * @throws IOException if this machine has no namespaces to give
     */
    @Nullable
    Namespaces network() throws IOException {
        if (loss == 0) return null;
        Namespaces made = new Namespaces("rgs" + ProcessHandle.current().pid() % 10_000 + "r", 0);
        try {
            made.isolated("0", true, List.of());
            made.loseOwn(0, loss);
        } catch (IOException refused) {
            made.close();
            throw refused;
        }
        network = made.enter(0);
        return made;
    }

    int loss() {
        return loss;
    }

    /** Starts the directory of all. */
    void startDirectory(Processes processes) throws IOException, InterruptedException {
        directory = DirectoryCommand.start(processes, network);
    }

    RelayRules rules() {
        return rules;
    }

    Delivery delivery() {
        return delivery;
    }

    boolean mayLose() {
        return Setting.mayLose(delivery);
    }

    long warmUpSeconds() {
        return warmUp;
    }

    String serverMemory() {
        return memory.server();
    }

    String playersMemory() {
        return memory.players();
    }

    boolean realTime() {
        return realTime;
    }

    List<String> jvm() {
        return jvm;
    }

    List<String> enter() {
        List<String> enter = new ArrayList<>(network);
        if (realTime) enter.addAll(REAL_TIME);
        return enter;
    }

    /** For both ends. */
    List<String> arguments() {
        List<String> arguments = new ArrayList<>(rules.arguments());
        arguments.addAll(List.of("--directory", directory, "--delivery", delivery.name()));
        return arguments;
    }
}
