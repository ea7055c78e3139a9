package org.gamenet.rgs.bench.relay;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * Peers side by side: a bar each, for the median delay and what of it the slowest hundredth adds; beside it what a
 * delivery costs.
 */
final class RelayChart {
    private static final int WIDTH = 960;
    private static final int LEFT = 110;
    private static final int BAR_MOST = 430;
    private static final int ROW = 34;
    private static final int TOP = 70;
    private static final int COLUMNS = 700;
    private static final int COLUMN = 62;
    private static final double MICROS_PER_MILLI = 1_000;
    /** A bar longer than so many times the best is cut, and says so. */
    private static final double LONGEST = 12;

    private static final List<String> FIGURES =
            List.of("cpu_us_per_message", "alloc_bytes_per_message", "wire_bytes_per_message", "wakeups_per_message");
    private static final List<String> HEADS = List.of("CPU µs", "alloc B", "wire B", "wake-ups");

    private final StringBuilder out = new StringBuilder();
    private final Comparison comparison;
    private final double most;

    private RelayChart(Comparison comparison) {
        this.comparison = comparison;
        double best = micros(Comparator.naturalOrder(), "p99_ms");
        most = Math.min(micros(Comparator.reverseOrder(), "p99_ms"), best * LONGEST);
    }

    private double micros(Comparator<Double> order, String figure) {
        return comparison.peers().stream()
                        .map(peer -> comparison.median(peer, figure))
                        .filter(value -> !value.isNaN())
                        .min(order)
                        .orElse(1.0)
                * MICROS_PER_MILLI;
    }

    /** An SVG document. */
    static String draw(Comparison comparison, RelayOptions options) {
        RelayChart chart = new RelayChart(comparison);
        int height = TOP + ROW * comparison.peers().size() + 30;
        chart.put(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"13\">",
                WIDTH, height);
        chart.put("<rect width=\"%d\" height=\"%d\" fill=\"white\"/>", WIDTH, height);
        chart.put(
                "<text x=\"20\" y=\"24\" font-size=\"15\">Action to another player, µs: median (dark) and 99th percentile (light); "
                        + "%d players, %d Hz, %d B</text>",
                options.rules().players(),
                options.rules().rate(),
                options.rules().size());
        for (int i = 0; i < HEADS.size(); i++) {
            chart.put(
                    "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>",
                    COLUMNS + COLUMN * i + 30, TOP - 12, HEADS.get(i));
        }
        int y = TOP;
        for (Peers peer : comparison.peers()) {
            chart.row(peer, y);
            y += ROW;
        }
        return chart.out.append("</svg>\n").toString();
    }

    private void row(Peers peer, int y) {
        put("<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>", LEFT - 8, y + 18, peer);
        double p50 = comparison.median(peer, "p50_ms") * MICROS_PER_MILLI;
        double p99 = comparison.median(peer, "p99_ms") * MICROS_PER_MILLI;
        if (Double.isNaN(p50)) {
            put("<text x=\"%d\" y=\"%d\">no figures</text>", LEFT, y + 18);
            return;
        }
        put("<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"22\" fill=\"#aaccee\"/>", LEFT, y + 2, width(p99));
        put("<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"22\" fill=\"#4477aa\"/>", LEFT, y + 2, width(p50));
        put(
                "<text x=\"%.1f\" y=\"%d\">%.0f / %.0f%s</text>",
                LEFT + width(p99) + 6, y + 18, p50, p99, p99 > most ? " (cut)" : "");
        for (int i = 0; i < FIGURES.size(); i++) {
            put(
                    i == FIGURES.size() - 1
                            ? "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%.1f</text>"
                            : "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%.0f</text>",
                    COLUMNS + COLUMN * i + 30,
                    y + 18,
                    comparison.median(peer, FIGURES.get(i)));
        }
    }

    private double width(double micros) {
        return Math.min(micros, most) / most * BAR_MOST;
    }

    private void put(String format, Object... values) {
        out.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
