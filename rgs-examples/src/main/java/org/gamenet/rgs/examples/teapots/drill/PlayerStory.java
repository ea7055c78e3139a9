package org.gamenet.rgs.examples.teapots.drill;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One player's reports, cut where play went on after a death: chapter 0 is the time before the first one, chapter 1
 * begins with the first Resumed. Pure.
 */
final class PlayerStory {
    private final String player;
    private final List<Report> reports;
    private final List<List<Report>> chapters = new ArrayList<>();

    PlayerStory(String player, List<Report> reports) {
        this.player = player;
        this.reports = List.copyOf(reports);
        chapters.add(new ArrayList<>());
        for (Report report : reports) {
            if (report instanceof Report.Resumed) chapters.add(new ArrayList<>());
            chapters.get(chapters.size() - 1).add(report);
        }
    }

    String player() {
        return player;
    }

    int chapters() {
        return chapters.size();
    }

    /** Reports of one kind, of the whole story. */
    <R extends Report> List<R> all(Class<R> kind) {
        return only(kind, reports);
    }

    /** Reports of one kind, of one chapter; none if the story ended before. */
    <R extends Report> List<R> all(Class<R> kind, int chapter) {
        return chapter < chapters.size() ? only(kind, chapters.get(chapter)) : List.of();
    }

    /** The worlds shown in a chapter. */
    List<Report.Shown> worlds(int chapter) {
        return all(Report.Shown.class, chapter);
    }

    /** The event that began a chapter. */
    Optional<Report.Resumed> resumed(int chapter) {
        return all(Report.Resumed.class, chapter).stream().findFirst();
    }

    /** Everything, in its order. */
    List<Report> reports() {
        return reports;
    }

    private static <R extends Report> List<R> only(Class<R> kind, List<Report> from) {
        return from.stream().filter(kind::isInstance).map(kind::cast).toList();
    }
}
