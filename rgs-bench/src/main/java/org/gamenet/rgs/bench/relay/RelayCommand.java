package org.gamenet.rgs.bench.relay;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.gamenet.rgs.bench.process.DirectoryCommand;
import org.gamenet.rgs.bench.process.Processes;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Action to remote visible. */
@Command(name = "relay", mixinStandardHelpOptions = true, sortOptions = false,
        description = "From a player's action to another player's application, by way of the server. One JSON line per peer.")
public final class RelayCommand implements Callable<Integer> {
    @Option(names = "--peer", defaultValue = "rgs", split = ",", description = "${COMPLETION-CANDIDATES}, or several between commas (default: rgs)")
    private List<Peers> peers = List.of();

    @Mixin private RelayRules rules = new RelayRules();

    @Option(names = "--seconds", defaultValue = "20", paramLabel = "S", description = "how long it is measured (default: 20)")
    private long seconds;

    @Option(names = "--warm-up", defaultValue = "10", paramLabel = "S", description = "how long it runs before that (default: 10)")
    private long warmUp;

    @Option(names = "--jvm", split = ";", paramLabel = "OPTIONS", description = "further options for the JVM of every process, between semicolons")
    private List<String> jvm = List.of();

    @Override public Integer call() throws IOException, InterruptedException {
        rules.load();                                       // refuses what cannot be before anything is started
        try (Processes processes = new Processes(jvm)) {
            String directory = peers.contains(Peers.rgs) ? DirectoryCommand.start(processes) : "";
            for (int turn = 0; turn < peers.size(); turn++) System.out.println(measure(processes, peers.get(turn), directory, turn));
        }
        return 0;
    }

    private String measure(Processes processes, Peers peer, String directory, int turn) throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of("relay-peer", "--peer", peer.name(), "--directory", directory,
                "--warm-up", Long.toString(TimeUnit.SECONDS.toMillis(warmUp)), "--millis", Long.toString(TimeUnit.SECONDS.toMillis(seconds))));
        arguments.addAll(rules.arguments());
        return Figures.of(processes, peer + "-" + turn, arguments, TimeUnit.SECONDS.toMillis(warmUp + seconds));
    }
}
