package org.gamenet.rgs.bench.age;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.gamenet.rgs.bench.age.AgeLine.Point;
import org.gamenet.rgs.bench.process.DirectoryCommand;
import org.gamenet.rgs.bench.process.Processes;
import org.gamenet.rgs.bench.report.Json;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Follows data from one player's action to another player's screen. */
@Command(
        name = "age",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "How old data are at five points of their way from a player's action to the others' "
                + "screens: a summary as JSON, all of them as CSV, "
                + "and a chart. Exit code 0 if the mean on the screen is within one send "
                + "interval, half a round trip and one frame.")
public final class AgeCommand implements Callable<Integer> {
    private static final long START_MILLIS = 30_000;
    private static final double CHART_SECONDS = 1.5;
    /** Half a round trip on loopback, and what the processes wait for a processor. */
    private static final double SLACK_MILLIS = 5;

    @Mixin
    private AgeRules rules = new AgeRules();

    @Option(
            names = "--players",
            defaultValue = "4",
            paramLabel = "N",
            description = "each in a process of its own; the first serves as well (default: 4)")
    private int players;

    @Option(
            names = "--seconds",
            defaultValue = "20",
            paramLabel = "S",
            description = "how long is measured (default: 20)")
    private int seconds;

    @Option(names = "--warm-up", defaultValue = "5", paramLabel = "S", description = "played before that (default: 5)")
    private int warmUp;

    @Option(names = "--csv", paramLabel = "FILE", description = "where each datum is written")
    private @Nullable Path csv;

    @Option(names = "--svg", paramLabel = "FILE", description = "where the chart is drawn")
    private @Nullable Path svg;

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (players < 2)
            throw new IllegalArgumentException("--players " + players + ": nobody would see what another does");
        List<AgeLine> ages = new ArrayList<>();
        try (Processes processes = new Processes(List.of("-XX:TieredStopAtLevel=1"))) {
            String directory = DirectoryCommand.start(processes);
            for (int i = 1; i <= players; i++) start(processes, directory, "player-" + i);
            collect(processes, warmUp, new ArrayList<>());
            collect(processes, seconds, ages);
        }
        if (ages.isEmpty()) throw new IOException("nothing was followed to any screen");
        AgeSummary summary = new AgeSummary(ages);
        double most = 1_000.0 / rules.sendsPerSecond
                + rules.latencyMillis * 2
                + rules.jitterMillis
                + SLACK_MILLIS
                + 1_000.0 / rules.framesPerSecond;
        double mean = summary.meanMillis(Point.CLIENT_GRAPHICS);
        if (csv != null)
            Files.writeString(
                    csv,
                    AgeLine.HEAD + "\n"
                            + String.join(
                                    "\n", ages.stream().map(AgeLine::format).toList()) + "\n");
        if (svg != null) Files.writeString(svg, chart(ages, summary));
        Json json = new Json()
                .put("bench", "age")
                .put("players", (long) players)
                .put("fps", (long) rules.framesPerSecond)
                .put("sends_per_second", (long) rules.sendsPerSecond)
                .putAll(summary.json())
                .put("most_mean_ms", most)
                .put("good", mean <= most);
        System.out.println(json);
        return mean <= most ? 0 : 1;
    }

    private void start(Processes processes, String directory, String name) throws IOException, InterruptedException {
        List<String> arguments = rules.arguments();
        arguments.addAll(0, List.of("age-player", "--directory", directory, "--name", name));
        processes.start(name, arguments);
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(START_MILLIS);
        while (System.nanoTime() < deadline) {
            Processes.Heard heard = processes.hear(100);
            if (heard == null || !heard.from().label().equals(name)) continue;
            if (AgePlayer.PLAYING.equals(heard.line())) return;
            if (heard.line() == null) break;
        }
        processes.keepFolder();
        throw new IOException(name + " does not play; what it wrote to standard error: " + processes.folder());
    }

    private static void collect(Processes processes, int forSeconds, List<AgeLine> into) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(forSeconds);
        for (long left = forSeconds * 1_000L;
                left > 0;
                left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime())) {
            Processes.Heard heard = processes.hear(left);
            if (heard == null) continue;
            String line = heard.line();
            if (line == null) throw new IllegalStateException(heard.from().label() + " has ended");
            if (!line.equals(AgePlayer.PLAYING)) into.add(AgeLine.parse(line));
        }
    }

    /** The last player's picture in the middle of the run: a second and a half, as in the source. */
    private String chart(List<AgeLine> ages, AgeSummary summary) {
        String viewer = "player-" + players;
        List<AgeLine> seen = ages.stream()
                .filter(a -> a.viewer().equals(viewer))
                .sorted(Comparator.comparingDouble(AgeLine::actedAt))
                .toList();
        if (seen.isEmpty()) throw new IllegalStateException(viewer + " saw nothing");
        double from = seen.get(seen.size() / 2).actedAt();
        List<AgeLine> shown = seen.stream()
                .filter(a -> a.actedAt() >= from
                        && a.actedAt() + a.at(Point.CLIENT_GRAPHICS) / 1_000 <= from + CHART_SECONDS)
                .toList();
        return AgeChart.draw(
                "Age of data on the way to one player's screen: " + players + " players, " + rules.framesPerSecond
                        + " frames and " + rules.sendsPerSecond + " sends a second",
                shown,
                from,
                CHART_SECONDS,
                summary);
    }
}
