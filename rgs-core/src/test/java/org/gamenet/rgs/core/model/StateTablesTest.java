package org.gamenet.rgs.core.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.gamenet.rgs.core.reconfiguration.StateTable;
import org.gamenet.rgs.core.reconfiguration.Tables;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The tables of docs/FAILOVER.md are those of the machine; {@code -Drgs.rewrite} writes them anew. */
class StateTablesTest {
    private static final String BEGIN = "<!-- tables -->\n";
    private static final String END = "<!-- /tables -->";
    /** A state that ignores so much for one reason ignores all that has no row. */
    private static final int REST = 25;

    @Test
    @DisplayName("docs/FAILOVER.md says what each state does, and which rules it keeps, as the machine does")
    void areWhatTheMachineDoes() throws IOException {
        Path document = document("FAILOVER.md");
        String text = Files.readString(document);
        int from = text.indexOf(BEGIN) + BEGIN.length();
        int to = text.indexOf(END);
        assertTrue(from >= BEGIN.length() && to >= from, "no place for the tables in " + document);
        String now = tables();
        if (Boolean.getBoolean("rgs.rewrite"))
            Files.writeString(document, text.substring(0, from) + now + text.substring(to));
        else assertEquals(now, text.substring(from, to), "rewrite it with -Drgs.rewrite=true, and read it");
    }

    @Test
    @DisplayName("each row names a rule of docs/PROTOCOL.md")
    void namesRules() throws IOException {
        String protocol = Files.readString(document("PROTOCOL.md"));
        for (StateTable<?> table : Tables.all())
            for (StateTable.RowText row : table.rowTexts())
                if (!row.ignored())
                    assertTrue(
                            protocol.matches("(?s).*\\*\\*" + row.why() + "(\\.|\\*| ).*"), table.name() + " " + row);
    }

    private static Path document(String name) {
        Path here = Path.of("docs", name);
        return Files.exists(here) ? here : Path.of("..").resolve(here);
    }

    private static String tables() throws IOException {
        Map<String, Set<String>> next = next();
        Map<String, Source> sources = Source.of(Guards.texts());
        StringBuilder text = new StringBuilder();
        for (StateTable<?> table : Tables.all())
            say(table, Rows.reactions(sources.get("reconfiguration/" + table.name())), next, text);
        return text.toString();
    }

    private static void say(
            StateTable<?> table,
            List<Map.Entry<String, String>> reactions,
            Map<String, Set<String>> next,
            StringBuilder text) {
        text.append("\n### ")
                .append(table.name())
                .append(
                        "\n\n| what happens | from | epoch | rule | what it does | may lead to |\n| --- | --- | --- | --- | --- | --- |\n");
        Map<String, Set<String>> ignored = new LinkedHashMap<>();
        int at = 0;
        for (StateTable.RowText row : table.rowTexts()) {
            boolean partly = !row.epoch().equals("any");
            if (row.ignored() && !partly) {
                ignored.computeIfAbsent(row.why(), why -> new TreeSet<>()).add(row.what());
                continue;
            }
            String leads = String.join(", ", next.getOrDefault(table.name() + " <- " + row.what(), Set.of()));
            text.append("| `")
                    .append(row.what())
                    .append("` | ")
                    .append(row.from())
                    .append(" | ")
                    .append(row.epoch())
                    .append(" | ");
            if (row.ignored()) text.append("| nothing: ").append(row.why()).append(" | |\n");
            else {
                Map.Entry<String, String> reaction = reactions.get(at++);
                assertEquals(row.what(), reaction.getKey().split(" ")[0]);
                text.append(row.why())
                        .append(" | ")
                        .append(inWords(table.name(), reaction.getValue()))
                        .append(" | ")
                        .append(leads)
                        .append(" |\n");
            }
        }
        assertEquals(reactions.size(), at, "rows of " + table.name() + " that its source does not say");
        text.append('\n');
        table.passesTo().ifPresent(other -> text.append("* Everything else as `" + other + "`.\n"));
        ignored.forEach((why, what) -> text.append("* Ignored, ")
                .append(why)
                .append(": ")
                .append(what.size() > REST ? "everything else" : String.join(", ", what))
                .append(".\n"));
    }

    /**
     * "Following::freezeAtGoodbye" is "freeze at goodbye"; of another class than the state's own that is named, too.
     */
    private static String inWords(String state, String reaction) {
        String[] names = reaction.split("::");
        String method = names[1].replaceAll("([A-Z])", " $1").toLowerCase(Locale.ROOT);
        return names[0].equals(state) ? method : "`" + names[0] + "`: " + method;
    }

    /** By state and event, the other states that it was seen to lead to. */
    private static Map<String, Set<String>> next() throws IOException {
        Map<String, Set<String>> next = new TreeMap<>();
        try (var in = StateTablesTest.class.getResourceAsStream("/model/totality.txt")) {
            for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList()) {
                String[] words = line.split(" -> \\d+ x | / ");
                if (words.length < 3 || words[1].equals("the same") || words[0].startsWith(words[1] + " ")) continue;
                next.computeIfAbsent(words[0], pair -> new TreeSet<>()).add("`" + words[1] + "`");
            }
        }
        return next;
    }
}
