package org.gamenet.rgs.bench.split;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The outcome of one run. Times in nanoseconds, negative where there was none. */
final class SplitOutcome {
    private static final long MILLI = 1_000_000;

    /** The part of the cut that has the server, and the rest. */
    String cut = "";
    /** How long survivors of a death stood still; one each. */
    final List<Long> outagesOfKills = new ArrayList<>();
    /** How long those stood still who had the game without its server; one each. */
    final List<Long> outagesOfCuts = new ArrayList<>();
    /** The longest standstill of anybody from the heal on. */
    long healed = -1;
    /** How many messages were given to members that should have stood still. */
    long minorityPlayed;
    /** Members of a part of more than half that did not play at the end of the cut, with one of them that serves. */
    int majorityStill;
    /** Messages of members that live that are in the game more than once at the end. */
    long twice;
    /** Messages of members that live that are not in it, where no side is given up. */
    long missing;
    /** How many different games those have that play. */
    int histories;
    /** Members that are closed, or whom others do not see. */
    int lost;
    /** Members that do not play though they should. */
    int stuck;
    /** Members whose game is another than before the heal, and how many of those were told. */
    int changed;

    int told;

    /**
     * Counts the messages that stand in a game more than once or, {@code wantsAll}, not at all.
     *
     * @param game its messages in order, {@code member:number} each, a space between
     * @param said how many each of the members that live has sent
     */
    void count(String game, Map<Integer, Integer> said, boolean wantsAll) {
        Map<Integer, Set<String>> once = new HashMap<>();
        for (String entry : game.split(" ")) {
            int by = entry.isEmpty() ? -1 : Integer.parseInt(entry.substring(0, entry.indexOf(':')));
            if (!said.containsKey(by)) continue;
            if (!once.computeIfAbsent(by, first -> new HashSet<>()).add(entry)) twice++;
        }
        if (!wantsAll) return;
        said.forEach((by, count) ->
                missing += count - once.getOrDefault(by, Set.of()).size());
    }

    /** Whether nothing is wrong. */
    boolean isGood() {
        return histories == 1
                && minorityPlayed + majorityStill + lost + stuck == 0
                && twice + missing == 0
                && changed == told;
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%s: histories %d, minority played %d, majority still %d, lost %d, stuck %d, twice %d, missing %d, changed %d, "
                        + "told %d; outage kill %s ms, cut %s ms, "
                        + "after the heal %d ms",
                cut,
                histories,
                minorityPlayed,
                majorityStill,
                lost,
                stuck,
                twice,
                missing,
                changed,
                told,
                millis(outagesOfKills),
                millis(outagesOfCuts),
                healed < 0 ? -1 : healed / MILLI);
    }

    private static List<Long> millis(List<Long> all) {
        return all.stream().map(each -> each / MILLI).toList();
    }
}
