package org.gamenet.rgs.examples.teapots.drill;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A report as one line of text: its kind and its components between tabs. Pure. */
final class ReportLine {
    /** The log's lines are written by its own pattern, in {@code logback.xml}: keep the two alike. */
    static final String LOGGED = "LOGGED";

    private ReportLine() {}

    /** The line, without its end. */
    static String format(Report report) {
        if (report instanceof Report.Self r) return line("SELF", r.at(), r.peer());
        if (report instanceof Report.Shown r) return line("SHOWN", r.at(), r.tick(), pots(r.pots()));
        if (report instanceof Report.Asked r) return line("ASKED", r.at(), r.requests());
        if (report instanceof Report.Joined r) return line("JOINED", r.at(), r.peer());
        if (report instanceof Report.Away r) return line("AWAY", r.at(), r.peer());
        if (report instanceof Report.Back r) return line("BACK", r.at(), r.peer());
        if (report instanceof Report.Seat r) return line("SEAT", r.at(), r.token());
        if (report instanceof Report.Refused r) return line("REFUSED", r.at(), r.request(), r.why());
        if (report instanceof Report.Left r) return line("LEFT", r.at(), r.peer(), r.why());
        if (report instanceof Report.Frozen r) return line("FROZEN", r.at(), r.why());
        if (report instanceof Report.Resumed r) {
            return line(
                    "RESUMED",
                    r.at(),
                    r.epoch(),
                    r.server(),
                    String.join(",", r.players()),
                    r.outage().detect(),
                    r.outage().decide(),
                    r.outage().transfer(),
                    r.outage().rebuild(),
                    r.stateAgeMillis());
        }
        if (report instanceof Report.Role r) return line("ROLE", r.at(), r.role());
        if (report instanceof Report.Restored r) return line("RESTORED", r.at(), r.tick(), r.packages());
        if (report instanceof Report.Closed r) return line("CLOSED", r.at(), r.why(), r.detail());
        if (report instanceof Report.Status r) {
            return line("STATUS", r.at(), r.phase(), r.role(), r.epoch(), r.rttMillis(), r.ageMillis());
        }
        if (report instanceof Report.Logged r) return line(LOGGED, r.at(), r.level(), r.logger(), r.text());
        throw new AssertionError("a report without a line: " + report);
    }

    /** The report of that line; empty if it is none, like something that a library printed. */
    static Optional<Report> parse(String line) {
        try {
            return Optional.ofNullable(read(line.split("\t", -1)));
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException broken) {
            return Optional.empty();
        }
    }

    private static @Nullable Report read(String[] f) {
        return switch (f[0]) {
            case "SELF" -> new Report.Self(whole(f[1]), f[2]);
            case "SHOWN" -> new Report.Shown(whole(f[1]), whole(f[2]), pots(f[3]));
            case "ASKED" -> new Report.Asked(whole(f[1]), Integer.parseInt(f[2]));
            case "JOINED" -> new Report.Joined(whole(f[1]), f[2]);
            case "AWAY" -> new Report.Away(whole(f[1]), f[2]);
            case "BACK" -> new Report.Back(whole(f[1]), f[2]);
            case "SEAT" -> new Report.Seat(whole(f[1]), f[2]);
            case "REFUSED" -> new Report.Refused(whole(f[1]), f[2], f[3]);
            case "LEFT" -> new Report.Left(whole(f[1]), f[2], f[3]);
            case "FROZEN" -> new Report.Frozen(whole(f[1]), f[2]);
            case "RESUMED" ->
                new Report.Resumed(
                        whole(f[1]),
                        whole(f[2]),
                        f[3],
                        names(f[4]),
                        new Report.Spent(real(f[5]), real(f[6]), real(f[7]), real(f[8])),
                        real(f[9]));
            case "ROLE" -> new Report.Role(whole(f[1]), f[2]);
            case "RESTORED" -> new Report.Restored(whole(f[1]), whole(f[2]), Integer.parseInt(f[3]));
            case "CLOSED" -> new Report.Closed(whole(f[1]), f[2], f[3]);
            case "STATUS" -> new Report.Status(whole(f[1]), f[2], f[3], whole(f[4]), real(f[5]), real(f[6]));
            case LOGGED -> new Report.Logged(whole(f[1]), f[2], f[3], f[4].strip());
            default -> null;
        };
    }

    private static String line(String kind, Object... components) {
        StringBuilder line = new StringBuilder(kind);
        for (Object component : components)
            line.append('\t').append(component.toString().replaceAll("[\t\r\n]+", " "));
        return line.toString();
    }

    private static String pots(Map<String, Report.Pot> pots) {
        List<String> each = new ArrayList<>();
        new TreeMap<>(pots)
                .forEach((who, p) -> each.add(who + "=" + p.x() + ":" + p.z() + ":" + p.score() + ":" + p.asked()));
        return String.join(",", each);
    }

    private static Map<String, Report.Pot> pots(String text) {
        Map<String, Report.Pot> pots = new TreeMap<>();
        for (String each : names(text)) {
            int name = each.lastIndexOf('=');
            String[] p = each.substring(name + 1).split(":", -1);
            if (name < 0) throw new NumberFormatException(each);
            pots.put(
                    each.substring(0, name),
                    new Report.Pot(real(p[0]), real(p[1]), Integer.parseInt(p[2]), Integer.parseInt(p[3])));
        }
        return pots;
    }

    private static List<String> names(String text) {
        return text.isEmpty() ? List.of() : List.of(text.split(","));
    }

    private static long whole(String text) {
        return Long.parseLong(text);
    }

    private static double real(String text) {
        return Double.parseDouble(text);
    }
}
