package org.gamenet.rgs.bench.split;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import org.gamenet.rgs.bench.ground.Namespaces;
import org.gamenet.rgs.bench.process.Processes;
import org.gamenet.rgs.bench.report.Durations;
import org.gamenet.rgs.bench.report.Json;
import org.gamenet.rgs.bench.report.Machine;

/** Some runs, one after the other, each of the seed after the last one's, and what came of all of them. One thread. */
public final class Splits {
    private static final int ATTEMPTS = 3;
    /** Many share a machine with two processors; compilers that never rest would be all that is measured. */
    private static final List<String> JVM =
            List.of("-Xmx96m", "-Xss512k", "-XX:TieredStopAtLevel=1", "-XX:-UseTransparentHugePages");

    private final SplitPlan plan;
    private final long seed;
    private final List<SplitOutcome> played = new ArrayList<>();
    private int failed;

    public Splits(SplitPlan plan, long seed) {
        this.plan = plan;
        this.seed = seed;
    }

    /**
     * Plays them all. Each is told in a line as soon as it is over; the last line is the summary.
     *
     * @throws IOException if this machine does not allow network namespaces
     */
    public void play(int runs, Consumer<String> lines) throws IOException, InterruptedException {
        try (Namespaces ground = namespaces()) {
            for (int run = 0; run < runs; run++) lines.accept(play(ground, seed + run));
        }
        lines.accept(json(runs).toString());
    }

    /** Whether all were played, and nothing is wrong in any. */
    public boolean isGood() {
        return failed == 0 && played.stream().allMatch(SplitOutcome::isGood);
    }

    /** How many members were given another game than the one that they had at the heal. */
    public long changedSides() {
        return sum(each -> each.changed);
    }

    private Namespaces namespaces() throws IOException {
        try {
            return new Namespaces("rgs" + ProcessHandle.current().pid() % 10_000 + "s", plan.members());
        } catch (IOException refused) {
            throw new IOException(
                    "NOTHING WAS SPLIT: that needs a Linux, root, ip, nft and ss; " + refused.getMessage(), refused);
        }
    }

    private String play(Namespaces ground, long its) throws IOException, InterruptedException {
        for (int attempt = 1; ; attempt++) {
            try {
                return attempt(ground, its);
            } catch (SplitRun.NotBegun busy) {
                System.err.println("seed " + its + " was not begun: " + busy.getMessage());
                if (attempt < ATTEMPTS) continue;
                failed++;
                return "seed " + its + ": NOT PLAYED, in " + ATTEMPTS + " attempts; see above";
            }
        }
    }

    private String attempt(Namespaces ground, long its) throws IOException, InterruptedException {
        try (Processes processes = new Processes(JVM)) {
            try {
                SplitOutcome one = new SplitRun(plan, ground, processes, its).play();
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

    private Json json(int runs) {
        Durations kills = new Durations();
        Durations cuts = new Durations();
        Durations heals = new Durations();
        for (SplitOutcome each : played) {
            each.outagesOfKills.forEach(kills::add);
            each.outagesOfCuts.forEach(cuts::add);
            if (each.healed >= 0) heals.add(each.healed);
        }
        return Machine.putInto(new Json()
                .put("benchmark", "split")
                .put("members", plan.members())
                .put("arbiter", plan.arbiter().toString())
                .put("heal", plan.heals())
                .put("cut_ms", plan.cutMillis())
                .put("runs", runs)
                .put("seed", seed)
                .put("not_played", failed)
                .put(
                        "histories",
                        played.stream().mapToInt(each -> each.histories).max().orElse(0))
                .put("minority_played", sum(each -> each.minorityPlayed))
                .put("majority_still", sum(each -> each.majorityStill))
                .put("lost", sum(each -> each.lost))
                .put("stuck", sum(each -> each.stuck))
                .put("messages_twice", sum(each -> each.twice))
                .put("messages_missing", sum(each -> each.missing))
                .put("changed_sides", sum(each -> each.changed))
                .put("told", sum(each -> each.told))
                .put("outage_cut_p50_ms", cuts.millis(50))
                .put("outage_cut_p99_ms", cuts.millis(99))
                .put("outage_kill_p50_ms", kills.millis(50))
                .put("outage_kill_p99_ms", kills.millis(99))
                .put("still_after_heal_max_ms", heals.maxMillis()));
    }

    private long sum(ToLongFunction<SplitOutcome> what) {
        return played.stream().mapToLong(what).sum();
    }
}
