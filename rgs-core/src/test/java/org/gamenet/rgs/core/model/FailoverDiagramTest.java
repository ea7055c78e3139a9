package org.gamenet.rgs.core.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.gamenet.rgs.Failover;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The diagram in docs/FAILOVER.md is what the search has seen; {@code -Drgs.rewrite} writes it anew. */
class FailoverDiagramTest {

    private static final String BEGIN = "<!-- diagram -->\n";
    private static final String END = "<!-- /diagram -->";

    /** Small enough to be searched to the end, so that the diagram is the same every time. */
    private static final List<Bounds> WHOLE = List.of(
            Bounds.of(1, 1, 1).offers(1).patience(1).epochs(2),
            Bounds.of(1, 1, 0).leaves(1).offers(1).patience(1).epochs(2),
            Bounds.of(1, 0, 0).ways(Failover.PROMOTED_PLAYER).joins(1).kicks(1).patience(1).epochs(1),
            Bounds.of(1, 0, 0).ways(Failover.PROMOTED_PLAYER).founderPlays(true).doubts(1).patience(1).epochs(3));

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
        if (Boolean.getBoolean("rgs.rewrite")) Files.writeString(document, text.substring(0, from) + seen + text.substring(to));
        else assertEquals(seen, text.substring(from, to), "rewrite it with -Drgs.rewrite=true, and read it");
    }

    private static String diagram() {
        Map<String, Set<String>> all = new TreeMap<>();
        for (Bounds bounds : WHOLE) {
            World world = new World(bounds);
            Search.Outcome outcome = new Search(world, 2_000_000).restingEvery(0).run();
            assertTrue(outcome.complete(), outcome::toString);
            world.transitions.forEach((way, causes) -> all.computeIfAbsent(way, w -> new TreeSet<>()).addAll(causes));
        }
        StringBuilder text = new StringBuilder("```mermaid\nstateDiagram-v2\n");
        all.forEach((way, causes) -> text.append("  ").append(way).append(" : ").append(String.join(", ", causes)).append('\n'));
        return text.append("```\n").toString();
    }
}
