package org.gamenet.rgs.bench.age;

import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.gamenet.rgs.bench.age.AgeLine.Point;
import org.gamenet.rgs.bench.report.Durations;
import org.gamenet.rgs.bench.report.Json;

/** Means and percentiles at each point. */
final class AgeSummary {
    private static final double NANOS_PER_MILLI = 1e6;

    private final Map<Point, Durations> durations = new EnumMap<>(Point.class);
    private final Map<Point, Double> means = new EnumMap<>(Point.class);
    private final double meanErrorMillis;
    private final int count;

    AgeSummary(List<AgeLine> ages) {
        count = ages.size();
        for (Point point : Point.values()) {
            Durations all = new Durations();
            ages.forEach(age -> all.add((long) (age.at(point) * NANOS_PER_MILLI)));
            durations.put(point, all);
            means.put(
                    point,
                    ages.stream().mapToDouble(age -> age.at(point)).average().orElse(Double.NaN));
        }
        meanErrorMillis =
                ages.stream().mapToDouble(AgeLine::errorMillis).average().orElse(Double.NaN);
    }

    double meanMillis(Point point) {
        return means.getOrDefault(point, Double.NaN);
    }

    double meanErrorMillis() {
        return meanErrorMillis;
    }

    double millis(Point point, double percent) {
        Durations all = durations.get(point);
        return all == null ? Double.NaN : all.millis(percent);
    }

    Json json() {
        Json json = new Json().put("data", (long) count);
        for (Point point : Point.values()) {
            String name = point.name().toLowerCase(Locale.ROOT);
            json.put(name + "_mean_ms", meanMillis(point))
                    .put(name + "_p50_ms", millis(point, 50))
                    .put(name + "_p99_ms", millis(point, 99));
        }
        return json.put("clock_error_mean_ms", meanErrorMillis);
    }
}
