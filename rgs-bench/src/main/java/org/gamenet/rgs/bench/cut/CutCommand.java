package org.gamenet.rgs.bench.cut;

import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Cuts the network of real processes, heals it, and says what the players would have noticed. */
@Command(
        name = "cut",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Cuts the network between the processes of a running game, and heals it: one readable line per run, the summary "
                        + "last, as JSON. Needs a Linux where it may make network namespaces. Exit code 0 "
                        + "if nothing was lost, doubled, closed or "
                        + "told wrongly, and nobody stood still for too long.")
public final class CutCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--runs",
            defaultValue = "20",
            paramLabel = "N",
            description = "games played, each with a cut (default: 20)")
    private int runs;

    @Option(
            names = "--seed",
            defaultValue = "1",
            paramLabel = "N",
            description = "of the first run's cut; the next has the next seed (default: 1)")
    private long seed;

    @Option(names = "--story", defaultValue = "any", description = "${COMPLETION-CANDIDATES} (default: any)")
    private CutStory story = CutStory.any;

    @Option(
            names = "--spares",
            defaultValue = "0",
            paramLabel = "N",
            description = "processes that stand by, 0 or 1 (default: 0)")
    private int spares;

    @Option(
            names = "--longest",
            defaultValue = "20000",
            paramLabel = "MS",
            description = "the longest cut that is drawn with --story any (default: 20000)")
    private int longest;

    @Option(
            names = "--settle",
            defaultValue = "6000",
            paramLabel = "MS",
            description =
                    "play before the cut (default: 6000, because every process rehearses a recovery beside its first seconds)")
    private long settle;

    @Option(
            names = "--patience",
            defaultValue = "45000",
            paramLabel = "MS",
            description = "how long a healed game may take until all play together (default: 45000)")
    private long patience;

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (spares < 0 || spares > 1) throw new ParameterException(spec.commandLine(), "--spares is 0 or 1");
        least("--longest", longest, CutStory.SHORTEST_MILLIS);
        least("--runs", runs, 1);
        Cuts cuts = new Cuts(story, spares, longest, settle, patience, seed);
        cuts.play(runs, System.out::println);
        return cuts.nothingBroken() && cuts.inTime() ? 0 : 1;
    }

    private void least(String option, int value, int least) {
        if (value < least) throw new ParameterException(spec.commandLine(), option + " is " + least + " at least");
    }
}
