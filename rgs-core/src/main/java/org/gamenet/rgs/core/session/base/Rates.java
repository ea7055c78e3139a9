package org.gamenet.rgs.core.session.base;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.stream.IntStream;

/** Means and medians over the last two seconds. Any thread. */
public final class Rates {
    private static final long WINDOW_NANOS = 2_000_000_000L;
    private static final int AGES_MAX = 256;

    private final Deque<long[]> bytes = new ArrayDeque<>();
    private final long[] agedAt = new long[AGES_MAX];
    private final double[] ages = new double[AGES_MAX];
    private int aged;

    /** How old a message was when it was handed out, seconds. */
    public synchronized void age(long now, double seconds) {
        int place = aged++ & AGES_MAX - 1;
        agedAt[place] = now;
        ages[place] = seconds;
        if (aged == 2 * AGES_MAX) aged = AGES_MAX;
    }

    public synchronized double medianAgeMillis(long now) {
        double[] recent = IntStream.range(0, Math.min(aged, AGES_MAX))
                .filter(i -> now - agedAt[i] <= WINDOW_NANOS)
                .mapToDouble(i -> ages[i])
                .toArray();
        if (recent.length == 0) return Double.NaN;
        Arrays.sort(recent);
        return 1_000 * recent[recent.length / 2];
    }

    /** Bytes sent and received per second, given the totals now. Readings less than 50 ms apart count as one. */
    public synchronized double[] perSecond(long now, long sent, long received) {
        if (bytes.isEmpty() || now - bytes.getLast()[0] >= 50_000_000) bytes.addLast(new long[] {now, sent, received});
        while (bytes.size() > 1 && now - bytes.getFirst()[0] > WINDOW_NANOS) bytes.removeFirst();
        long[] first = bytes.getFirst();
        double seconds = Math.max(0.05, (now - first[0]) / 1e9);
        return new double[] {(sent - first[1]) / seconds, (received - first[2]) / seconds};
    }
}
