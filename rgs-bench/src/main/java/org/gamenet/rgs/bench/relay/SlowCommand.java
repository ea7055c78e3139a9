package org.gamenet.rgs.bench.relay;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.gamenet.rgs.bench.process.ChildProcess;
import org.gamenet.rgs.bench.process.DirectoryCommand;
import org.gamenet.rgs.bench.process.Processes;
import org.gamenet.rgs.bench.process.SharedClock;
import org.gamenet.rgs.bench.report.Json;
import org.gamenet.rgs.bench.report.Machine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures the cost of one slow reader. */
@Command(
        name = "slow",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "One of the receivers reads at a tenth of the rate: how old is what it is shown, what "
                + "does the sender's heap do, what do the "
                + "others notice; and with more reliable messages than it reads, when is it put out, and is it alone.")
public final class SlowCommand implements Callable<Integer> {
    private static final long CONNECT_MILLIS = 60_000;

    @Mixin
    private RelayRules rules = new RelayRules();

    @Option(
            names = "--seconds",
            defaultValue = "15",
            paramLabel = "S",
            description = "of the first two phases (default: 15)")
    private long seconds;

    @Option(names = "--flood", defaultValue = "60", paramLabel = "S", description = "longest flood (default: 60)")
    private long flood;

    @Option(
            names = "--warm-up",
            defaultValue = "10",
            paramLabel = "S",
            description = "before the first phase (default: 10)")
    private long warmUp;

    private final List<String> left = new ArrayList<>();
    private Trend heap = new Trend();
    private boolean serves;
    private boolean in;
    private String told = "";
    private String closed = "";
    private boolean refused;

    @Override
    public Integer call() throws IOException, InterruptedException {
        rules.load();
        try (Processes processes = new Processes()) {
            String directory = DirectoryCommand.start(processes);
            ChildProcess server = start(processes, "slow-server", directory);
            if (!listen(processes, CONNECT_MILLIS, () -> serves))
                throw new IOException("the server did not serve after 60 s");
            ChildProcess players = start(processes, "slow-players", directory);
            if (!listen(processes, CONNECT_MILLIS, () -> in))
                throw new IOException("the players were not all in the game after 60 s");
            listen(processes, TimeUnit.SECONDS.toMillis(warmUp), () -> false);
            Trend even = phase(processes, List.of(server, players), SlowPhase.even, seconds);
            Trend slow = phase(processes, List.of(server, players), SlowPhase.slow, seconds);
            long begin = SharedClock.now();
            Trend flooded = phase(processes, List.of(server, players), SlowPhase.flood, flood);
            double floodSeconds = (SharedClock.now() - begin) / 1e9;
            players.tell("tell");
            if (!listen(processes, CONNECT_MILLIS, () -> !told.isEmpty()))
                throw new IOException("the players did not tell what they saw");
            boolean alone =
                    !left.isEmpty() && left.stream().allMatch(who -> who.startsWith(SlowPlayers.SLOW + "\tCRASHED"));
            Json json = new Json()
                    .put("bench", "slow")
                    .put("players", rules.players())
                    .put("rate", rules.rate())
                    .put("size", rules.size())
                    .put("interval_ms", 1_000.0 / rules.rate())
                    .put("sender_heap_even", even.json())
                    .put("sender_heap_slow", slow.json())
                    .put("sender_heap_flood", flooded.json())
                    .put("flood_s", floodSeconds)
                    .put("put_out_alone", alone)
                    .put("put_out_times", left.size())
                    .put("slow_reader_closed", closed)
                    .put("sender_was_refused", refused)
                    .put("load_average", Machine.loadAverage());
            String line = json.toString();
            System.out.println(line.substring(0, line.length() - 1) + "," + told.substring(1));
            if (alone) return 0;
            processes.keepFolder();
            System.err.println(
                    "the slow reader was not put out, or not alone; what the processes wrote to standard error: "
                            + processes.folder());
            return 1;
        }
    }

    private ChildProcess start(Processes processes, String command, String directory)
            throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of(command, "--directory", directory));
        arguments.addAll(rules.arguments());
        ChildProcess child = processes.start(command, arguments);
        SharedClock.check(child);
        return child;
    }

    private Trend phase(Processes processes, List<ChildProcess> children, SlowPhase phase, long longest)
            throws IOException, InterruptedException {
        heap = new Trend();
        children.forEach(child -> child.tell(phase.name()));
        listen(processes, TimeUnit.SECONDS.toMillis(longest), () -> phase == SlowPhase.flood && !left.isEmpty());
        if (phase == SlowPhase.flood) listen(processes, 3_000, () -> false);
        return heap;
    }

    private boolean listen(Processes processes, long millis, BooleanSupplier enough)
            throws IOException, InterruptedException {
        long begin = SharedClock.now();
        long end = begin + TimeUnit.MILLISECONDS.toNanos(millis);
        while (!enough.getAsBoolean()) {
            if (SharedClock.now() > end) return false;
            Processes.Heard heard = processes.hear(20);
            if (heard == null) continue;
            String line = heard.line();
            if (line == null) {
                processes.keepFolder();
                throw new IOException(heard.from().label() + " ended by itself; what it wrote to standard error: "
                        + processes.folder());
            }
            take(line, (SharedClock.now() - begin) / 1e9);
        }
        return true;
    }

    private void take(String line, double second) {
        int tab = line.indexOf('\t');
        String rest = line.substring(tab + 1);
        switch (tab < 0 ? line : line.substring(0, tab)) {
            case "serves" -> serves = true;
            case "in" -> in = true;
            case "heap" -> heap.add(second, Long.parseLong(rest));
            case "left" -> left.add(rest);
            case "closed" -> closed = rest;
            case "refused" -> refused = true;
            case "told" -> told = rest;
            default -> System.err.println(line);
        }
    }
}
