package org.gamenet.rgs.bench.split;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.ToLongFunction;
import org.gamenet.rgs.bench.ground.Namespaces;
import org.gamenet.rgs.bench.process.Processes;
import org.gamenet.rgs.bench.report.Durations;
import org.gamenet.rgs.bench.report.Json;
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
    private static final int ATTEMPTS = 3;
    /** Many share a machine with two processors; compilers that never rest would be all that is measured. */
    private static final List<String> JVM =
            List.of("-Xmx96m", "-Xss512k", "-XX:TieredStopAtLevel=1", "-XX:-UseTransparentHugePages");

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
    private Plan.Rule arbiter = Plan.Rule.BY_SIZE;

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
            names = "--settle",
            defaultValue = "6000",
            paramLabel = "MS",
            description =
                    "play before the death and before the cut (default: 6000, because every process rehearses a recovery beside its "
                            + "first seconds)")
    private long settle;

    private final List<Outcome> played = new ArrayList<>();
    private int failed;

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (members < 2 || members > MOST) throw new ParameterException(spec.commandLine(), "--members is 2 to 8");
        if (runs < 1) throw new ParameterException(spec.commandLine(), "--runs is 1 at least");
        Plan plan = new Plan(members, arbiter, settle, 0, heal, !spare);
        long millis = cut != null ? cut : plan.isMajority() ? 4_000 : 15_000;
        plan = new Plan(members, arbiter, settle, millis, heal, !spare);
        try (Namespaces ground = namespaces()) {
            for (int run = 0; run < runs; run++) System.out.println(play(plan, ground, seed + run));
        }
        System.out.println(json(plan));
        return failed == 0 && played.stream().allMatch(Outcome::isGood) ? 0 : 1;
    }

    private Namespaces namespaces() throws IOException {
        try {
            return new Namespaces("rgs" + ProcessHandle.current().pid() % 10_000 + "s", members);
        } catch (IOException refused) {
            throw new IOException(
                    "NOTHING WAS SPLIT: that needs a Linux, root, ip, nft and ss; " + refused.getMessage(), refused);
        }
    }

    private String play(Plan plan, Namespaces ground, long its) throws IOException, InterruptedException {
        for (int attempt = 1; ; attempt++) {
            try {
                return attempt(plan, ground, its);
            } catch (SplitRun.NotBegun busy) {
                System.err.println("seed " + its + " was not begun: " + busy.getMessage());
                if (attempt < ATTEMPTS) continue;
                failed++;
                return "seed " + its + ": NOT PLAYED, in " + ATTEMPTS + " attempts; see above";
            }
        }
    }

    private String attempt(Plan plan, Namespaces ground, long its) throws IOException, InterruptedException {
        try (Processes processes = new Processes(JVM)) {
            try {
                Outcome one = new SplitRun(plan, ground, processes, its).play();
                played.add(one);
                if (one.isGood()) return "seed " + its + ": " + one;
                processes.keepFolder();
                return "seed " + its + ": " + one + " [" + processes.folder() + "]";
            } catch (SplitRun.NotBegun busy) {
                throw busy;
            } catch (IOException | IllegalStateException stopped) {
                failed++;
                processes.keepFolder();
                return "seed " + its + ": NOT PLAYED: " + stopped.getMessage() + " [" + processes.folder() + "]";
            } finally {
                ground.heal();
            }
        }
    }

    private Json json(Plan plan) {
        Durations kills = new Durations();
        Durations cuts = new Durations();
        Durations heals = new Durations();
        for (Outcome each : played) {
            each.outagesOfKills.forEach(kills::add);
            each.outagesOfCuts.forEach(cuts::add);
            if (each.healed >= 0) heals.add(each.healed);
        }
        return new Json()
                .put("benchmark", "split")
                .put("members", members)
                .put("arbiter", arbiter.toString())
                .put("heal", heal)
                .put("cut_ms", plan.cutMillis())
                .put("runs", runs)
                .put("seed", seed)
                .put("not_played", failed)
                .put(
                        "histories",
                        played.stream().mapToInt(each -> each.histories).max().orElse(0))
                .put("minority_played", sum(each -> each.minorityPlayed))
                .put("lost", sum(each -> each.lost))
                .put("stuck", sum(each -> each.stuck))
                .put("changed_sides", sum(each -> each.changed))
                .put("told", sum(each -> each.told))
                .put("outage_cut_p50_ms", cuts.millis(50))
                .put("outage_cut_p99_ms", cuts.millis(99))
                .put("outage_kill_p50_ms", kills.millis(50))
                .put("outage_kill_p99_ms", kills.millis(99))
                .put("still_after_heal_max_ms", heals.maxMillis())
                .put("processors", Runtime.getRuntime().availableProcessors())
                .put(
                        "load_average",
                        ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
    }

    private long sum(ToLongFunction<Outcome> what) {
        return played.stream().mapToLong(what).sum();
    }
}
