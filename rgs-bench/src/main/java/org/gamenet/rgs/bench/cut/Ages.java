package org.gamenet.rgs.bench.cut;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * Whether a player was told how much play is gone. How much is gone, by the worlds that it was shown: from the newest
 * world of the old history that the new one still contains to the last world of the old history that it was shown. How
 * much it was told: the sum of {@code stateAge}, from that last world on until the first of the new history; of one
 * that was told nothing, 0.
 */
final class Ages {
    private static final long TOLERANCE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private Ages() {}

    /** One sentence for each time that it was told something else, from that time on. */
    static List<String> wrong(CutHistory player, long since, Starved starved) {
        List<String> wrong = new ArrayList<>();
        List<HistoryPlace> last = List.of();
        long lastAt = 0;
        long begun = 0;
        long told = 0;
        for (CutHistory.DiaryLine line : player.lines()) {
            if (line.kind().equals("resumed")) told += line.number(0);
            if (!line.kind().equals("shown")) continue;
            List<HistoryPlace> now = CutHistory.path(line.word(0));
            if (last.isEmpty()) begun = line.at();
            else if (line.at() > since) {
                long gone = gone(last, now, begun);
                if (Math.abs(told - gone) > TOLERANCE_NANOS + starved.within(lastAt, line.at())) {
                    wrong.add(String.format(
                            Locale.ROOT, "%s was told %.0f ms and lost %.0f", player.name(), told / 1e6, gone / 1e6));
                }
            }
            told = 0;
            last = now;
            lastAt = line.at();
        }
        return wrong;
    }

    /** How much of the one history is not in the other, in nanoseconds. */
    static long gone(List<HistoryPlace> last, List<HistoryPlace> now, long begun) {
        int common = 0;
        while (common < Math.min(last.size(), now.size())
                && last.get(common).stint().equals(now.get(common).stint())) common++;
        long newest = last.get(last.size() - 1).made();
        if (common == 0) return newest - begun;
        return Math.max(
                0,
                newest
                        - Math.min(
                                last.get(common - 1).made(), now.get(common - 1).made()));
    }
}
