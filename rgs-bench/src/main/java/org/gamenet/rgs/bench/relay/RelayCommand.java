package org.gamenet.rgs.bench.relay;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.gamenet.rgs.bench.ground.Namespaces;
import org.gamenet.rgs.bench.process.Processes;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Action to remote visible. */
@Command(
        name = "relay",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "From a player's action to another player's application, by way of the server. "
                + "One JSON line per turn of a peer; of several peers, a last one has the medians "
                + "of all, and compares the first with the last.")
public final class RelayCommand implements Callable<Integer> {
    @Option(
            names = "--peer",
            defaultValue = "rgs",
            split = ",",
            description = "${COMPLETION-CANDIDATES}, or several between commas (default: rgs)")
    private List<Peers> peers = List.of();

    @Mixin
    private RelayOptions options = new RelayOptions();

    @Option(
            names = "--seconds",
            defaultValue = "20",
            paramLabel = "S",
            description = "how long it is measured (default: 20)")
    private double seconds;

    @Option(
            names = "--turns",
            defaultValue = "2",
            paramLabel = "N",
            description = "several peers take so many turns, one after the other, and share the seconds (default: 2)")
    private int turns;

    @Option(
            names = "--fan-out",
            defaultValue = "0",
            paramLabel = "S",
            description = "after the load of each turn, the server sends to all of itself for so long, as fast "
                    + "as it goes, and then at half of that "
                    + "(default: 0, not at all; never with a delivery that may lose)")
    private double fanOut;

    @Option(names = "--svg", paramLabel = "FILE", description = "of several peers, draw the last line")
    private @Nullable Path svg;

    @Override
    public Integer call() throws IOException, InterruptedException {
        check();
        try (Namespaces network = options.network();
                Processes processes = new Processes(options.jvm())) {
            if (peers.stream().anyMatch(Peers::needsDirectory)) options.startDirectory(processes);
            Comparison comparison = new Comparison(peers);
            int rounds = comparison.hasSeveral() ? turns : 1;
            RelayMeasure measure =
                    new RelayMeasure(options, (long) (TimeUnit.SECONDS.toMillis(1) * seconds / rounds), (long)
                            (TimeUnit.SECONDS.toMillis(1) * fanOut));
            boolean good = true;
            for (int turn = 0; turn < rounds; turn++) {
                for (Peers peer : comparison.peers()) good &= turn(processes, comparison, measure, peer, turn);
            }
            if (comparison.hasSeveral()) {
                if (svg != null) Files.writeString(svg, RelayChart.draw(comparison, options));
                System.out.println(comparison.json());
            }
            return good ? 0 : 1;
        }
    }

    private void check() {
        options.check();
        if (!(seconds > 0)) throw new IllegalArgumentException("measure for more than 0 s, not " + seconds);
        if (turns < 1) throw new IllegalArgumentException("at least one turn, not " + turns);
        if (!(fanOut >= 0)) throw new IllegalArgumentException("a fan-out of 0 s or more, not " + fanOut);
    }

    /** A peer that breaks, or loses what must arrive, has no figures; the others go on. */
    private boolean turn(Processes processes, Comparison comparison, RelayMeasure measure, Peers peer, int turn)
            throws InterruptedException {
        String figures;
        try {
            figures = measure.of(processes, peer, turn).toString();
        } catch (IOException | IllegalStateException broken) {
            System.err.println(broken.getMessage());
            return false;
        }
        System.out.println(figures);
        if (!options.mayLose() && !figures.contains("\"missing\":0,")) {
            System.err.println(peer + ": not everything that was sent was shown: " + figures);
            return false;
        }
        comparison.add(peer, figures);
        return true;
    }
}
