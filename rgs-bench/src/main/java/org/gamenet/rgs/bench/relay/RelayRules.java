package org.gamenet.rgs.bench.relay;

import java.util.List;
import org.gamenet.rgs.bench.options.ByteSize;
import picocli.CommandLine.Option;

/** How much is relayed. */
final class RelayRules {
    @Option(
            names = "--players",
            defaultValue = "8",
            paramLabel = "N",
            description = "players, besides the server (default: 8)")
    private int players;

    @Option(
            names = "--rate",
            defaultValue = "30",
            paramLabel = "HZ",
            description = "actions of each player a second (default: 30)")
    private int rate;

    @Option(
            names = "--size",
            defaultValue = "100",
            paramLabel = "SIZE",
            converter = ByteSize.class,
            description = "bytes of an action (default: 100)")
    private int size;

    int players() {
        return players;
    }

    int rate() {
        return rate;
    }

    int size() {
        return size;
    }

    Load load() {
        return new Load(players, rate, size);
    }

    List<String> arguments() {
        return List.of(
                "--players",
                Integer.toString(players),
                "--rate",
                Integer.toString(rate),
                "--size",
                Integer.toString(size));
    }
}
