package org.gamenet.rgs.bench.failover;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.gamenet.rgs.bench.process.SharedClock;
import org.gamenet.rgs.bench.report.Durations;
import org.gamenet.rgs.bench.report.Json;

/**
 * One game whose backups die one after another. Watched is the longest time without a new world, at each player that is
 * shown some: in a window from each death on, in which the next backup is recruited, and in one as long before it. One
 * thread, once.
 */
final class RecruitedGame {
    private static final long ANSWER_MILLIS = 5_000;

    private final Crew crew;
    private final FailoverRules rules;
    private final Pace pace;
    private final Durations quiet = new Durations();
    private final Durations searching = new Durations();
    private final Durations recruit = new Durations();
    private int recruited;
    private String failure = "";

    /**
     * How it goes.
     *
     * @param deaths how often
     * @param windowMillis watched from each death on, and before it
     * @param settleMillis between a newcomer and what is watched next
     * @param patienceMillis how long a search may take
     */
    record Pace(int deaths, long windowMillis, long settleMillis, long patienceMillis) {}

    RecruitedGame(Crew crew, FailoverRules rules, Pace pace) {
        this.crew = crew;
        this.rules = rules;
        this.pace = pace;
    }

    /** Plays it to the end, or until it cannot go on. */
    void play() throws IOException, InterruptedException {
        try {
            assemble();
            for (int i = 1; i <= pace.deaths(); i++) {
                watch(quiet, () -> {});
                watch(searching, this::replaceBackup);
                crew.start(Part.player, List.of("p" + (rules.players() + i)));
                crew.awaitTogether();
                crew.listenFor(pace.settleMillis());
            }
        } catch (Crew.Stopped stopped) {
            failure = String.valueOf(stopped.getMessage());
        }
    }

    private void assemble() throws IOException, InterruptedException {
        crew.found(Part.founder, "p1");
        for (int i = 2; i <= rules.players(); i++) crew.start(Part.player, List.of("p" + i));
        crew.awaitTogether();
        crew.await("a backup", pace.patienceMillis(), () -> !crew.backup().isEmpty());
        crew.listenFor(pace.settleMillis());
    }

    private interface Deed {
        void doIt() throws InterruptedException;
    }

    private void watch(Durations into, Deed deed) throws InterruptedException {
        gaps();
        long end = SharedClock.now() + pace.windowMillis() * 1_000_000;
        deed.doIt();
        crew.listenFor(Math.max(0, (end - SharedClock.now()) / 1_000_000));
        gaps().values().forEach(into::add);
    }

    private void replaceBackup() throws InterruptedException {
        String dies = crew.backup();
        if (dies.isEmpty()) throw new Crew.Stopped("nobody backs the server up after " + recruited + " recruits");
        long at = SharedClock.now();
        crew.members().remove(dies).kill();
        crew.await(
                "the next backup", pace.patienceMillis(), () -> !crew.backup().isEmpty());
        long since = crew.diaries()
                .last(crew.backup(), Note.Backs.class)
                .map(Note.Backs::at)
                .orElse(at);
        recruit.add(since - at);
        recruited++;
    }

    /** The longest time without a new world since the last question, as each player that is shown worlds says it. */
    private Map<String, Long> gaps() throws InterruptedException {
        Set<String> asked = crew.players().stream()
                .filter(name -> !crew.diaries().serves(name))
                .collect(Collectors.toSet());
        long at = SharedClock.now();
        asked.forEach(name -> crew.members().get(name).tell(MemberCommand.GAP));
        crew.await("the players' answers", ANSWER_MILLIS, () -> asked.stream().allMatch(name -> answer(name, at) >= 0));
        return asked.stream().collect(Collectors.toMap(name -> name, name -> answer(name, at)));
    }

    private long answer(String name, long since) {
        return crew.diaries()
                .first(name, Note.Gap.class, since, note -> true)
                .map(Note.Gap::nanos)
                .orElse(-1L);
    }

    private long frozen() {
        return crew.players().stream()
                .mapToLong(name -> crew.diaries().all(name, Note.Frozen.class).count())
                .sum();
    }

    private double grownMillis() {
        return searching.maxMillis() - quiet.maxMillis();
    }

    boolean good() {
        return failure.isEmpty()
                && recruited == pace.deaths()
                && frozen() == 0
                && grownMillis() <= rules.packageMillis();
    }

    Json json() {
        Json json = new Json()
                .put("bench", "backup")
                .put("recruit", pace.deaths())
                .put("recruited", recruited)
                .put("frozen", frozen())
                .put("grown_ms", grownMillis())
                .put("interval_ms", rules.packageMillis());
        quiet.putInto(json, "gap_before");
        searching.putInto(json, "gap_recruiting");
        recruit.putInto(json, "recruit");
        json.put("players", rules.players()).put("package_bytes", rules.bodyBytes());
        return Crew.putVerdict(json, good(), failure);
    }
}
