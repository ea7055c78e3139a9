package org.gamenet.rgs.core.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The diagram in docs/FAILOVER.md is what the search has seen; {@code -Drgs.rewrite} writes it anew. */
class FailoverDiagramTest {

    private static final String BEGIN = "<!-- diagram -->\n";
    private static final String END = "<!-- /diagram -->";

    @Test
    @DisplayName("R17 the diagram of a member's states is the one observed")
    void isWhatTheSearchSees() throws IOException {
        Path document = Path.of("docs/FAILOVER.md");
        if (!Files.exists(document)) document = Path.of("..").resolve(document);
        String text = Files.readString(document);
        int from = text.indexOf(BEGIN) + BEGIN.length();
        int to = text.indexOf(END);
        assertTrue(from >= BEGIN.length() && to >= from, "no place for the diagram in " + document);
        String seen = diagram();
        if (Boolean.getBoolean("rgs.rewrite"))
            Files.writeString(document, text.substring(0, from) + seen + text.substring(to));
        else assertEquals(seen, text.substring(from, to), "rewrite it with -Drgs.rewrite=true, and read it");
    }

    private static void add(Map<String, Set<String>> all, String pair, Set<String> outcomes) {
        if (pair.startsWith("Ledger ")) return;
        String from = pair.substring(0, pair.indexOf(" <- "));
        for (String outcome : outcomes) {
            String to = outcome.substring(0, outcome.indexOf(" / "));
            if (!from.equals(to))
                all.computeIfAbsent(from + " --> " + to, w -> new TreeSet<>())
                        .add(pair.substring(pair.indexOf(" <- ") + 4));
        }
    }

    private static String diagram() {
        Map<String, Set<String>> all = new TreeMap<>();
        Steps.seen().forEach((pair, outcomes) -> add(all, pair, outcomes));
        StringBuilder text = new StringBuilder("```mermaid\nstateDiagram-v2\n");
        all.forEach((way, causes) -> text.append("  ")
                .append(way)
                .append(" : ")
                .append(String.join(", ", causes))
                .append('\n'));
        return text.append("```\n").toString();
    }
}
