package org.gamenet.rgs.core.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Guards and mutants are found by what the code does: whoever cleans it up has nothing to change in their tables. */
class GuardKeyTest {
    private static final String SAMPLE = """
            package org.gamenet.rgs.core.sample;
            final class Sample {
                private int round;
                boolean isLate(Object event, int now) {
                    boolean late = now > round;
                    if (event instanceof String word && word.isEmpty()) return false;
                    if (late) return true;
                    if (now > round) return true;
                    return isOdd(now);
                }
                private boolean isOdd(int number) {
                    if (number % 2 == 1) return true;
                    return false;
                }
            }
            """;

    @Test
    @DisplayName(
            "a guard's key says where it stands and what it asks; one that asks the same in the same method has a number")
    void saysWhatIsAsked() throws IOException {
        assertEquals(
                List.of(
                        "sample/Sample.isLate: String isEmpty",
                        "sample/Sample.isLate: round",
                        "sample/Sample.isLate: round #2",
                        "sample/Sample.isOdd: 2 1"),
                keys(Map.of("sample/Sample", SAMPLE)));
    }

    @Test
    @DisplayName("a private method's new name changes the keys of its own guards alone")
    void keepsTheOtherKeys() throws IOException {
        assertEquals(
                List.of(
                        "sample/Sample.isLate: String isEmpty",
                        "sample/Sample.isLate: round",
                        "sample/Sample.isLate: round #2",
                        "sample/Sample.isUneven: 2 1"),
                keys(Map.of("sample/Sample", SAMPLE.replace("isOdd", "isUneven"))));
    }

    @Test
    @DisplayName("no two guards have the same key")
    void isUnique() throws IOException {
        List<String> keys = keys(Guards.texts());
        Set<String> seen = new HashSet<>();
        assertEquals(List.of(), keys.stream().filter(k -> !seen.add(k)).toList());
    }

    @Test
    @DisplayName("other names for all variables, and another layout, change no guard's key")
    void keepsKeys() throws IOException {
        assertEquals(keys(Guards.texts()), keys(renamed()));
    }

    @Test
    @Tag("mutants")
    @DisplayName("other names for all variables, and another layout, leave every mutant in its place")
    void keepsMutants() throws IOException, Mutation.Stillborn {
        Map<String, String> renamed = renamed();
        Mutation.of(renamed);
        for (Mutants.Mutant mutant : Mutants.ALL) Mutation.of(Edit.all(mutant.edits(), renamed));
    }

    private static List<String> keys(Map<String, String> texts) throws IOException {
        return Guards.of(Source.of(texts).values()).stream()
                .map(Guards.Guard::key)
                .toList();
    }

    /** Every variable has another name, every space is a new line, and there are no comments. */
    private static Map<String, String> renamed() throws IOException {
        Map<String, String> renamed = new LinkedHashMap<>();
        int names = 0;
        for (Source source : Source.of(Guards.texts()).values()) {
            Set<Integer> variables = source.variables();
            names += variables.size();
            StringBuilder text = new StringBuilder();
            int end = 0;
            for (Token token : Token.all(source.text())) {
                if (token.at() > end) text.append('\n');
                text.append(token.text()).append(variables.contains(token.at()) ? "OfAnotherName" : "");
                end = token.end();
            }
            renamed.put(source.name(), text.toString());
        }
        assertTrue(names > 5_000, "variables not found");
        return renamed;
    }
}
