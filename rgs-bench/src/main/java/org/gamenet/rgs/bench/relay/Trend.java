package org.gamenet.rgs.bench.relay;

import java.util.ArrayList;
import java.util.List;
import org.gamenet.rgs.bench.report.Json;

/** A quantity over time: whether it grows. One thread. */
final class Trend {
    private static final double MEGA = 1024 * 1024;
    private static final double SECONDS_PER_MINUTE = 60;
    /** The middle of the last third may lie so much above that of the first. */
    private static final double GROWTH_MAX_PERCENT = 5;

    private final List<Double> seconds = new ArrayList<>();
    private final List<Double> bytes = new ArrayList<>();

    /** So much at that time. */
    void add(double second, double used) {
        seconds.add(second);
        bytes.add(used);
    }

    /** Bytes per minute, by least squares; 0 with fewer than two samples. */
    double perMinute() {
        double meanX = mean(seconds);
        double meanY = mean(bytes);
        double above = 0;
        double below = 0;
        for (int i = 0; i < bytes.size(); i++) {
            above += (seconds.get(i) - meanX) * (bytes.get(i) - meanY);
            below += (seconds.get(i) - meanX) * (seconds.get(i) - meanX);
        }
        return below == 0 ? 0 : above / below * SECONDS_PER_MINUTE;
    }

    /**
     * By how many per cent the median of the last third lies above that of the first; NaN with fewer than six samples.
     */
    double growthPercent() {
        int third = bytes.size() / 3;
        if (third < 2) return Double.NaN;
        double early = median(bytes.subList(0, third));
        return (median(bytes.subList(bytes.size() - third, bytes.size())) - early) / early * 100;
    }

    boolean flat() {
        return growthPercent() <= GROWTH_MAX_PERCENT;
    }

    Json json() {
        return new Json()
                .put("samples", bytes.size())
                .put("first_mb", bytes.isEmpty() ? Double.NaN : bytes.get(0) / MEGA)
                .put("last_mb", bytes.isEmpty() ? Double.NaN : bytes.get(bytes.size() - 1) / MEGA)
                .put(
                        "max_mb",
                        bytes.stream().mapToDouble(Double::doubleValue).max().orElse(Double.NaN) / MEGA)
                .put("growth_kb_per_minute", perMinute() / 1024)
                .put("growth_percent", growthPercent())
                .put("flat", flat());
    }

    private static double mean(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).average().orElse(0);
    }

    private static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }
}
