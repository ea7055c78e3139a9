package org.gamenet.rgs.bench.failover;

import java.util.List;
import java.util.Map;
import org.gamenet.rgs.bench.report.Json;

/**
 * The result of one run.
 *
 * @param recoveries one for each death
 * @param verdict what was wrong
 * @param cpuSpent nanoseconds of processor time, that of play included, used up from each death to its recovery by each
 *     process of the game that lives, named after the first member in it
 * @param cpuBefore processors that the processes of the game kept busy while it settled, before the last death
 * @param clientDied of {@code double}: milliseconds from the server's death to the client's; -1 otherwise
 * @param clientDiedInside whether that was while the game was frozen
 * @param failure why the run could not be played to its end; empty if it could
 */
record Outcome(
        List<Recovery> recoveries,
        RunVerdict verdict,
        List<Map<String, Long>> cpuSpent,
        double cpuBefore,
        double clientDied,
        boolean clientDiedInside,
        String failure) {
    Outcome {
        recoveries = List.copyOf(recoveries);
        cpuSpent = List.copyOf(cpuSpent);
    }

    boolean good() {
        return failure.isEmpty() && verdict.clean() && recoveries.stream().allMatch(Recovery::complete);
    }

    Json json(int run, FailoverPlan plan) {
        Json json = new Json()
                .put("run", run)
                .put("fault", plan.fault().toString())
                .put("strategy", plan.rules().strategy().name())
                .put("good", good());
        if (recoveries.size() == 1) json.putAll(recoveries.get(0).json());
        else json.put("recoveries", recoveries.stream().map(Recovery::json).toList());
        json.put("cpu_ms", cpuSpent.stream().map(Outcome::millis).toList()).put("processors_busy_before", cpuBefore);
        if (clientDied >= 0) json.put("client_died_ms", clientDied).put("client_died_inside", clientDiedInside);
        json.putAll(verdict.json()).put("faults", verdict.faults());
        if (!failure.isEmpty()) json.put("failure", failure);
        return json;
    }

    private static Json millis(Map<String, Long> nanos) {
        Json json = new Json();
        nanos.forEach((process, each) -> json.put(process, each / 1_000_000));
        return json;
    }
}
