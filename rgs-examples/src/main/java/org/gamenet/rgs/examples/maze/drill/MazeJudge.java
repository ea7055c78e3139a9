package org.gamenet.rgs.examples.maze.drill;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Whether those that are left agree: the same move at each place, every peer's moves each once and in their order, the
 * same scores. Pure.
 */
final class MazeJudge {

    private MazeJudge() {}

    /**
     * The words of one member up to its end.
     *
     * @param name the member's
     * @param lines everything, in its order
     */
    record Story(String name, List<MazeLine> lines) {

        private <T extends MazeLine> T last(Class<T> kind) {
            for (int i = lines.size() - 1; i >= 0; i--)
                if (kind.isInstance(lines.get(i))) return kind.cast(lines.get(i));
            throw new IllegalStateException(name + " never said how it is " + kind.getSimpleName());
        }

        /** The moves that it has applied, by place; those that another's maze replaced do not count. */
        private TreeMap<Long, MazeLine.Applied> log() {
            TreeMap<Long, MazeLine.Applied> log = new TreeMap<>();
            for (MazeLine line : lines) {
                if (line instanceof MazeLine.Restored r)
                    log.tailMap(r.place(), false).clear();
                else if (line instanceof MazeLine.Applied a) log.put(a.place(), a);
            }
            return log;
        }
    }

    /** The faults; none if the game survived. */
    static List<String> faults(List<Story> survivors) {
        List<String> faults = new ArrayList<>();
        Map<Long, MazeLine.Applied> all = new TreeMap<>();
        for (Story story : survivors) {
            Map<Long, MazeLine.Applied> log = story.log();
            numbers(story.name(), log.values(), faults);
            log.forEach((place, entry) -> {
                MazeLine.Applied known = all.putIfAbsent(place, entry);
                if (known != null && !known.equals(entry))
                    faults.add("place " + place + ": " + story.name() + " has " + entry + ", another has " + known);
            });
        }
        for (Story story : survivors) own(story, all, faults);
        equal(
                "what was applied differs",
                survivors,
                s -> {
                    MazeLine.MazeStatus end = s.last(MazeLine.MazeStatus.class);
                    return end.place() + " " + Long.toHexString(end.digest());
                },
                faults);
        equal("scores differ", survivors, s -> s.last(MazeLine.Result.class).scores(), faults);
        return faults;
    }

    /** Each peer's moves are numbered, and this log has them one after the other. */
    private static void numbers(String name, Iterable<MazeLine.Applied> log, List<String> faults) {
        Map<Long, Integer> last = new HashMap<>();
        long place = 0;
        for (MazeLine.Applied entry : log) {
            if (place > 0 && entry.place() != place + 1) last.clear();
            place = entry.place();
            if (entry.number() < 0) continue;
            Integer before = last.put(entry.who(), entry.number());
            if (before != null && entry.number() != before + 1)
                faults.add("%s: move %d of %x comes after its move %d"
                        .formatted(name, entry.number(), entry.who(), before));
        }
    }

    /** All its moves have taken effect. */
    private static void own(Story story, Map<Long, MazeLine.Applied> log, List<String> faults) {
        long self = story.last(MazeLine.MazeStatus.class).self();
        Set<Integer> missing = new HashSet<>();
        for (int i = 1; i <= story.last(MazeLine.Result.class).sent(); i++) missing.add(i);
        log.values().stream().filter(e -> e.who() == self).forEach(e -> missing.remove(e.number()));
        if (!missing.isEmpty()) faults.add(story.name() + "'s moves " + missing + " are lost");
    }

    private interface Said {
        String of(Story story);
    }

    private static void equal(String what, List<Story> survivors, Said said, List<String> faults) {
        Map<String, String> each = new TreeMap<>();
        survivors.forEach(s -> each.put(s.name(), said.of(s)));
        if (new HashSet<>(each.values()).size() > 1) faults.add(what + ": " + each);
    }
}
