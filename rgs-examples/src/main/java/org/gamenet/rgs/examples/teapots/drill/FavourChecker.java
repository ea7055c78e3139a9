package org.gamenet.rgs.examples.teapots.drill;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Judges what must cost nobody anything, by what the players were shown. */
final class FavourChecker {
    /** A machine that is busy shows worlds late, and a handover takes some. */
    static final long GAP_MAX_MILLIS = 500;

    private static final long WATCHED_MILLIS = 1_500;

    private final DrillRecording run;
    private final Map<String, PlayerStory> stories;
    private final Set<String> faults;

    FavourChecker(DrillRecording run, Map<String, PlayerStory> stories, Set<String> faults) {
        this.run = run;
        this.stories = stories;
        this.faults = faults;
    }

    void judge(Favour favour) {
        if (favour instanceof Favour.Handover over) judge(over);
        else if (favour instanceof Favour.Return back) judge(back);
    }

    private void judge(Favour.Handover over) {
        boolean serves = stories.containsKey(over.to())
                && stories.get(over.to()).all(Report.Role.class).stream()
                        .anyMatch(role -> isWithin(role, over) && role.role().startsWith("ACTIVE"));
        if (!serves) fault("%s was handed the duel, and did not serve", over.to());
        for (String player : new TreeSet<>(run.livingAtLast())) {
            PlayerStory story = stories.get(player);
            if (story.all(Report.Frozen.class).stream().anyMatch(frozen -> isWithin(frozen, over)))
                fault("%s saw Frozen when %s handed over", player, over.from());
            long gap = longestGap(story, over);
            if (gap > GAP_MAX_MILLIS)
                fault("%s was shown no world for %d ms when %s handed over", player, gap, over.from());
        }
    }

    private static boolean isWithin(Report report, Favour.Handover over) {
        return report.at() >= over.at() && report.at() < over.at() + WATCHED_MILLIS;
    }

    private static long longestGap(PlayerStory story, Favour.Handover over) {
        long before = over.at();
        long longest = 0;
        for (Report.Shown world : story.all(Report.Shown.class)) {
            if (!isWithin(world, over)) continue;
            longest = Math.max(longest, world.at() - before);
            before = world.at();
        }
        return Math.max(longest, over.at() + WATCHED_MILLIS - before);
    }

    private void judge(Favour.Return back) {
        PlayerStory story = stories.get(back.player());
        long lives = story.all(Report.Self.class).stream()
                .filter(self -> self.peer().equals(back.player()))
                .count();
        if (lives < 2) fault("%s is not back as itself", back.player());
        List<Report.Shown> worlds = story.all(Report.Shown.class);
        Optional<Report.Pot> was = worlds.stream()
                .filter(world -> world.at() < back.backAt())
                .reduce((older, newer) -> newer)
                .map(world -> world.pots().get(back.player()));
        Optional<Report.Pot> is = worlds.stream()
                .filter(world -> world.at() >= back.backAt())
                .findFirst()
                .map(world -> world.pots().get(back.player()));
        if (was.isEmpty() || is.isEmpty()) fault("%s was shown no teapot of its own when it came back", back.player());
        else if (is.get().score() < was.get().score())
            fault(
                    "%s came back with a score of %d: it had %d",
                    back.player(), is.get().score(), was.get().score());
        for (String player : run.thereAllTheTime()) {
            if (stories.get(player).all(Report.Left.class).stream()
                    .anyMatch(left -> left.peer().equals(back.player())))
                fault("%s was told that %s had left", player, back.player());
            if (stories.get(player).all(Report.Back.class).stream()
                            .filter(each -> each.peer().equals(back.player()))
                            .count()
                    != 1) fault("%s was not told once that %s is back", player, back.player());
        }
    }

    private void fault(String text, Object... facts) {
        faults.add(text.formatted(facts));
    }
}
