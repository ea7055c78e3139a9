package org.gamenet.rgs.bench.cut;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import org.gamenet.rgs.bench.ground.Namespaces;
import org.gamenet.rgs.bench.process.Processes;
import org.gamenet.rgs.bench.report.Durations;
import org.gamenet.rgs.bench.report.Json;

/**
 * Some runs, one after the other, each of the seed after the last one's, and what was found in all of them. One thread.
 */
public final class Cuts {
    /** Seven of them share a machine with two processors; compilers that never rest would be all that is measured. */
    private static final List<String> JVM =
            List.of("-Xmx96m", "-Xss512k", "-XX:TieredStopAtLevel=1", "-XX:-UseTransparentHugePages");

    private static final long SECOND = 1_000_000_000L;
    private static final int ATTEMPTS = 3;
    private static final long REPLACED_WITHIN = 2_500_000_000L;

    private final CutPlan plan;
    private final long seed;
    private final List<Played> played = new ArrayList<>();
    private long failed;

    /** A story, with so many spares (0 or 1); a cut that is drawn is not longer than that. */
    public Cuts(CutStory story, int spares, int longestMillis, long settleMillis, long patienceMillis, long seed) {
        plan = new CutPlan(story, spares, longestMillis, settleMillis, patienceMillis);
        this.seed = seed;
    }

    /**
     * Plays them all. Each is told in a line as soon as it is over; the last line is the summary.
     *
     * @throws IOException if this machine does not allow network namespaces
     */
    public void play(int runs, Consumer<String> lines) throws IOException, InterruptedException {
        try (Namespaces ground = namespaces(plan.processes())) {
            for (int run = 0; run < runs; run++) {
                Cut cut = plan.story().draw(seed + run, plan.spares(), plan.longestMillis());
                lines.accept(play(ground, cut, seed + run));
            }
        }
        lines.accept(json(runs).toString());
    }

    private static Namespaces namespaces(int processes) throws IOException {
        try {
            return new Namespaces("rgs" + ProcessHandle.current().pid() % 10_000 + "c", processes);
        } catch (IOException refused) {
            throw new IOException(
                    "NOTHING WAS CUT: that needs a Linux, root, ip, nft and ss; " + refused.getMessage(), refused);
        }
    }

    private String play(Namespaces ground, Cut cut, long its) throws IOException, InterruptedException {
        for (int attempt = 1; ; attempt++) {
            try {
                return attempt(ground, cut, its);
            } catch (CutRun.NotBegun busy) {
                System.err.println("seed " + its + " was not begun: " + busy.getMessage());
                if (attempt < ATTEMPTS) continue;
                failed++;
                return "seed " + its + ": " + cut + ": NOT PLAYED, in " + ATTEMPTS + " attempts; see above";
            }
        }
    }

    private String attempt(Namespaces ground, Cut cut, long its) throws IOException, InterruptedException {
        try (Processes processes = new Processes(JVM)) {
            try {
                Played one = new CutRun(plan, ground, processes, cut).play(its);
                played.add(one);
                if (one.findings().sentences().isEmpty()) return one.toString();
                processes.keepFolder();
                return one + " [" + processes.folder() + "]";
            } catch (CutRun.NotBegun busy) {
                throw busy;
            } catch (IOException | IllegalStateException stopped) {
                failed++;
                processes.keepFolder();
                return "seed " + its + ": " + cut + ": NOT PLAYED: " + stopped.getMessage() + " [" + processes.folder()
                        + "]";
            } finally {
                ground.heal();
            }
        }
    }

    /** Whether all were played, and nothing is wrong that no machine excuses. */
    public boolean nothingBroken() {
        return failed == 0 && played.stream().allMatch(each -> each.findings().nothingBroken());
    }

    /** Whether nobody stood still for longer than it may. */
    public boolean inTime() {
        return played.stream()
                .map(Played::findings)
                .allMatch(each -> each.settled()
                        && each.frozenMajority() <= SECOND
                        && each.frozenAfterHeal() <= SECOND
                        && each.outages().stream().allMatch(outage -> outage <= REPLACED_WITHIN));
    }

    private Json json(int runs) {
        Durations outages = new Durations();
        Durations majority = new Durations();
        Durations healed = new Durations();
        played.stream().map(Played::findings).forEach(each -> {
            each.outages().forEach(outages::add);
            if (each.frozenMajority() >= 0) majority.add(each.frozenMajority());
            healed.add(each.frozenAfterHeal());
        });
        return new Json()
                .put("benchmark", "cut")
                .put("story", plan.story().name())
                .put("spares", plan.spares())
                .put("runs", runs)
                .put("not_played", failed)
                .put("not_settled", sum(each -> each.settled() ? 0 : 1))
                .put("seed", seed)
                .put("lost", sum(Findings::lost))
                .put("lost_requests", sum(Findings::lostRequests))
                .put("lost_of_closed", sum(Findings::lostOfClosed))
                .put("twice", sum(Findings::twice))
                .put("order_differs", sum(Findings::orderDiffers))
                .put("closed_alive", sum(Findings::closedAlive))
                .put("state_age_wrong", sum(Findings::stateAgeWrong))
                .put("frozen_majority_max_ms", majority.maxMillis())
                .put("frozen_after_heal_max_ms", healed.maxMillis())
                .put("outage_p50_ms", outages.millis(50))
                .put("outage_p99_ms", outages.millis(99))
                .put("starved_ms", sum(Findings::starved) / 1e6);
    }

    private long sum(ToLongFunction<Findings> what) {
        return played.stream().map(Played::findings).mapToLong(what).sum();
    }
}
