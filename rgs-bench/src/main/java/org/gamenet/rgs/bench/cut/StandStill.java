package org.gamenet.rgs.bench.cut;

import java.util.ArrayList;
import java.util.List;

/**
 * For how long a player stood still: the time without a new world from a server, less what some process was starved of.
 */
final class StandStill {
    private record Gap(long from, long to) {}

    private final List<Gap> gaps = new ArrayList<>();
    private final Starved starved;
    private final CutCourse course;

    StandStill(CutHistory player, CutCourse course, Starved starved) {
        this.course = course;
        this.starved = starved;
        long end = player.all("closed")
                .mapToLong(CutHistory.DiaryLine::at)
                .findFirst()
                .orElse(course.until());
        long before = course.cutAt();
        for (CutHistory.DiaryLine line : player.lines()) {
            if (!line.kind().equals("shown") || line.at() <= before || line.at() > end) continue;
            gaps.add(new Gap(before, line.at()));
            before = line.at();
        }
        if (end > before) gaps.add(new Gap(before, end));
    }

    /** The longest that began while the network was cut, whenever it ended. */
    long duringTheCut() {
        return gaps.stream()
                .filter(gap -> gap.from() < course.healAt())
                .mapToLong(gap -> starved.net(gap.from(), gap.to()))
                .max()
                .orElse(0);
    }

    /** The longest from the heal on. */
    long afterTheHeal() {
        return gaps.stream()
                .filter(gap -> gap.to() > course.healAt())
                .mapToLong(gap -> starved.net(Math.max(gap.from(), course.healAt()), gap.to()))
                .max()
                .orElse(0);
    }
}
