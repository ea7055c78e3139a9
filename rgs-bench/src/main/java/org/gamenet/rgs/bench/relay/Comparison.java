package org.gamenet.rgs.bench.relay;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.gamenet.rgs.bench.report.Json;
import org.gamenet.rgs.bench.report.JsonLine;
import org.gamenet.rgs.bench.report.Machine;

/**
 * Peers that were measured in turns on the same machine: of each the median over its turns, and the first beside the
 * last.
 */
final class Comparison {
    private static final List<String> FIGURES = List.of(
            "p50_ms",
            "p99_ms",
            "alloc_bytes_per_message",
            "wire_bytes_per_message",
            "cpu_us_per_message",
            "idle_alloc_bytes_per_second",
            "cpu_s",
            "loopback_bytes_per_message",
            "wakeups_per_message",
            "server_threads",
            "players_threads",
            "server_heap_mb",
            "players_heap_mb",
            "missing");
    private static final List<String> OF_FAN_OUT = List.of("fanout_messages_per_second", "fanout_half_p99_ms");

    private final Map<Peers, List<JsonLine>> turns = new EnumMap<>(Peers.class);
    private final List<Peers> order;

    /** Of those peers, whether or not they come to have figures. */
    Comparison(List<Peers> peers) {
        order = peers.stream().distinct().toList();
    }

    /** The line of figures of one turn. */
    void add(Peers peer, String figures) {
        turns.computeIfAbsent(peer, p -> new ArrayList<>()).add(JsonLine.of(figures));
    }

    boolean hasSeveral() {
        return order.size() > 1;
    }

    /** Of all; what the others' figures are to the first's is told of the last. */
    Json json() {
        Peers first = order.get(0);
        Peers second = order.get(order.size() - 1);
        Json json = new Json()
                .put("bench", "relay")
                .put("compared", first + " to " + second)
                .put("turns", turns.getOrDefault(first, List.of()).size());
        boolean fansOut = turns.values().stream()
                .flatMap(List::stream)
                .anyMatch(line -> !Double.isNaN(line.number(OF_FAN_OUT.get(0))));
        for (Peers peer : order) {
            for (String figure : FIGURES) json.put(peer.name() + "_" + figure, median(peer, figure));
            if (fansOut) for (String figure : OF_FAN_OUT) json.put(peer.name() + "_" + figure, median(peer, figure));
        }
        json.put("p50_ratio", median(first, "p50_ms") / median(second, "p50_ms"))
                .put("p99_ratio", median(first, "p99_ms") / median(second, "p99_ms"))
                .put("alloc_bytes_per_message_above", above(first, second, "alloc_bytes_per_message"))
                .put("wire_bytes_per_message_above", above(first, second, "wire_bytes_per_message"));
        return json.put("load_average", Machine.loadAverage());
    }

    private double above(Peers first, Peers second, String figure) {
        return median(first, figure) - median(second, figure);
    }

    /** NaN of a peer without figures. */
    double median(Peers peer, String figure) {
        List<Double> values = turns.getOrDefault(peer, List.of()).stream()
                .map(line -> line.number(figure))
                .sorted()
                .toList();
        if (values.isEmpty()) return Double.NaN;
        int middle = values.size() / 2;
        return values.size() % 2 == 1 ? values.get(middle) : (values.get(middle - 1) + values.get(middle)) / 2;
    }

    List<Peers> peers() {
        return order;
    }
}
