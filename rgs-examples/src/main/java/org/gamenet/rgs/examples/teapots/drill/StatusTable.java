package org.gamenet.rgs.examples.teapots.drill;

import java.util.List;
import java.util.Locale;

/** A row for each player, once a second, within 80 columns. Pure. */
final class StatusTable {
    private static final String ROW = "%5s  %-8s %-8s %-8s %7s %7s %6s %6s %7s %7s";

    private StatusTable() {}

    /** One player at one second; numbers are NaN where nothing is known yet. */
    record Row(
            String name,
            boolean serves,
            String phase,
            double x,
            double z,
            int score,
            long epoch,
            double rttMillis,
            double ageMillis) {}

    static String head() {
        return ROW.formatted("s", "player", "role", "phase", "x", "z", "score", "epoch", "rtt ms", "age ms");
    }

    /** The rows of one second; the first tells which. */
    static String rows(double second, List<Row> players) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < players.size(); i++) {
            Row p = players.get(i);
            text.append(i == 0 ? "" : System.lineSeparator())
                    .append(ROW.formatted(
                            i == 0 ? number(second, 1) : "",
                            cut(p.name()),
                            p.serves() ? "server" : "plays",
                            cut(p.phase().toLowerCase(Locale.ROOT)),
                            number(p.x(), 2),
                            number(p.z(), 2),
                            p.score(),
                            p.epoch() == 0 ? "-" : Long.toString(p.epoch()),
                            number(p.rttMillis(), 1),
                            number(p.ageMillis(), 1)));
        }
        return text.toString();
    }

    private static String number(double value, int digits) {
        return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%." + digits + "f", value);
    }

    private static String cut(String text) {
        return text.length() > 8 ? text.substring(0, 8) : text;
    }
}
