package org.gamenet.rgs.bench.failover;

import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import org.gamenet.rgs.bench.process.DirectoryCommand;
import org.gamenet.rgs.bench.process.Processes;
import org.gamenet.rgs.bench.process.Signals;
import org.gamenet.rgs.bench.report.Json;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Kills servers of real processes and says what that cost. */
@Command(
        name = "failover",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Kills or stops the server of a running game, again and again: one JSON line per run, the "
                + "summary last. Exit code 0 if nothing "
                + "was lost, doubled, stale or left over.")
public final class FailoverCommand implements Callable<Integer> {
    private static final int CHAIN = 10;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(names = "--fault", defaultValue = "kill", description = "${COMPLETION-CANDIDATES} (default: kill)")
    private Fault fault = Fault.kill;

    @Mixin
    private FailoverRules rules = new FailoverRules();

    @Option(
            names = "--beside",
            paramLabel = "STRATEGY",
            description =
                    "plays each run a second time with this strategy (${COMPLETION-CANDIDATES}), and puts what it "
                            + "cost into the summary")
    private @Nullable Strategy beside;

    @Option(names = "--runs", defaultValue = "20", paramLabel = "N", description = "games played (default: 20)")
    private int runs;

    @Option(
            names = "--deaths",
            defaultValue = "0",
            paramLabel = "N",
            description = "of chain: deaths in each run (default: 10)")
    private int deaths;

    @Option(
            names = "--spares",
            defaultValue = "-1",
            paramLabel = "N",
            description = "processes that stand by (default: 1, 2 for chain; 0 where a player serves)")
    private int spares;

    @Option(
            names = "--players-per-jvm",
            defaultValue = "0",
            paramLabel = "N",
            description =
                    "players that share a process (default: 0, all that need not die; 1 with chain and without spares)")
    private int perProcess;

    @Option(
            names = "--settle",
            defaultValue = "6000",
            paramLabel = "MS",
            description =
                    "play before each death (default: 6000, because every process rehearses a recovery beside its first seconds of play)")
    private long settle;

    @Option(
            names = "--patience",
            defaultValue = "15000",
            paramLabel = "MS",
            description = "longest recovery that is waited for (default: 15000)")
    private long patience;

    @Option(
            names = "--jvm",
            split = ";",
            paramLabel = "OPTIONS",
            defaultValue = "-XX:TieredStopAtLevel=1",
            description = "further options for the JVM of every process, between semicolons (default: "
                    + "-XX:TieredStopAtLevel=1, because processes that "
                    + "live for seconds would else compile all the time)")
    private List<String> jvm = List.of();

    @Option(
            names = "--seed",
            defaultValue = "1",
            paramLabel = "N",
            description = "of what is left to chance (default: 1)")
    private long seed;

    @Override
    public Integer call() throws IOException, InterruptedException {
        FailoverPlan plan = plan();
        PrintStream out = System.out;
        Strategy second = beside;
        List<FailoverPlan> plans = second == null ? List.of(plan) : List.of(plan, plan.with(second));
        List<Summary> summaries =
                plans.stream().map(each -> new Summary(each, jvm)).toList();
        Processes processes = new Processes(jvm);
        try (processes;
                Signals signals = new Signals()) {
            String directory = DirectoryCommand.start(processes);
            if (plan.rules().synchronous())
                summaries.get(0).comparedWith(new Run(plan.atOnce(), processes, signals, directory, "at-once").play());
            for (int run = 1; run <= runs; run++) {
                for (int i = 0; i < plans.size(); i++) {
                    String game = "run-" + run + (i == 0 ? "" : "-beside");
                    Outcome outcome = new Run(plans.get(i), processes, signals, directory, game).play();
                    summaries.get(i).add(outcome);
                    out.println(outcome.json(run, plans.get(i)));
                    if (!outcome.good()) processes.keepFolder();
                }
            }
            if (!summaries.stream().allMatch(Summary::good))
                System.err.println("what the processes wrote to standard error: " + processes.folder());
        }
        Json summary = summaries.get(0).json();
        if (second != null) summary.putAll(summaries.get(1).asOther());
        out.println(summary);
        return summaries.stream().allMatch(Summary::good) ? 0 : 1;
    }

    private FailoverPlan plan() {
        boolean spareServes = rules.strategy() == Strategy.spare;
        boolean chain = fault == Fault.chain;
        if (rules.synchronous() && rules.strategy() != Strategy.backup)
            throw new ParameterException(spec.commandLine(), "--sync needs a backup: --strategy backup");
        if (deaths != 0 && !chain)
            throw new ParameterException(
                    spec.commandLine(), "--deaths goes with --fault chain; --runs says how often the others happen");
        if (rules.players() < (spareServes ? 1 : 2) + (fault == Fault.DOUBLE ? 1 : 0)) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--players " + rules.players() + ": nobody would be left to see the game go on");
        }
        int standing = spares >= 0 ? spares : rules.strategy().spares(fault);
        int sharing = rules.strategy().sharing(fault, perProcess);
        return new FailoverPlan(
                fault,
                rules,
                standing,
                sharing,
                !chain ? 1 : deaths == 0 ? CHAIN : deaths,
                settle,
                patience,
                new Random(seed));
    }
}
