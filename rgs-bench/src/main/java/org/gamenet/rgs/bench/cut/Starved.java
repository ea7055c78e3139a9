package org.gamenet.rgs.bench.cut;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * When some process got no processor: nobody's fault but the machine's. Stretches apart from each other, in ascending
 * order.
 */
record Starved(List<Stretch> stretches) {

    record Stretch(long from, long to) {}

    static Starved of(List<CutHistory> histories) {
        List<Stretch> all = new ArrayList<>();
        histories.forEach(each -> each.all("starved").forEach(line -> all.add(new Stretch(line.number(0), line.at()))));
        all.sort(Comparator.comparingLong(Stretch::from));
        List<Stretch> apart = new ArrayList<>();
        for (Stretch next : all) {
            Stretch last = apart.isEmpty() ? null : apart.get(apart.size() - 1);
            if (last == null || next.from() > last.to()) apart.add(next);
            else apart.set(apart.size() - 1, new Stretch(last.from(), Math.max(last.to(), next.to())));
        }
        return new Starved(List.copyOf(apart));
    }

    /** How much of this time. */
    long within(long from, long to) {
        return stretches.stream()
                .mapToLong(each -> Math.max(0, Math.min(each.to(), to) - Math.max(each.from(), from)))
                .sum();
    }

    /** The rest of this time. */
    long net(long from, long to) {
        return Math.max(0, to - from - within(from, to));
    }
}
