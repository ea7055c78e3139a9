package org.gamenet.rgs.bench.failover;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.gamenet.rgs.GameSpec;
import org.gamenet.rgs.bench.options.ByteSize;
import picocli.CommandLine.Option;

/** How the game is played; told to each process by its command line. */
final class FailoverRules {
    @Option(
            names = "--strategy",
            defaultValue = "spare",
            description = "where the new server comes from: ${COMPLETION-CANDIDATES} (default: spare)")
    private Strategy strategy = Strategy.spare;

    @Option(names = "--players", defaultValue = "8", paramLabel = "N", description = "players (default: 8)")
    private int players;

    @Option(
            names = "--package",
            defaultValue = "64KB",
            paramLabel = "SIZE",
            converter = ByteSize.class,
            description =
                    "size of the game's state, which is what is packaged and what the server shows (default: 64KB)")
    private int bodyBytes;

    @Option(
            names = "--frame",
            defaultValue = "10",
            paramLabel = "MS",
            description = "pause of every process's loop between updates (default: 10)")
    private long frameMillis;

    @Option(
            names = "--show",
            defaultValue = "50",
            paramLabel = "MS",
            description = "how often the server shows its state (default: 50)")
    private long chestMillis;

    @Option(
            names = "--coin",
            defaultValue = "100",
            paramLabel = "MS",
            description = "how often each player sends a request (default: 100)")
    private long coinMillis;

    @Option(
            names = "--suspect-after",
            defaultValue = "1000",
            paramLabel = "MS",
            description = "silence that counts as death (default: 1000)")
    private long suspectMillis;

    @Option(
            names = "--package-every",
            defaultValue = "50",
            paramLabel = "MS",
            description = "how often state is packaged, and copied to a backup (default: 50)")
    private long packageMillis;

    @Option(
            names = "--rejoin-within",
            defaultValue = "0",
            paramLabel = "MS",
            description = "how long a lost player is kept in the game (default: 0, not at all)")
    private long keptMillis;

    @Option(
            names = "--sync",
            description = "a synchronous game: what the server shows waits for its backup (with --strategy backup)")
    private boolean synchronous;

    /** The same rules, and this strategy. */
    FailoverRules with(Strategy other) {
        FailoverRules rules = new FailoverRules();
        rules.strategy = other;
        rules.players = players;
        rules.bodyBytes = bodyBytes;
        rules.frameMillis = frameMillis;
        rules.chestMillis = chestMillis;
        rules.coinMillis = coinMillis;
        rules.suspectMillis = suspectMillis;
        rules.packageMillis = packageMillis;
        rules.keptMillis = keptMillis;
        rules.synchronous = synchronous;
        return rules;
    }

    /** The same rules, and lost players kept for so long. */
    FailoverRules keeping(long millis) {
        FailoverRules rules = with(strategy);
        rules.keptMillis = millis;
        return rules;
    }

    /** The same rules, and everything is shown at once. */
    FailoverRules showingAtOnce() {
        FailoverRules rules = with(strategy);
        rules.synchronous = false;
        return rules;
    }

    /** Whether what the server shows waits for its backup. */
    boolean synchronous() {
        return synchronous;
    }

    /** Whether lost players are kept. */
    boolean keeps() {
        return keptMillis > 0;
    }

    Strategy strategy() {
        return strategy;
    }

    int players() {
        return players;
    }

    int bodyBytes() {
        return bodyBytes;
    }

    long frameMillis() {
        return frameMillis;
    }

    long chestMillis() {
        return chestMillis;
    }

    long coinMillis() {
        return coinMillis;
    }

    long suspectMillis() {
        return suspectMillis;
    }

    long packageMillis() {
        return packageMillis;
    }

    GameSpec spec(String game) {
        GameSpec spec = GameSpec.clientServer(game, players)
                .failover(strategy.ways())
                .packageEvery(Duration.ofMillis(packageMillis))
                .suspectAfter(Duration.ofMillis(suspectMillis))
                .rejoinWithin(Duration.ofMillis(keptMillis));
        return synchronous ? spec.synchronous() : spec;
    }

    /** The same rules as a command line. */
    List<String> arguments() {
        List<String> all = new ArrayList<>(List.of(
                "--strategy",
                strategy.name(),
                "--players",
                Integer.toString(players),
                "--package",
                Integer.toString(bodyBytes),
                "--frame",
                Long.toString(frameMillis),
                "--show",
                Long.toString(chestMillis),
                "--coin",
                Long.toString(coinMillis),
                "--suspect-after",
                Long.toString(suspectMillis),
                "--package-every",
                Long.toString(packageMillis),
                "--rejoin-within",
                Long.toString(keptMillis)));
        if (synchronous) all.add("--sync");
        return all;
    }
}
