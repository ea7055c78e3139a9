package org.gamenet.rgs.bench.meet;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** One meeting, by what each member saw last. Pure but for what it is told. */
final class Encounter {
    private static final int STORY_MOST = 200;

    private final Set<String> members;
    private final Map<String, Sighting> last = new HashMap<>();
    private final List<String> story = new ArrayList<>();
    private long sharedSince = -1;
    private long sharedLongest;

    Encounter(Collection<String> members) {
        this.members = Set.copyOf(members);
    }

    void saw(String member, Sighting sighting) {
        last.put(member, sighting);
        if (story.size() < STORY_MOST) story.add(said(member, sighting, sighting.calledAt()));
        note(shared(), sighting.at());
    }

    /** It is over. */
    void ended(long at) {
        note(false, at);
    }

    private void note(boolean shared, long at) {
        if (shared && sharedSince < 0) sharedSince = at;
        if (shared || sharedSince < 0) return;
        sharedLongest = Math.max(sharedLongest, at - sharedSince);
        sharedSince = -1;
    }

    /** Whether somebody is seen in two games: by members that play in different ones. */
    boolean shared() {
        return playing().stream()
                .map(last::get)
                .anyMatch(one -> playing().stream()
                        .map(last::get)
                        .anyMatch(other -> !one.game().equals(other.game())
                                && one.players().stream().anyMatch(other.players()::contains)));
    }

    /** The longest time for which somebody was seen in two games, in nanoseconds. */
    long sharedLongest() {
        return sharedLongest;
    }

    /** Whether all play in one game, and each sees all others and nobody else. */
    boolean oneGame() {
        return last.keySet().equals(members)
                && games().size() == 1
                && last.values().stream()
                        .allMatch(seen -> seen.plays() && seen.players().equals(members));
    }

    /**
     * Whether two are mixed: one sees somebody in its game who is in another, or who does not see it; only of members
     * that play, and while nothing is under way.
     */
    boolean mixed() {
        return playing().stream()
                .anyMatch(one -> last.get(one).players().stream()
                        .anyMatch(other -> !members.contains(other)
                                || playing().contains(other)
                                        && !(last.get(other)
                                                        .game()
                                                        .equals(last.get(one).game())
                                                && last.get(other).players().contains(one))));
    }

    /** How many games there are. */
    Set<String> games() {
        return playing().stream().map(each -> last.get(each).game()).collect(Collectors.toSet());
    }

    private List<String> playing() {
        return last.keySet().stream().filter(each -> last.get(each).plays()).toList();
    }

    /** From the last call to the last member's sight of all, in nanoseconds. */
    long found() {
        long called = last.values().stream().mapToLong(Sighting::calledAt).max().orElseThrow();
        return last.values().stream().mapToLong(Sighting::at).max().orElseThrow() - called;
    }

    /** All that was seen, a line for each, in the order in which it was heard of. */
    String story() {
        return String.join("\n", story);
    }

    private static String said(String member, Sighting seen, long since) {
        return member + " " + seen.phase() + " " + seen.game() + " " + seen.players() + " after "
                + (seen.at() - since) / 1_000_000 + " ms";
    }

    @Override
    public String toString() {
        long called = last.values().stream().mapToLong(Sighting::calledAt).max().orElse(0);
        return members.stream()
                .sorted()
                .map(each -> {
                    Sighting seen = last.get(each);
                    return seen == null ? each + " nothing" : said(each, seen, called);
                })
                .collect(Collectors.joining("; "));
    }
}
