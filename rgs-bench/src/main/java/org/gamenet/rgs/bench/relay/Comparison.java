package org.gamenet.rgs.bench.relay;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gamenet.rgs.bench.report.Json;

/** Peers that were measured in turns on the same machine: of each the median over its turns, and the first beside the last. */
final class Comparison {
    private static final List<String> FIGURES = List.of("p50_ms", "p99_ms", "alloc_bytes_per_message", "idle_alloc_bytes_per_second",
            "wire_bytes_per_message", "cpu_s");

    private final Map<Peers, List<String>> turns = new EnumMap<>(Peers.class);

    /** The line of figures of one turn. */
    void add(Peers peer, String figures) { turns.computeIfAbsent(peer, p -> new ArrayList<>()).add(figures); }

    boolean hasSeveral() { return turns.size() > 1; }

    /** Of {@code first} beside {@code second}. */
    Json json(Peers first, Peers second) {
        Json json = new Json().put("bench", "relay").put("compared", first + " to " + second)
                .put("turns", turns.getOrDefault(first, List.of()).size());
        for (String figure : FIGURES) {
            for (Peers peer : List.of(first, second)) json.put(peer + "_" + figure, median(peer, figure));
        }
        json.put("p50_ratio", median(first, "p50_ms") / median(second, "p50_ms"))
                .put("p99_ratio", median(first, "p99_ms") / median(second, "p99_ms"))
                .put("alloc_bytes_per_message_above", above(first, second, "alloc_bytes_per_message"))
                .put("wire_bytes_per_message_above", above(first, second, "wire_bytes_per_message"));
        return json.put("load_average", Meters.loadAverage());
    }

    private double above(Peers first, Peers second, String figure) { return median(first, figure) - median(second, figure); }

    private double median(Peers peer, String figure) {
        List<Double> values = turns.getOrDefault(peer, List.of()).stream().map(line -> number(line, figure)).sorted().toList();
        if (values.isEmpty()) return Double.NaN;
        int middle = values.size() / 2;
        return values.size() % 2 == 1 ? values.get(middle) : (values.get(middle - 1) + values.get(middle)) / 2;
    }

    private static double number(String line, String name) {
        Matcher found = Pattern.compile('"' + name + "\":(-?[0-9.]+)").matcher(line);
        return found.find() ? Double.parseDouble(found.group(1)) : Double.NaN;
    }
}
