package org.gamenet.rgs.bench.failover;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.gamenet.rgs.bench.process.SharedClock;
import org.gamenet.rgs.bench.process.Signals;
import org.gamenet.rgs.bench.report.Durations;
import org.gamenet.rgs.bench.report.Json;

/**
 * One game that is handed over again and again. Watched is the longest time without a new world, at each player that
 * neither serves nor is to serve, from the word to hand over until it is settled. One thread, once.
 */
final class HandedGame {
    private static final long ANSWER_MILLIS = 5_000;
    private static final long PATIENCE_MILLIS = 15_000;
    /** So long after the last coin nothing of it is under way any more. */
    private static final long DRAIN_MILLIS = 1_500;

    private static final double GAP_MOST_MILLIS = 100;

    private final Crew crew;
    private final Signals signals;
    private final FailoverRules rules;
    private final Plan plan;
    private final Durations gaps = new Durations();
    private final Durations handing = new Durations();
    private final Set<String> lost = new HashSet<>();
    private long began;
    private int handed;
    private int refused;
    private int wentBack;
    private long twice;
    private long missing;
    private int replacements;
    private String failure = "";

    /**
     * How it goes.
     *
     * @param taker who is to take the game
     * @param runs how often
     * @param settleMillis undisturbed play after each
     * @param warmMillis undisturbed play before the first, in which the processes rehearse
     */
    record Plan(Taker taker, int runs, long settleMillis, long warmMillis) {}

    HandedGame(Crew crew, Signals signals, FailoverRules rules, Plan plan) {
        this.crew = crew;
        this.signals = signals;
        this.rules = rules;
        this.plan = plan;
    }

    /** Plays it to the end, or until it cannot go on. */
    void play() throws IOException, InterruptedException {
        try {
            assemble();
            began = SharedClock.now();
            for (int i = 1; i <= plan.runs(); i++) once(i);
            count();
        } catch (Crew.Stopped stopped) {
            failure = String.valueOf(stopped.getMessage());
        }
    }

    private void assemble() throws IOException, InterruptedException {
        crew.found(Part.founder, "p1");
        if (plan.taker() == Taker.backup) {
            // The two that the game goes to and fro between have a process each, the others share one.
            crew.start(Part.player, List.of("p2"));
            awaitBackup();
            List<String> others = IntStream.rangeClosed(3, rules.players())
                    .mapToObj(i -> "p" + i)
                    .toList();
            if (!others.isEmpty()) crew.start(Part.player, others);
        } else {
            for (int i = 2; i <= rules.players(); i++) {
                boolean guest = plan.taker() == Taker.refuses && i == rules.players();
                crew.start(guest ? Part.guest : Part.player, List.of("p" + i));
            }
        }
        crew.awaitTogether();
        awaitBackup();
        crew.listenFor(Math.max(plan.warmMillis(), plan.settleMillis()));
    }

    private void awaitBackup() throws InterruptedException {
        crew.await("a backup", PATIENCE_MILLIS, () -> !crew.backup().isEmpty());
    }

    private String server() {
        return crew.members().keySet().stream()
                .filter(crew.diaries()::serves)
                .findFirst()
                .orElseThrow(() -> new Crew.Stopped("nobody serves"));
    }

    private void once(int run) throws IOException, InterruptedException {
        String server = server();
        String taker = plan.taker() == Taker.refuses ? "p" + rules.players() : crew.backup();
        Set<String> watching = crew.players().stream()
                .filter(name -> !name.equals(server) && !name.equals(taker))
                .collect(Collectors.toSet());
        gaps(watching);
        if (plan.taker() == Taker.hangs) signals.stop(crew.members().get(taker));
        long at = SharedClock.now();
        crew.members().get(server).tell(MemberCommand.HANDOVER + crew.diaries().peer(taker));
        if (plan.taker() == Taker.dies) crew.members().get(taker).kill();
        crew.await("an answer", PATIENCE_MILLIS, () -> isRefused(server, at) || serves(taker, at) > 0);
        boolean isRefused = isRefused(server, at);
        Durations took = new Durations();
        if (isRefused) {
            refused++;
        } else {
            handed++;
            handing.add(serves(taker, at) - at);
            took.add(serves(taker, at) - at);
        }
        crew.listenFor(plan.settleMillis());
        Durations seen = new Durations();
        gaps(watching).values().forEach(seen::add);
        gaps.add(seen);
        System.out.println(new Json()
                .put("run", run)
                .put("from", server)
                .put("to", taker)
                .put("refused", isRefused)
                .put("handover_ms", took.maxMillis())
                .put("gap_p50_ms", seen.millis(50))
                .put("gap_max_ms", seen.maxMillis()));
        if (plan.taker().isLost()) replace(taker);
        awaitBackup();
    }

    private boolean isRefused(String server, long since) {
        return crew.diaries()
                .first(server, Note.Refused.class, since, note -> true)
                .isPresent();
    }

    private long serves(String taker, long since) {
        return crew.diaries()
                .first(taker, Note.Serves.class, since, Note.Serves::active)
                .map(Note.Serves::at)
                .orElse(0L);
    }

    /** A player that was stopped is out of the game by then, and need not come back. */
    private void replace(String gone) throws IOException, InterruptedException {
        lost.add(gone);
        crew.members().remove(gone).kill();
        crew.start(Part.player, List.of("p" + (rules.players() + ++replacements)));
        crew.awaitTogether();
        crew.listenFor(plan.settleMillis());
    }

    // ---- what they saw

    /** The longest time without a new world since the last question, as each player says it. */
    private Map<String, Long> gaps(Set<String> asked) throws InterruptedException {
        long at = SharedClock.now();
        asked.stream().map(crew.members()::get).distinct().forEach(process -> process.tell(MemberCommand.GAP));
        crew.await("the players' answers", ANSWER_MILLIS, () -> asked.stream().allMatch(name -> answer(name, at) >= 0));
        return asked.stream().collect(Collectors.toMap(name -> name, name -> answer(name, at)));
    }

    private long answer(String name, long since) {
        return crew.diaries()
                .first(name, Note.Gap.class, since, note -> true)
                .map(Note.Gap::nanos)
                .orElse(-1L);
    }

    /** Compares the coins that each player has put in with those that the server has. */
    private void count() throws InterruptedException {
        Set<String> all = crew.players();
        all.forEach(name -> crew.members().get(name).tell(MemberCommand.CEASE));
        crew.listenFor(DRAIN_MILLIS);
        all.stream().map(crew.members()::get).distinct().forEach(process -> process.tell(MemberCommand.TALLY));
        crew.await(
                "everybody's tally",
                ANSWER_MILLIS,
                () -> all.stream().allMatch(name -> crew.diaries().tallies(name) > 0));
        Map<String, Purse> purses = crew.diaries().purses(server());
        for (String name : all) {
            Note.Tally tally = crew.diaries().last(name, Note.Tally.class).orElseThrow();
            wentBack += tally.fell();
            if (wasOut(name)) continue;
            Purse purse = purses.getOrDefault(crew.diaries().peer(name), Purse.EMPTY);
            missing += Math.max(0, tally.sent() - purse.coins());
            twice += Math.max(0, purse.coins() - tally.sent());
            if (purse.coins() == tally.sent() && !purse.holdsAll(tally.sent())) twice++;
        }
    }

    /** A machine that starts so many processes may halt one for so long that it is put out, with all that it gave. */
    private boolean wasOut(String name) {
        return crew.diaries().all(name, Note.Frozen.class).anyMatch(note -> note.at() < began);
    }

    /** Since the first word to hand over, of those who were not stopped themselves. */
    private long frozen() {
        return crew.parts().keySet().stream()
                .filter(name -> !lost.contains(name))
                .mapToLong(name -> crew.diaries()
                        .all(name, Note.Frozen.class)
                        .filter(note -> note.at() >= began)
                        .count())
                .sum();
    }

    boolean good() {
        boolean done = plan.taker() == Taker.backup ? handed == plan.runs() : refused == plan.runs();
        boolean unnoticed = frozen() == 0 && wentBack == 0 && twice == 0 && missing == 0;
        return failure.isEmpty() && done && unnoticed && gaps.millis(99) <= GAP_MOST_MILLIS;
    }

    Json json() {
        Json json = new Json()
                .put("bench", "handover")
                .put("runs", plan.runs())
                .put("to", plan.taker().name())
                .put("handed", handed)
                .put("refused", refused)
                .put("frozen", frozen())
                .put("went_back", wentBack)
                .put("requests_twice", twice)
                .put("requests_lost", missing);
        gaps.putInto(json, "gap");
        handing.putInto(json, "handover");
        json.put("show_ms", rules.chestMillis())
                .put("players", rules.players())
                .put("package_bytes", rules.bodyBytes());
        return Crew.putVerdict(json, good(), failure);
    }
}
