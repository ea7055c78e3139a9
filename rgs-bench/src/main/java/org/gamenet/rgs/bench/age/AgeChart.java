package org.gamenet.rgs.bench.age;

import java.util.List;
import java.util.Locale;
import org.gamenet.rgs.bench.age.AgeLine.Point;

/**
 * Figure 20 as it was meant: across, when a point was reached; up, how old the datum was there. One datum's points lie
 * on one line, from the moment of the action; the bar at its end is the error of the clocks.
 */
final class AgeChart {
    private static final int WIDTH = 960;
    private static final int HEIGHT = 460;
    private static final int LEFT = 60;
    private static final int RIGHT = 240;
    private static final int TOP = 40;
    private static final int BOTTOM = 50;
    private static final List<String> NAMES =
            List.of("client send", "server receive", "server send", "client receive", "client graphics");
    private static final List<String> COLOURS = List.of("#4477aa", "#66ccee", "#228833", "#ccbb44", "#ee6677");

    private final StringBuilder out = new StringBuilder();
    private final double from;
    private final double seconds;
    private final double most;

    private AgeChart(double from, double seconds, double most) {
        this.from = from;
        this.seconds = seconds;
        this.most = most;
    }

    /** Of what one viewer saw in so many seconds. */
    static String draw(String title, List<AgeLine> ages, double from, double seconds, AgeSummary summary) {
        double oldest = ages.stream()
                .mapToDouble(a -> a.at(Point.CLIENT_GRAPHICS) + a.errorMillis())
                .max()
                .orElse(1);
        AgeChart chart = new AgeChart(from, seconds, 20 * Math.ceil(oldest / 20));
        chart.frame(title);
        ages.forEach(chart::datum);
        chart.legend(summary);
        return chart.out.append("</svg>\n").toString();
    }

    private void frame(String title) {
        put(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"13\">",
                WIDTH, HEIGHT);
        put("<rect width=\"%d\" height=\"%d\" fill=\"white\"/>", WIDTH, HEIGHT);
        put("<text x=\"%d\" y=\"24\" font-size=\"15\">%s</text>", LEFT, title);
        double step = most > 200 ? 50 : 10;
        for (double age = 0; age <= most; age += step) {
            put(
                    "<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#dddddd\"/>",
                    LEFT, WIDTH - RIGHT, y(age), y(age));
            put("<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%.0f</text>", LEFT - 6, y(age) + 4, age);
        }
        for (double at = 0; at <= seconds + 1e-9; at += 0.25) {
            put("<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%.2f</text>", x(from + at), HEIGHT - BOTTOM + 18, at);
        }
        put("<text x=\"%d\" y=\"%d\">age, ms</text>", 8, TOP - 16);
        put("<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">time, s</text>", (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 10);
    }

    private void datum(AgeLine age) {
        double last = age.at(Point.CLIENT_GRAPHICS);
        put(
                "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#bbbbbb\"/>",
                x(age.actedAt()), y(0), x(age.actedAt() + last / 1_000), y(last));
        double end = x(age.actedAt() + last / 1_000);
        put(
                "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"%s\"/>",
                end,
                end,
                y(last - age.errorMillis()),
                y(last + age.errorMillis()),
                COLOURS.get(Point.CLIENT_GRAPHICS.ordinal()));
        for (Point point : Point.values()) {
            put(
                    "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\"/>",
                    x(age.actedAt() + age.at(point) / 1_000), y(age.at(point)), COLOURS.get(point.ordinal()));
        }
    }

    private void legend(AgeSummary summary) {
        int x = WIDTH - RIGHT + 20;
        put("<text x=\"%d\" y=\"%d\">mean / p99 of the whole run, ms</text>", x, TOP + 10);
        for (int i = Point.values().length - 1, y = TOP + 34; i >= 0; i--, y += 22) {
            Point point = Point.values()[i];
            put("<circle cx=\"%d\" cy=\"%d\" r=\"5\" fill=\"%s\"/>", x + 5, y - 4, COLOURS.get(i));
            put(
                    "<text x=\"%d\" y=\"%d\">%s %.1f / %.1f</text>",
                    x + 16, y, NAMES.get(i), summary.meanMillis(point), summary.millis(point, 99));
        }
        put(
                "<text x=\"%d\" y=\"%d\">bar: error of the clocks, mean ±%.1f</text>",
                x, TOP + 160, summary.meanErrorMillis());
    }

    private double x(double time) {
        return LEFT + (time - from) / seconds * (WIDTH - LEFT - RIGHT);
    }

    private double y(double age) {
        return HEIGHT - BOTTOM - age / most * (HEIGHT - TOP - BOTTOM);
    }

    private void put(String format, Object... values) {
        out.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
