package org.gamenet.rgs.bench.split;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Kills whoever serves a game without a directory, cuts its network in two, and lets the parts meet again. */
@Command(
        name = "split",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "A game of equals without a directory: whoever serves is killed, then the network is cut in two parts, with --heal "
                        + "they meet again. One readable line per run, the summary last, as JSON. Needs a Linux where it may make "
                        + "network namespaces. Exit code 0 if there was one history, the minority played nothing, nobody was lost "
                        + "or stuck, and whoever changed sides was told.")
public final class SplitCommand implements Callable<Integer> {
    private static final int MOST = 8;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(names = "--members", defaultValue = "3", paramLabel = "N", description = "2 to 8 (default: 3)")
    private int members;

    @Option(names = "--runs", defaultValue = "20", paramLabel = "N", description = "games played (default: 20)")
    private int runs;

    @Option(
            names = "--seed",
            defaultValue = "1",
            paramLabel = "N",
            description = "of the first run's cut; the next has the next seed (default: 1)")
    private long seed;

    @Option(
            names = "--arbiter",
            defaultValue = "by-size",
            description = "who decides which part has the game: ${COMPLETION-CANDIDATES} (default: by-size)")
    private SplitPlan.Rule arbiter = SplitPlan.Rule.BY_SIZE;

    @Option(names = "--heal", description = "the parts meet again, and are to be one game")
    private boolean heal;

    @Option(names = "--no-kill", description = "nobody is killed before the cut")
    private boolean spare;

    @Option(
            names = "--cut",
            paramLabel = "MS",
            description = "how long the network is cut (default: 4000, and 15000 where both parts play on)")
    private @Nullable Long cut;

    @Option(
            names = "--with",
            defaultValue = "-1",
            paramLabel = "N",
            description = "how many others the cut leaves with whoever serves (default: drawn from the seed)")
    private int with;

    @Option(
            names = "--settle",
            defaultValue = "6000",
            paramLabel = "MS",
            description =
                    "play before the death and before the cut (default: 6000, because every process rehearses a recovery beside its "
                            + "first seconds)")
    private long settle;

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (members < 2 || members > MOST) throw new ParameterException(spec.commandLine(), "--members is 2 to 8");
        if (runs < 1) throw new ParameterException(spec.commandLine(), "--runs is 1 at least");
        if (with > members - 2)
            throw new ParameterException(spec.commandLine(), "--with leaves one at least on the other side");
        SplitPlan plan = new SplitPlan(members, arbiter, settle, 0, heal, !spare, with);
        long millis = cut != null ? cut : plan.isMajority() ? 4_000 : 15_000;
        Splits splits = new Splits(new SplitPlan(members, arbiter, settle, millis, heal, !spare, with), seed);
        splits.play(runs, System.out::println);
        return splits.isGood() ? 0 : 1;
    }
}
