package org.gamenet.rgs.core.house;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** docs/CAPABILITIES.md says for each capability and hazard which test shows it; here that claim is held against the tests. */
class IdsTest {
    private static final Path HOUSE = Path.of(System.getProperty("basedir", ".")).toAbsolutePath().normalize().getParent();
    private static final Pattern NAMED = Pattern.compile("(?:@DisplayName|@Tag|new Mutant)\\(\\s*\"((?:\\\\.|[^\"\\\\])*)\"");
    private static final Pattern ID = Pattern.compile("\\b(?:R|T|HA|HB|HG)[1-9]\\d*\\b");
    private static final Pattern ROW = Pattern.compile("^\\| ((?:R|T|HA|HB|HG)\\d+) \\| ([^|]+) \\| ([^|]+) \\|$", Pattern.MULTILINE);
    private static final String OPEN = "open: ";

    /** A line of the table. */
    private record Row(String what, String proof) {}

    @Test @DisplayName("each id that is said to be proved by a test class stands in a display name or tag of that class")
    void whatIsClaimedIsNamed() throws IOException {
        Map<String, Set<String>> named = namedByClass();
        assertTrue(named.size() > 50, "test sources not found under " + HOUSE);
        assertEquals(List.of(), unproved(table(), named));
    }

    @Test @DisplayName("the table has every id that play with a server touches, and each once")
    void nothingIsLeftOut() throws IOException {
        Set<String> missing = required();
        missing.removeAll(table().keySet());
        assertEquals(Set.of(), missing);
    }

    @Test @DisplayName("an id that a test names is in the table, and not called open there")
    void whatIsNamedIsInTheTable() throws IOException {
        Map<String, Row> table = table();
        Set<String> proved = new HashSet<>();
        namedByClass().values().forEach(proved::addAll);
        proved.retainAll(required());
        proved.removeIf(id -> !table.get(id).proof().startsWith(OPEN) || table.get(id).proof().startsWith(OPEN + "in part"));
        assertEquals(Set.of(), proved);
    }

    @Test @DisplayName("the check sees a claim that is not true")
    void seesAFalseClaim() {
        Map<String, Row> table = Map.of("R1", new Row("verbs", "NoSuchTest"));
        assertEquals(List.of("R1: there is no test class NoSuchTest"), unproved(table, Map.of()));
        assertEquals(List.of("R1: ATest does not name it"), unproved(Map.of("R1", new Row("verbs", "ATest")), Map.of("ATest", Set.of("R2"))));
        assertEquals(List.of("R1: open without a reason"), unproved(Map.of("R1", new Row("verbs", OPEN)), Map.of()));
        assertEquals(List.of(), unproved(Map.of("R1", new Row("verbs", "open: later")), Map.of()));
    }

    private static List<String> unproved(Map<String, Row> table, Map<String, Set<String>> named) {
        List<String> wrong = new ArrayList<>();
        table.forEach((id, row) -> {
            if (row.proof().startsWith(OPEN)) {
                if (row.proof().length() == OPEN.length()) wrong.add(id + ": open without a reason");
                return;
            }
            for (String test : row.proof().split(", ")) {
                if (!named.containsKey(test)) wrong.add(id + ": there is no test class " + test);
                else if (!named.get(test).contains(id)) wrong.add(id + ": " + test + " does not name it");
            }
        });
        return wrong;
    }

    private static Map<String, Row> table() throws IOException {
        Map<String, Row> rows = new LinkedHashMap<>();
        Matcher row = ROW.matcher(Files.readString(HOUSE.resolve("docs").resolve("CAPABILITIES.md")));
        while (row.find()) {
            Row before = rows.put(row.group(1), new Row(row.group(2), row.group(3)));
            assertEquals(null, before, row.group(1) + " stands twice");
        }
        return rows;
    }

    private static Set<String> required() {
        Set<String> ids = new LinkedHashSet<>();
        add(ids, "R", 1, 29);
        for (int[] span : new int[][] {{1, 4}, {7, 9}, {12, 21}, {33, 47}, {49, 51}, {58, 59}}) add(ids, "T", span[0], span[1]);
        for (int[] span : new int[][] {{1, 17}, {19, 19}, {23, 47}, {50, 52}}) add(ids, "HA", span[0], span[1]);
        add(ids, "HB", 10, 10);
        for (int[] span : new int[][] {{1, 7}, {10, 17}, {19, 20}, {23, 26}, {28, 31}}) add(ids, "HG", span[0], span[1]);
        return ids;
    }

    private static void add(Set<String> ids, String letters, int from, int to) {
        IntStream.rangeClosed(from, to).forEach(n -> ids.add(letters + n));
    }

    /** Which ids the display names, tags and mutants of each test class carry. */
    private static Map<String, Set<String>> namedByClass() throws IOException {
        Map<String, Set<String>> named = new TreeMap<>();
        Files.walkFileTree(HOUSE, new SimpleFileVisitor<>() {
            @Override public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                return Set.of("target", ".git").contains(folder.getFileName().toString()) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                String name = file.getFileName().toString();
                if (!file.toString().contains("test") || !name.endsWith("Test.java") && !name.endsWith("IT.java")) return FileVisitResult.CONTINUE;
                Set<String> ids = named.computeIfAbsent(name.replace(".java", ""), n -> new HashSet<>());
                Matcher names = NAMED.matcher(Files.readString(file));
                while (names.find()) {
                    Matcher id = ID.matcher(names.group(1));
                    while (id.find()) ids.add(id.group());
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return named;
    }
}
