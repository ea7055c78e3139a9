package org.gamenet.rgs.bench.relay;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.gamenet.rgs.bench.process.DirectoryCommand;
import org.gamenet.rgs.bench.process.Processes;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Whether the heap stays flat. */
@Command(
        name = "heap",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "The heap that a game at its ordinary rate uses, after one collection after another. Exit code 0 if it does not grow.")
public final class HeapCommand implements Callable<Integer> {

    @Mixin
    private RelayRules rules = new RelayRules();

    @Option(names = "--minutes", defaultValue = "10", paramLabel = "M", description = "how long (default: 10)")
    private double minutes;

    @Option(
            names = "--every",
            defaultValue = "5",
            paramLabel = "S",
            description = "seconds between two collections (default: 5)")
    private long every;

    @Option(
            names = "--warm-up",
            defaultValue = "30",
            paramLabel = "S",
            description = "play before the first (default: 30)")
    private long warmUp;

    @Override
    public Integer call() throws Exception {
        rules.load();
        long millis = (long) (minutes * TimeUnit.MINUTES.toMillis(1));
        try (Processes processes = new Processes()) {
            String directory = DirectoryCommand.start(processes);
            List<String> arguments = new ArrayList<>(List.of(
                    "heap-game",
                    "--directory",
                    directory,
                    "--warm-up",
                    Long.toString(TimeUnit.SECONDS.toMillis(warmUp)),
                    "--millis",
                    Long.toString(millis),
                    "--every",
                    Long.toString(TimeUnit.SECONDS.toMillis(every))));
            arguments.addAll(rules.arguments());
            String figures = Figures.of(processes, "heap", arguments, TimeUnit.SECONDS.toMillis(warmUp) + millis);
            System.out.println(figures);
            return figures.contains("\"flat\":true") ? 0 : 1;
        }
    }
}
