package org.gamenet.rgs.bench.age;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.gamenet.rgs.Conditions;
import picocli.CommandLine.Option;

/** How it is played. */
final class AgeRules {
    @Option(names = "--fps", defaultValue = "60", paramLabel = "N", description = "frames a second (default: 60)")
    int framesPerSecond;

    @Option(
            names = "--sends",
            defaultValue = "30",
            paramLabel = "N",
            description = "sends a second, of players and of the server (default: 30)")
    int sendsPerSecond;

    @Option(
            names = "--latency",
            defaultValue = "0",
            paramLabel = "MS",
            description = "added to what leaves each process (default: 0)")
    long latencyMillis;

    @Option(names = "--jitter", defaultValue = "0", paramLabel = "MS", description = "up to so much more (default: 0)")
    long jitterMillis;

    @Option(
            names = "--loss",
            defaultValue = "0",
            paramLabel = "SHARE",
            description = "share of unreliable messages lost (default: 0)")
    double loss;

    Conditions conditions() {
        return new Conditions(Duration.ofMillis(latencyMillis), Duration.ofMillis(jitterMillis), loss, 0, 0);
    }

    int framesPerSend() {
        return Math.max(1, framesPerSecond / sendsPerSecond);
    }

    /** As they are written on a command line. */
    List<String> arguments() {
        return new ArrayList<>(List.of(
                "--fps=" + framesPerSecond,
                "--sends=" + sendsPerSecond,
                "--latency=" + latencyMillis,
                "--jitter=" + jitterMillis,
                "--loss=" + loss));
    }
}
