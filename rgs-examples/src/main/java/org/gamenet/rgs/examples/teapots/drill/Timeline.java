package org.gamenet.rgs.examples.teapots.drill;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The happenings after one death, in their order and with their milliseconds. Pure. */
final class Timeline {
    /** Where RGS says step by step how a failover goes. */
    static final String LOGGER = "org.gamenet.rgs.failover";

    private static final int WIDTH = 80;
    private static final String INDENT = " ".repeat(13);

    private Timeline() {}

    /** A report and the label of the member that made it. */
    record Heard(String label, Report report) {}

    private record Step(long at, String text) {}

    /** The lines for one death, or one sleep. */
    static List<String> lines(Kill kill, String what, Set<String> players, List<Heard> heard) {
        return lines(kill.at(), "server lost: " + what, players, heard);
    }

    /** The lines for what happened: {@code heard} is what was reported since, by the players and by everybody else. */
    static List<String> lines(long from, String what, Set<String> players, List<Heard> heard) {
        List<Step> steps = new ArrayList<>();
        steps.add(new Step(from, what));
        Map<String, Step> logged = new LinkedHashMap<>();
        List<String> frozen = new ArrayList<>();
        List<Report.Resumed> resumed = new ArrayList<>();
        long frozenAt = 0;
        String why = "";
        for (Heard each : heard) {
            Report report = each.report();
            if (report instanceof Report.Logged r && r.logger().equals(LOGGER)) {
                // Several members may tell the same step: the first to say so counts.
                logged.merge(r.text(), new Step(r.at(), r.text()), (a, b) -> a.at() <= b.at() ? a : b);
            } else if (report instanceof Report.Frozen r) {
                frozen.add(each.label());
                why = r.why();
                frozenAt = Math.max(frozenAt, r.at());
            } else if (report instanceof Report.Resumed r && players.contains(each.label())) {
                resumed.add(r);
            } else {
                word(each, report, steps, logged);
            }
        }
        steps.addAll(logged.values());
        if (!frozen.isEmpty()) steps.add(new Step(frozenAt, "frozen: " + String.join(" ", frozen) + " (" + why + ")"));
        resumed.stream()
                .max(Comparator.comparingLong(Report.Resumed::at))
                .ifPresent(last -> steps.add(new Step(last.at(), end(from, last))));
        steps.sort(Comparator.comparingLong(Step::at));
        return steps.stream()
                .flatMap(step -> folded(prefix(step.at() - from) + step.text()).stream())
                .toList();
    }

    /** The words of one member about itself, or about a player. */
    private static void word(Heard by, Report report, List<Step> steps, Map<String, Step> once) {
        if (report instanceof Report.Restored r) {
            String text = "%s goes on from tick %d, of %d packages".formatted(by.label(), r.tick(), r.packages());
            steps.add(new Step(r.at(), text));
        } else if (report instanceof Report.Role r && r.role().startsWith("ACTIVE")) {
            steps.add(new Step(r.at(), by.label() + " serves"));
        } else if (report instanceof Report.Role r && r.role().equals("BACKUP")) {
            steps.add(new Step(r.at(), by.label() + " holds its world"));
        } else if (report instanceof Report.Away r) {
            once.putIfAbsent("away", new Step(r.at(), r.peer() + " is away: its teapot is grey"));
        } else if (report instanceof Report.Back r) {
            once.putIfAbsent("back", new Step(r.at(), r.peer() + " is back, with its score"));
        } else if (report instanceof Report.Refused r) {
            steps.add(new Step(r.at(), "refused: " + r.request() + ", " + r.why()));
        }
    }

    private static String end(long from, Report.Resumed last) {
        Report.Spent o = last.outage();
        return String.format(
                Locale.ROOT,
                "all resumed after %d ms in epoch %d, state age %.0f ms (detect %.0f · decide %.0f · transfer %.0f · rebuild %.0f)",
                last.at() - from,
                last.epoch(),
                last.stateAgeMillis(),
                o.detect(),
                o.decide(),
                o.transfer(),
                o.rebuild());
    }

    private static String prefix(long millis) {
        return String.format(Locale.ROOT, "  %+7d ms  ", millis);
    }

    private static List<String> folded(String text) {
        List<String> lines = new ArrayList<>();
        String rest = text;
        while (rest.length() > WIDTH) {
            int space = rest.lastIndexOf(' ', WIDTH);
            if (space <= INDENT.length()) break;
            lines.add(rest.substring(0, space));
            rest = INDENT + rest.substring(space + 1);
        }
        lines.add(rest);
        return lines;
    }
}
