package org.gamenet.rgs.examples.teapots.drill;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The reports that the drill has heard so far. One thread. */
final class Notes {
    private final Map<String, String> peerOf = new HashMap<>();
    private final Map<String, List<Report>> reports = new LinkedHashMap<>();
    private final List<Timeline.Heard> sinceKill = new ArrayList<>();

    void add(String label, Report report) {
        if (report instanceof Report.Self self) peerOf.put(label, self.peer());
        reports.computeIfAbsent(label, l -> new ArrayList<>()).add(report);
        if (!(report instanceof Report.Shown) && !(report instanceof Report.Status))
            sinceKill.add(new Timeline.Heard(label, report));
    }

    /** The newest report of a kind by this member. */
    <R extends Report> Optional<R> latest(String label, Class<R> kind) {
        List<Report> all = reports.getOrDefault(label, List.of());
        for (int i = all.size() - 1; i >= 0; i--)
            if (kind.isInstance(all.get(i))) return Optional.of(kind.cast(all.get(i)));
        return Optional.empty();
    }

    /** How many of a kind this member has reported. */
    long count(String label, Class<? extends Report> kind) {
        return reports.getOrDefault(label, List.of()).stream()
                .filter(kind::isInstance)
                .count();
    }

    /** The peer that plays, serves or stands by in this process; empty until it said so. */
    String peer(String label) {
        return peerOf.getOrDefault(label, "");
    }

    /** Whether this process serves, by its own word. */
    boolean serves(String label) {
        List<Report> all = reports.getOrDefault(label, List.of());
        for (int i = all.size() - 1; i >= 0; i--) {
            if (all.get(i) instanceof Report.Role role) return role.role().startsWith("ACTIVE");
            // A session that is over serves no more, and the next one of this process does not yet.
            if (all.get(i) instanceof Report.Closed || all.get(i) instanceof Report.Self) return false;
        }
        return false;
    }

    /** Whether this process holds the server's world, by its own word. */
    boolean backs(String label) {
        return latest(label, Report.Role.class)
                .filter(role -> role.role().equals("BACKUP"))
                .isPresent();
    }

    List<Report> all(String label) {
        return List.copyOf(reports.getOrDefault(label, List.of()));
    }

    /** All but worlds and readings since the last {@link #turnPage}. */
    List<Timeline.Heard> page() {
        return List.copyOf(sinceKill);
    }

    void turnPage() {
        sinceKill.clear();
    }
}
