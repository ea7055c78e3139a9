package org.gamenet.rgs.core.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * The tables of {@code model/MUTANTS.md} are what {@link Mutants} and the guards' file say; {@code -Drgs.rewrite}
 * writes them anew.
 */
class MutantTableTest {
    private static final String BEGIN = "<!-- mutants -->\n";
    private static final String END = "<!-- /mutants -->";

    @Test
    @DisplayName("the table lists every mutant, what finds it, and what became of the guards")
    void isWhatIsTried() throws IOException {
        Path document = Path.of("src/test/resources/model/MUTANTS.md");
        if (!Files.exists(document)) document = Path.of("rgs-core").resolve(document);
        String text = Files.readString(document);
        int from = text.indexOf(BEGIN) + BEGIN.length();
        int to = text.indexOf(END);
        assertTrue(from >= BEGIN.length() && to >= from, "no place for the tables in " + document);
        String now = "\n" + mutants() + "\n" + elsewhere() + "\n" + guards() + "\n";
        if (Boolean.getBoolean("rgs.rewrite"))
            Files.writeString(document, text.substring(0, from) + now + text.substring(to));
        else assertEquals(now, text.substring(from, to), "rewrite it with -Drgs.rewrite=true, and read it");
    }

    private static String mutants() {
        StringBuilder text = new StringBuilder("| without this rule | in | breaks |\n| --- | --- | --- |\n");
        for (Mutants.Mutant mutant : Mutants.ALL) {
            String methods = mutant.edits().stream()
                    .map(e -> "`" + e.method() + "`")
                    .distinct()
                    .collect(Collectors.joining(", "));
            text.append("| ")
                    .append(mutant.rule())
                    .append(" | ")
                    .append(methods)
                    .append(" | ")
                    .append(mutant.found())
                    .append(" |\n");
        }
        return text.toString();
    }

    private static String elsewhere() {
        StringBuilder text = new StringBuilder("| rule without a mutant here | why |\n| --- | --- |\n");
        new TreeMap<>(Mutants.ELSEWHERE.entrySet().stream()
                        .collect(
                                Collectors.toMap(e -> Integer.valueOf(e.getKey().substring(1)), Map.Entry::getValue)))
                .forEach((rule, why) -> text.append("| P")
                        .append(rule)
                        .append(" | ")
                        .append(why)
                        .append(" |\n"));
        return text.toString();
    }

    private static String guards() throws IOException {
        Map<String, Integer> fates = new TreeMap<>();
        StringBuilder reasons = new StringBuilder("| guard that nothing misses | why |\n| --- | --- |\n");
        StringBuilder golden =
                new StringBuilder("\nNot proved: without these the machine does something else than is written down in "
                        + "`steps.txt` or `totality.txt`, and nothing"
                        + " that is asserted breaks.\n\n```\n");
        GuardTable.read().forEach((guard, fate) -> {
            fates.merge(kind(fate), 1, Integer::sum);
            if (fate.startsWith(GuardTable.EQUIVALENT))
                reasons.append("| `")
                        .append(guard.replace("|", "\\|"))
                        .append("` | ")
                        .append(fate.substring(GuardTable.EQUIVALENT.length()))
                        .append(" |\n");
            else if (fate.equals(GuardTable.ONLY_GOLDEN)) golden.append(guard).append("\n");
            else if (fate.equals(GuardTable.SURVIVES))
                reasons.append("| `").append(guard.replace("|", "\\|")).append("` | not known |\n");
        });
        StringBuilder text = new StringBuilder("| of the guards | so many |\n| --- | --- |\n");
        fates.forEach((fate, count) ->
                text.append("| ").append(fate).append(" | ").append(count).append(" |\n"));
        text.append("| together | ")
                .append(fates.values().stream().mapToInt(n -> n).sum())
                .append(" |\n");
        return text.append('\n').append(reasons).append(golden).append("```\n").toString();
    }

    /** Without the seed, or the reason. */
    private static String kind(String fate) {
        if (fate.startsWith(GuardTable.SIMULATION)) return "simulation";
        return fate.startsWith(GuardTable.EQUIVALENT) ? "equivalent" : fate;
    }
}
