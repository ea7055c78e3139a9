package org.gamenet.rgs.bench.failover;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import org.gamenet.rgs.bench.process.DirectoryCommand;
import org.gamenet.rgs.bench.process.Processes;
import org.gamenet.rgs.bench.process.Signals;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Hands a running game over, from one player's process to another's, and says what the others saw of it. */
@Command(
        name = "handover",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Hands a running game over from the process that serves to its backup, again and again, and measures the "
                        + "longest time without a new world at each player that looks on. The summary is the last line. "
                        + "Exit code 0 if each was handed over, or refused where it had to be, nobody's game stood still or "
                        + "went back, each request took effect once, and 99 of 100 gaps were at most 100 ms.")
public final class HandoverCommand implements Callable<Integer> {
    private static final int PLAYERS_LEAST = 3;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private FailoverRules rules = new FailoverRules();

    @Option(names = "--runs", defaultValue = "50", paramLabel = "N", description = "handovers (default: 50)")
    private int runs;

    @Option(
            names = "--to",
            defaultValue = "backup",
            description = "who is to take it: ${COMPLETION-CANDIDATES} (default: backup)")
    private Taker taker = Taker.backup;

    @Option(
            names = "--settle",
            defaultValue = "500",
            paramLabel = "MS",
            description = "undisturbed play after each (default: 500)")
    private long settle;

    @Option(
            names = "--warm",
            defaultValue = "6000",
            paramLabel = "MS",
            description =
                    "undisturbed play before the first (default: 6000, because every process rehearses beside its first seconds of play)")
    private long warm;

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (runs < 1 || rules.players() < PLAYERS_LEAST)
            throw new ParameterException(
                    spec.commandLine(),
                    "--runs is at least 1, --players " + PLAYERS_LEAST + ": one serves, one takes it, one looks on");
        HandedGame handed;
        Processes processes = new Processes(List.of("-XX:TieredStopAtLevel=1"));
        try (processes;
                Signals signals = new Signals()) {
            String directory = DirectoryCommand.start(processes);
            FailoverRules backed = rules.with(Strategy.backup);
            handed = new HandedGame(
                    new Crew(processes, directory, "handover", backed),
                    signals,
                    backed,
                    new HandedGame.Plan(taker, runs, settle, warm));
            handed.play();
            if (!handed.good()) {
                processes.keepFolder();
                System.err.println("what the processes wrote to standard error: " + processes.folder());
            }
        }
        System.out.println(handed.json());
        return handed.good() ? 0 : 1;
    }
}
