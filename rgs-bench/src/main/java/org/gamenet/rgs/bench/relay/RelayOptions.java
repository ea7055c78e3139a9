package org.gamenet.rgs.bench.relay;

import java.util.ArrayList;
import java.util.List;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.bench.process.MemoryOptions;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The load of a relay, and its processes. */
final class RelayOptions {
    private static final List<String> REAL_TIME = List.of("chrt", "-r", "10");

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
            names = "--jvm",
            split = ";",
            paramLabel = "OPTIONS",
            description = "further options for the JVM of every process, between semicolons")
    private List<String> jvm = List.of();

    private String directory = "";

    /** Refuses what cannot be before anything is started. */
    void check() {
        rules.load();
        if (delivery == Delivery.TOTAL_ORDER)
            throw new IllegalArgumentException("TOTAL_ORDER is no way to the server: what relays is ordered by it");
        if (warmUp < 0) throw new IllegalArgumentException("a warm-up of 0 s or more");
    }

    /** Where the directory listens, once it does. */
    void directory(String where) {
        directory = where;
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
        return realTime ? REAL_TIME : List.of();
    }

    /** For both ends. */
    List<String> arguments() {
        List<String> arguments = new ArrayList<>(rules.arguments());
        arguments.addAll(List.of("--directory", directory, "--delivery", delivery.name()));
        return arguments;
    }
}
