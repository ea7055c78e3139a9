package org.gamenet.rgs.bench.cut;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the histories when all is over, and says what the players would have noticed. Knows nothing of RGS. Pure. */
final class CutJudge {
    /** For longer than this nobody may stand still who could play. */
    private static final long NOTICED_NANOS = 1_000_000_000;

    private final List<CutHistory> all;
    private final List<CutHistory> players;
    private final CutCourse course;
    private final Starved starved;
    private final List<String> sentences = new ArrayList<>();
    private long lostOfClosed;

    private CutJudge(List<CutHistory> all, CutCourse course) {
        this.all = all;
        this.course = course;
        players = all.stream().filter(CutHistory::player).toList();
        starved = Starved.of(all);
    }

    static Findings judge(List<CutHistory> histories, CutCourse course) {
        return new CutJudge(histories, course).judge();
    }

    private Findings judge() {
        Map<String, TurnLog> logs = new LinkedHashMap<>();
        players.forEach(each -> logs.put(each.name(), new TurnLog(each)));
        if (!course.settled()) sentences.add("the healed game has not settled");
        long closed = closed();
        Optional<CutHistory> server = server();
        long lostRequests = lostRequests(server);
        long lostTurns = lostTurns(logs);
        long twice = twice(server, logs);
        long orders = orders(logs);
        long ages = ages();
        List<CutHistory> together = players.stream()
                .filter(each -> course.together().contains(each.name()))
                .toList();
        long majority = stoodStill("with its server", together, true);
        long healed = stoodStill("after the heal", players, false);
        return new Findings(
                lostRequests,
                lostTurns,
                lostOfClosed,
                twice,
                orders,
                closed,
                ages,
                together.isEmpty() ? -1 : majority,
                healed,
                course.settled(),
                outages(),
                starved.within(course.cutAt(), course.until()),
                List.copyOf(sentences));
    }

    private long closed() {
        for (CutHistory each : players) {
            each.last("closed")
                    .ifPresent(line ->
                            sentences.add(each.name() + " lives and is closed: " + line.word(0) + ", " + line.word(1)));
        }
        return players.stream().filter(CutHistory::closed).count();
    }

    /**
     * The member whose state is the game at the end: the server; without one, the member that was shown something last.
     */
    private Optional<CutHistory> server() {
        List<CutHistory> serving = all.stream().filter(CutHistory::serves).toList();
        if (serving.size() != 1) sentences.add(serving.size() + " serve at the end");
        Comparator<CutHistory> latest = Comparator.comparingLong(
                each -> each.last("shown").map(CutHistory.DiaryLine::at).orElse(0L));
        return (serving.isEmpty() ? players : serving).stream().max(latest);
    }

    private static Tally counted(Optional<CutHistory> server, String by) {
        return server.flatMap(each -> each.all("counted")
                        .filter(line -> line.word(0).startsWith(by + "="))
                        .findFirst())
                .map(line -> Tally.parse(line.word(0)))
                .orElse(Tally.none(by));
    }

    private long lostRequests(Optional<CutHistory> server) {
        long lost = 0;
        for (CutHistory each : players) {
            Tally counted = counted(server, each.name());
            List<Long> missing = new ArrayList<>();
            for (long number = 1; number <= each.sent(true); number++) if (!counted.has(number)) missing.add(number);
            lost += lost("requests", each, missing);
        }
        return lost;
    }

    private long lost(String what, CutHistory sender, List<Long> missing) {
        if (missing.isEmpty()) return 0;
        sentences.add(sender.name() + " lost " + missing.size() + " " + what + " from " + missing.get(0) + " to "
                + missing.get(missing.size() - 1));
        if (sender.closed()) lostOfClosed += missing.size();
        return missing.size();
    }

    private long lostTurns(Map<String, TurnLog> logs) {
        List<TurnLog> in = players.stream()
                .filter(each -> !each.closed())
                .map(each -> logs.get(each.name()))
                .toList();
        long lost = 0;
        for (CutHistory sender : players) {
            List<Long> missing = new ArrayList<>();
            for (long number = 1; number <= sender.sent(false); number++) {
                long turn = number;
                boolean lacking = in.stream().anyMatch(log -> !log.has(sender.name(), turn));
                if (lacking || in.stream().noneMatch(log -> log.has(sender.name(), turn))) missing.add(turn);
            }
            lost += lost("ordered messages", sender, missing);
        }
        return lost;
    }

    private long twice(Optional<CutHistory> server, Map<String, TurnLog> logs) {
        long twice = 0;
        for (CutHistory each : players) {
            long requests = server.flatMap(one -> one.all("counted")
                            .filter(line -> line.word(0).startsWith(each.name() + "="))
                            .findFirst())
                    .map(line -> line.number(1))
                    .orElse(0L);
            if (requests > 0) sentences.add(requests + " requests of " + each.name() + " were counted twice");
            int turns = logs.get(each.name()).twice();
            if (turns > 0) sentences.add(each.name() + " heard " + turns + " ordered messages twice");
            twice += requests + turns;
        }
        return twice;
    }

    private long orders(Map<String, TurnLog> logs) {
        long differ = 0;
        for (CutHistory one : players) {
            for (CutHistory other : players) {
                if (one.name().compareTo(other.name()) >= 0
                        || logs.get(one.name()).agrees(logs.get(other.name()))) continue;
                sentences.add(one.name() + " and " + other.name() + " heard ordered messages in two orders");
                differ++;
            }
        }
        return differ;
    }

    private long ages() {
        List<String> wrong = players.stream()
                .flatMap(each -> Ages.wrong(each, course.cutAt(), starved).stream())
                .toList();
        sentences.addAll(wrong);
        return wrong.size();
    }

    private long stoodStill(String when, List<CutHistory> of, boolean duringTheCut) {
        long longest = 0;
        List<String> who = new ArrayList<>();
        for (CutHistory each : of) {
            StandStill still = new StandStill(each, course, starved);
            long its = duringTheCut ? still.duringTheCut() : still.afterTheHeal();
            longest = Math.max(longest, its);
            if (its > NOTICED_NANOS) who.add(each.name() + " for " + its / 1_000_000 + " ms");
        }
        if (!who.isEmpty()) sentences.add("stood still " + when + ": " + String.join(", ", who));
        return longest;
    }

    private List<Long> outages() {
        return players.stream()
                .filter(each -> course.orphans().contains(each.name()) && (course.replacementIsDue() || replaced(each)))
                .map(each -> new StandStill(each, course, starved).duringTheCut())
                .toList();
    }

    /** Whether it was shown another server's world before the heal. */
    private boolean replaced(CutHistory player) {
        return player.all("shown")
                        .filter(line -> line.at() > course.cutAt() && line.at() < course.healAt())
                        .map(line -> CutHistory.path(line.word(0)))
                        .map(path -> path.get(path.size() - 1).stint())
                        .distinct()
                        .count()
                > 1;
    }
}
