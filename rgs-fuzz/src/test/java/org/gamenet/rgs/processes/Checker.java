package org.gamenet.rgs.processes;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads the histories when all is over, and says what a player would have noticed. Pure. */
final class Checker {
    private final List<History> histories;
    private final Set<String> dead;
    private final String question;
    private final List<String> broken = new ArrayList<>();
    private final List<String> missing = new ArrayList<>();

    /**
     * The faults; there are none if both lists are empty.
     *
     * @param broken what no network and no machine excuses
     * @param missing what is not so yet; a machine that is busy elsewhere may need longer
     */
    record Verdict(List<String> broken, List<String> missing) {
        boolean isGood() {
            return broken.isEmpty() && missing.isEmpty();
        }
    }

    private Checker(List<History> histories, Set<String> dead, String question) {
        this.histories = histories;
        this.dead = dead;
        this.question = question;
    }

    /**
     * Judges them all.
     *
     * @param dead names of those that were killed
     * @param question the last that all who live were asked
     */
    static Verdict check(List<History> histories, Set<String> dead, String question) {
        Checker checker = new Checker(histories, dead, question);
        checker.servers();
        checker.nobodyIsLost();
        checker.countsAreRight();
        checker.orders();
        return new Verdict(List.copyOf(checker.broken), List.copyOf(checker.missing));
    }

    private List<History> living() {
        return histories.stream().filter(each -> !dead.contains(each.name())).toList();
    }

    private void servers() {
        Map<String, String> ofEpoch = new HashMap<>();
        for (History each : histories) {
            each.all("serves").forEach(line -> {
                String before = ofEpoch.putIfAbsent(line.get(1), each.name());
                if (before != null && !before.equals(each.name()))
                    broken.add("epoch " + line.get(1) + " was served by " + before + " and " + each.name());
            });
        }
    }

    private void nobodyIsLost() {
        for (History each : living()) {
            List<String> end = each.stands(question).orElse(null);
            each.all("closed").forEach(line -> missing.add(each.name() + " lives and is closed: " + line));
            if (end == null) missing.add(each.name() + " does not say how it stands");
            else if (!end.get(3).equals("PLAYING") || Integer.parseInt(end.get(7)) != living().size())
                missing.add(each.name() + " lives and is not in with all others: " + end);
        }
        long serving = living().stream()
                .filter(each -> each.stands(question)
                        .filter(end -> end.get(4).equals("true"))
                        .isPresent())
                .count();
        if (serving != 1) missing.add(serving + " serve");
    }

    /** The processes that were never out: the requests and messages of one that was out are gone. */
    private List<History> stayed() {
        Set<String> out = new HashSet<>();
        living().forEach(each -> each.all("out").forEach(line -> out.add(line.get(1))));
        return living().stream().filter(each -> !out.contains(each.peer())).toList();
    }

    private void countsAreRight() {
        String counted = living().stream()
                .flatMap(each -> each.stands(question).stream())
                .filter(end -> end.get(4).equals("true"))
                .map(end -> "," + end.get(6) + ",")
                .findFirst()
                .orElse("");
        for (History each : stayed()) {
            String sent = each.stands(question).map(end -> end.get(5)).orElse("");
            if (!counted.contains("," + each.peer() + "=" + sent + ","))
                missing.add(each.name() + " (" + each.peer() + ") asked " + sent + " times, counted are " + counted);
            for (History other : histories) {
                other.all("gap")
                        .filter(line -> line.get(1).equals(each.peer()))
                        .forEach(line ->
                                broken.add(other.name() + " was asked by " + each.name() + " for " + line.get(2)));
            }
        }
    }

    private void orders() {
        for (History one : histories) {
            for (History other : histories) {
                if (one.name().compareTo(other.name()) >= 0) continue;
                if (!agree(one, other))
                    broken.add(one.name() + " and " + other.name() + " heard turns in two orders, or twice");
            }
        }
        // A state that is loaded anew has in it what was said meanwhile.
        List<History> stayed = stayed().stream()
                .filter(each -> each.all("reloaded").findAny().isEmpty())
                .toList();
        for (History each : stayed) {
            List<String> since = after(stayed.get(0).turns(), each.turns());
            if (!since.equals(after(each.turns(), stayed.get(0).turns())))
                missing.add(each.name() + " and " + stayed.get(0).name() + " heard different turns");
        }
    }

    private static boolean agree(History one, History other) {
        for (History.Stretch mine : one.stretches()) {
            for (History.Stretch its : other.stretches()) {
                if (!mine.abandoned() && !its.abandoned() && !agree(mine.all(), its.all())) return false;
                if (!mine.turns().keySet().stream()
                        .allMatch(epoch ->
                                agree(mine.turns().get(epoch), its.turns().getOrDefault(epoch, List.of()))))
                    return false;
            }
        }
        return true;
    }

    private static boolean agree(List<String> mine, List<String> its) {
        List<String> here = new ArrayList<>(mine);
        List<String> there = new ArrayList<>(its);
        here.retainAll(new HashSet<>(its));
        there.retainAll(new HashSet<>(mine));
        return here.equals(there);
    }

    /** From the first on that the other heard, too: they came at different times. */
    private static List<String> after(List<String> mine, List<String> other) {
        Set<String> known = new HashSet<>(other);
        for (int i = 0; i < mine.size(); i++) if (known.contains(mine.get(i))) return mine.subList(i, mine.size());
        return List.of();
    }
}
