package org.gamenet.rgs.examples.teapots.drill;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * All that is known of a run.
 *
 * @param settledAt when everybody was in and had been shown so, milliseconds of the machine's clock
 * @param kills the deaths, in their order
 * @param favours what must cost nobody anything
 * @param players what each player reported, by peer, in its own order
 */
record DrillRecording(long settledAt, List<Kill> kills, List<Favour> favours, Map<String, List<Report>> players) {
    /** A world that is under way may be shown after what was told since. */
    private static final long WORLDS_UNDER_WAY_MILLIS = 500;

    DrillRecording {
        kills = List.copyOf(kills);
        favours = List.copyOf(favours);
        players = Map.copyOf(players);
    }

    /** The members that lived after that many deaths. */
    Set<String> livingAfter(int deaths) {
        return deaths == 0 ? players.keySet() : kills.get(deaths - 1).survivors();
    }

    /** Players that are dead at that time, and of whom this one has not been told for long that they are out. */
    Set<String> kept(PlayerStory story, long at) {
        Set<String> kept = new TreeSet<>();
        for (Kill kill : kills) if (kill.at() <= at) kept.add(kill.victim());
        for (Report.Left left : story.all(Report.Left.class))
            if (left.at() < at - WORLDS_UNDER_WAY_MILLIS) kept.remove(left.peer());
        return kept;
    }

    /** The members that lived to the end, and neither slept nor died meanwhile. */
    Set<String> thereAllTheTime() {
        Set<String> there = new TreeSet<>(livingAtLast());
        kills.forEach(kill -> there.remove(kill.victim()));
        favours.forEach(favour -> {
            if (favour instanceof Favour.Return back) there.remove(back.player());
        });
        return there;
    }

    /** The members that lived to the end. */
    Set<String> livingAtLast() {
        return livingAfter(kills.size());
    }
}
