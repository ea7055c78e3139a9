package org.gamenet.rgs.bench.cut;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The game's state: the record that a server shows, and that is packaged and restored.
 *
 * @param path where the history went, the newest last: under which servers, and how far under each
 * @param tallies what is counted
 * @param heard the totally ordered messages in it; a server's own, or a player's, as far as it has heard
 */
record CutWorld(List<HistoryPlace> path, List<Tally> tallies, List<Heard> heard) {

    HistoryPlace place() {
        return path.get(path.size() - 1);
    }

    /** As in {@code p0.1@12 p3.1@15}. */
    static String format(List<HistoryPlace> path) {
        return path.stream().map(each -> each.stint() + "@" + each.made()).collect(Collectors.joining(" "));
    }
}
