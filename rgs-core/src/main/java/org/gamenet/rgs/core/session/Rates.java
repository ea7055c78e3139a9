package org.gamenet.rgs.core.session;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/** Means and medians over the last two seconds. Any thread. */
final class Rates {
    private static final long WINDOW_NANOS = 2_000_000_000L;
    private static final int AGES_MAX = 256;

    private final Deque<long[]> bytes = new ArrayDeque<>();
    private final Deque<double[]> ages = new ArrayDeque<>();

    /** How old a message was when it was handed out, seconds. */
    synchronized void age(long now, double seconds) {
        ages.addLast(new double[] {now, seconds});
        while (ages.size() > AGES_MAX || now - (long) ages.getFirst()[0] > WINDOW_NANOS) ages.removeFirst();
    }

    synchronized double medianAgeMillis(long now) {
        double[] recent = ages.stream().filter(a -> now - (long) a[0] <= WINDOW_NANOS).mapToDouble(a -> a[1]).toArray();
        if (recent.length == 0) return Double.NaN;
        Arrays.sort(recent);
        return 1_000 * recent[recent.length / 2];
    }

    /** Bytes sent and received per second, given the totals now. Readings less than 50 ms apart count as one. */
    synchronized double[] perSecond(long now, long sent, long received) {
        if (bytes.isEmpty() || now - bytes.getLast()[0] >= 50_000_000) bytes.addLast(new long[] {now, sent, received});
        while (bytes.size() > 1 && now - bytes.getFirst()[0] > WINDOW_NANOS) bytes.removeFirst();
        long[] first = bytes.getFirst();
        double seconds = Math.max(0.05, (now - first[0]) / 1e9);
        return new double[] {(sent - first[1]) / seconds, (received - first[2]) / seconds};
    }
}
