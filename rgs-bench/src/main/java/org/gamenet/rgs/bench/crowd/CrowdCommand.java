package org.gamenet.rgs.bench.crowd;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.gamenet.rgs.bench.options.MemoryOptions;
import org.gamenet.rgs.bench.process.ChildProcess;
import org.gamenet.rgs.bench.process.DirectoryCommand;
import org.gamenet.rgs.bench.process.Processes;
import org.gamenet.rgs.bench.process.Processes.Launch;
import org.gamenet.rgs.bench.report.Durations;
import org.gamenet.rgs.bench.report.Json;
import org.gamenet.rgs.bench.report.Machine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Many players in one game, in one process; their server has another. */
@Command(
        name = "crowd",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "A game with many players in which nothing is said: the threads and the memory that it takes, how busy "
                        + "its server is, and how long the last player takes to come in, again and again. The last line is JSON. Exit "
                        + "code 1 if somebody was put out, or did not come in.")
public final class CrowdCommand implements Callable<Integer> {
    private static final int MOST = 128;
    private static final long PATIENCE_MILLIS = TimeUnit.SECONDS.toMillis(120);

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(names = "--players", defaultValue = "64", paramLabel = "N", description = "2 to 128 (default: 64)")
    private int players;

    @Option(
            names = "--joins",
            defaultValue = "20",
            paramLabel = "N",
            description = "how often the last one comes and goes (default: 20)")
    private int joins;

    @Option(
            names = "--warm-up",
            defaultValue = "60",
            paramLabel = "S",
            description = "how long nothing happens before that, while the compiler still works (default: 60)")
    private int warmUp;

    @Option(
            names = "--idle",
            defaultValue = "60",
            paramLabel = "S",
            description = "how long the server's processor time is measured (default: 60)")
    private int idle;

    @Mixin
    private MemoryOptions memory = new MemoryOptions();

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (players < 2 || players > MOST) throw new ParameterException(spec.commandLine(), "--players is 2 to 128");
        if (joins < 1 || idle < 1 || warmUp < 1)
            throw new ParameterException(spec.commandLine(), "--joins, --warm-up and --idle are 1 at least");
        try (Processes processes = new Processes()) {
            String directory = DirectoryCommand.start(processes);
            ChildProcess server = start(processes, "server", memory.server(), directory);
            ask(processes, server, CrowdEnd.OPEN);
            ChildProcess all = start(processes, "players", memory.players(), directory);
            Durations coming = new Durations();
            for (int i = 1; i < players; i++) ask(processes, all, CrowdEnd.JOIN);
            for (int i = 0; i < joins; i++) {
                if (i > 0) ask(processes, all, CrowdEnd.LEAVE);
                coming.add(TimeUnit.MICROSECONDS.toNanos(ask(processes, all, CrowdEnd.JOIN)));
            }
            double warmingUp = busyPercent(processes, server, warmUp);
            double busy = busyPercent(processes, server, idle);
            Json json = new Json().put("bench", "crowd").put("players", players).put("joins", joins);
            coming.putInto(json, "join");
            json.put("idle_seconds", idle).put("server_idle_cpu_percent", busy);
            json.put("warm_up_seconds", warmUp).put("server_warm_up_cpu_percent", warmingUp);
            json.put("server_threads", ask(processes, server, CrowdEnd.THREADS));
            json.put("threads_per_player", ask(processes, all, CrowdEnd.THREADS) / (double) players);
            json.put("server_heap_mb", ask(processes, server, CrowdEnd.HEAP) / 1e6);
            json.put("players_heap_mb", ask(processes, all, CrowdEnd.HEAP) / 1e6);
            long frozen = ask(processes, all, CrowdEnd.FROZEN);
            json.put("frozen", frozen).put("load_average", Machine.loadAverage());
            System.out.println(json);
            return frozen == 0 ? 0 : 1;
        }
    }

    /** How busy it is while nothing happens, of one core. */
    private static double busyPercent(Processes processes, ChildProcess server, int seconds)
            throws IOException, InterruptedException {
        long before = server.cpuNanos();
        checkSilence(processes, seconds);
        return 100 * (server.cpuNanos() - before) / (double) TimeUnit.SECONDS.toNanos(seconds);
    }

    /** Nobody is asked anything meanwhile: a line is the end of a process, or a fault. */
    private static void checkSilence(Processes processes, int seconds) throws IOException, InterruptedException {
        Processes.Heard unasked = processes.hear(TimeUnit.SECONDS.toMillis(seconds));
        if (unasked == null) return;
        processes.keepFolder();
        throw new IOException(
                unasked.from().label() + " said unasked: " + unasked.line() + "; see " + processes.folder());
    }

    private ChildProcess start(Processes processes, String what, String memory, String directory) throws IOException {
        return processes.start(
                what,
                new Launch(List.of(), List.of("-Xmx" + memory)),
                List.of("crowd-" + what, "--directory", directory, "--players", "" + players));
    }

    private static long ask(Processes processes, ChildProcess child, String what)
            throws IOException, InterruptedException {
        child.tell(what);
        Processes.Heard heard = processes.hear(PATIENCE_MILLIS);
        String line = heard == null ? null : heard.line();
        if (line == null || !line.startsWith(what + " ")) {
            processes.keepFolder();
            throw new IOException(
                    child.label() + " does not answer to " + what + " but " + line + "; see " + processes.folder());
        }
        return Long.parseLong(line.substring(what.length() + 1));
    }
}
