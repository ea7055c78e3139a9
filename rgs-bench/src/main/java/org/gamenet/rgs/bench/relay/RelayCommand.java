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
        description = "From a player's action to another player's application, by way of the server. "
                + "One JSON line per turn of a peer; of several peers, a last one compares the first with the last.")
public final class RelayCommand implements Callable<Integer> {
    @Option(names = "--peer", defaultValue = "rgs", split = ",", description = "${COMPLETION-CANDIDATES}, or several between commas (default: rgs)")
    private List<Peers> peers = List.of();

    @Mixin private RelayRules rules = new RelayRules();

    @Option(names = "--seconds", defaultValue = "20", paramLabel = "S", description = "how long it is measured (default: 20)")
    private long seconds;

    @Option(names = "--warm-up", defaultValue = "20", paramLabel = "S", description = "how long it runs before that (default: 20)")
    private long warmUp;

    @Option(names = "--turns", defaultValue = "2", paramLabel = "N",
            description = "several peers take so many turns, one after the other, and share the seconds (default: 2)")
    private int turns;

    @Option(names = "--jvm", split = ";", paramLabel = "OPTIONS", description = "further options for the JVM of every process, between semicolons")
    private List<String> jvm = List.of();

    @Override public Integer call() throws IOException, InterruptedException {
        rules.load();                                       // refuses what cannot be before anything is started
        try (Processes processes = new Processes(jvm)) {
            String directory = peers.contains(Peers.rgs) ? DirectoryCommand.start(processes) : "";
            Comparison comparison = new Comparison();
            int rounds = peers.size() > 1 ? Math.max(1, turns) : 1;
            for (int turn = 0; turn < rounds * peers.size(); turn++) {
                Peers peer = peers.get(turn % peers.size());
                String figures = measure(processes, peer, directory, turn, TimeUnit.SECONDS.toMillis(seconds) / rounds);
                comparison.add(peer, figures);
                System.out.println(figures);
                refuseMissing(peer, figures);
            }
            if (comparison.hasSeveral()) System.out.println(comparison.json(peers.get(0), peers.get(peers.size() - 1)));
        }
        return 0;
    }

    /** Figures of a peer that lost something are no figures. */
    private static void refuseMissing(Peers peer, String figures) {
        if (!figures.contains("\"missing\":0,")) throw new IllegalStateException(peer + ": not everything that was sent was shown: " + figures);
    }

    private String measure(Processes processes, Peers peer, String directory, int turn, long millis) throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of("relay-peer", "--peer", peer.name(), "--directory", directory,
                "--warm-up", Long.toString(TimeUnit.SECONDS.toMillis(warmUp)), "--millis", Long.toString(millis)));
        arguments.addAll(rules.arguments());
        return Figures.of(processes, peer + "-" + turn, arguments, TimeUnit.SECONDS.toMillis(warmUp) + millis);
    }
}
