package org.gamenet.rgs.bench.report;

import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * Measured durations, and what share of them lies below what: nearest rank, to three digits, up to ten minutes. One
 * without measurements has no percentiles: NaN. One thread.
 */
public final class Durations {
    private static final long MOST = TimeUnit.MINUTES.toNanos(10);
    private static final int DIGITS = 3;
    private static final double NANOS_PER_MILLI = 1e6;

    private final Histogram nanos = new Histogram(MOST, DIGITS);

    /** Takes in a measurement in nanoseconds; a negative one counts as 0, one above ten minutes as ten minutes. */
    public void add(long measured) {
        nanos.recordValue(Math.min(Math.max(0, measured), MOST));
    }

    /** Takes in all measurements of another. */
    public void add(Durations others) {
        nanos.add(others.nanos);
    }

    /** Forgets everything. */
    public void clear() {
        nanos.reset();
    }

    /** How many measurements there are. */
    public long count() {
        return nanos.getTotalCount();
    }

    /** The value that so many percent of the measurements do not exceed, in milliseconds. */
    public double millis(double percent) {
        return count() == 0 ? Double.NaN : nanos.getValueAtPercentile(percent) / NANOS_PER_MILLI;
    }

    /** The longest, in milliseconds. */
    public double maxMillis() {
        return count() == 0 ? Double.NaN : nanos.getMaxValue() / NANOS_PER_MILLI;
    }

    /**
     * Puts the median, the 99th percentile and the maximum as {@code what_p50_ms} and so on, or {@code p50_ms} where
     * nothing is named.
     */
    public void putInto(Json json, String what) {
        String name = what.isEmpty() ? "" : what + "_";
        json.put(name + "p50_ms", millis(50)).put(name + "p99_ms", millis(99)).put(name + "max_ms", maxMillis());
    }
}
