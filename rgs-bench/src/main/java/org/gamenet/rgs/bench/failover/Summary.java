package org.gamenet.rgs.bench.failover;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.gamenet.rgs.bench.report.Durations;
import org.gamenet.rgs.bench.report.Json;
import org.gamenet.rgs.bench.report.Machine;

/** All runs together. */
final class Summary {
    private final FailoverPlan plan;
    private final List<String> jvm;
    private final Durations outage = new Durations();
    private final Durations cpu = new Durations();
    private final Map<String, Durations> others = new LinkedHashMap<>();
    private RunVerdict verdict = RunVerdict.NOTHING;
    private int runs;
    private int good;
    private int recoveries;
    private int incomplete;
    private int fromCopy;
    private int inside;
    private int lostShown;
    private double atOnceMillis = Double.NaN;

    Summary(FailoverPlan plan, List<String> jvm) {
        this.plan = plan;
        this.jvm = List.copyOf(jvm);
    }

    void add(Outcome outcome) {
        runs++;
        if (outcome.good()) good++;
        if (outcome.clientDiedInside()) inside++;
        verdict = verdict.plus(outcome.verdict());
        outcome.cpuSpent()
                .forEach(spent -> cpu.add(
                        spent.values().stream().mapToLong(Long::longValue).sum()));
        for (Recovery recovery : outcome.recoveries()) {
            if (recovery.complete()) add(recovery);
            else incomplete++;
        }
    }

    private void add(Recovery recovery) {
        recoveries++;
        if (recovery.fromCopy()) fromCopy++;
        if (recovery.lostShown()) lostShown++;
        outage.add(recovery.resumed().last());
        add("first_resumed", recovery, r -> r.resumed().first());
        add("shown", recovery, Recovery::shownLast);
        add("frozen", recovery, r -> r.frozen().last());
        add("restored", recovery, Recovery::restored);
        add("state_age", recovery, Recovery::stateAge);
        add("rolled_back", recovery, Recovery::rolledBack);
        add("shown_after", recovery, r -> r.late().shownAfter());
        add("round_trip", recovery, r -> r.late().roundTrip());
        add("said_outage", recovery, r -> r.said().total());
        add("said_detect", recovery, r -> r.said().detect());
        add("said_decide", recovery, r -> r.said().decide());
        add("said_transfer", recovery, r -> r.said().transfer());
        add("said_rebuild", recovery, r -> r.said().rebuild());
        add("said_state_age", recovery, Recovery::saidStateAge);
        add("said_outage_off_by", recovery, r -> Math.abs(r.outageError()));
        add("said_state_age_off_by", recovery, r -> Math.abs(r.stateAgeError()));
    }

    private void add(String what, Recovery recovery, ToLongFunction<Recovery> nanos) {
        others.computeIfAbsent(what, name -> new Durations()).add(nanos.applyAsLong(recovery));
    }

    private Durations of(String what) {
        return others.getOrDefault(what, new Durations());
    }

    /** The costs of this way, for the summary of the one that it is compared with. */
    Json asOther() {
        Json json = new Json().put("beside", plan.rules().strategy().name());
        outage.putInto(json, "beside");
        of("state_age").putInto(json, "beside_state_age");
        return json.put("beside_lost_ms_max", of("rolled_back").maxMillis())
                .put("beside_good_runs", good)
                .put("beside_incomplete", incomplete);
    }

    /** Of a game with the same rules that shows everything at once: what waiting costs is counted from there. */
    void comparedWith(Outcome atOnce) {
        Durations shown = new Durations();
        atOnce.recoveries().forEach(r -> shown.add(r.late().shownAfter()));
        atOnceMillis = shown.millis(50);
    }

    /** Whether every run was played to its end and nothing was wrong in any. */
    boolean good() {
        return good == runs && runs > 0 && !(plan.rules().synchronous() && lostShown > 0);
    }

    Json json() {
        Json json = new Json()
                .put("bench", "failover")
                .put("fault", plan.fault().toString())
                .put("strategy", plan.rules().strategy().name())
                .put("players", plan.rules().players())
                .put("spares", plan.spares())
                .put("package_bytes", plan.rules().bodyBytes())
                .put("package_every_ms", plan.rules().packageMillis())
                .put(
                        "players_per_jvm",
                        plan.perProcess() == 0 ? "all that need not die" : Integer.toString(plan.perProcess()))
                .put("processors", Runtime.getRuntime().availableProcessors())
                .put("java", Runtime.version().feature())
                .put("jvm", jvm)
                .put("load_average", Machine.loadAverage())
                .put("runs", runs)
                .put("good_runs", good)
                .put("recoveries", recoveries)
                .put("incomplete", incomplete);
        if (plan.rules().strategy() == Strategy.backup) json.put("from_copy", fromCopy);
        outage.putInto(json, "");
        others.forEach((what, durations) -> durations.putInto(json, what));
        cpu.putInto(json, "cpu_spent");
        json.put("lost_ms_max", of("rolled_back").maxMillis());
        if (plan.rules().synchronous())
            json.put("lost_shown", lostShown)
                    .put("update_cost_ms_p50", of("shown_after").millis(50) - atOnceMillis)
                    .put("round_trip_ms_p50", of("round_trip").millis(50));
        if (plan.fault() == Fault.DOUBLE) json.put("client_died_inside", inside);
        return json.putAll(verdict.json());
    }
}
