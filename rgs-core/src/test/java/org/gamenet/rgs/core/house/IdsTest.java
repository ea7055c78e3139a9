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
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * docs/CAPABILITIES.md says for each capability and hazard which test shows it, docs/MODEL.md for each invariant; that
 * is held against the tests.
 */
class IdsTest {
    private static final Path HOUSE = Path.of(System.getProperty("basedir", "."))
            .toAbsolutePath()
            .normalize()
            .getParent();
    private static final Pattern NAMED = Pattern.compile(
            "(?:@DisplayName\\(|@Tag\\(|new Mutant\\(|@ParameterizedTest\\(name =)\\s*\"((?:\\\\.|[^\"\\\\])*)\"");
    private static final String FAMILY = "(?:A|G|H[A-G]|K|L|N|R|S|T|Z)";
    /** In prose, where other words look alike. */
    private static final Pattern ID = Pattern.compile("\\b" + FAMILY + "[1-9]\\d*t?\\b");
    /** In a display name or tag, where whatever looks like an id has to be one, also of a family that nobody knows. */
    private static final Pattern NAMED_ID = Pattern.compile("\\b(?!P\\d)[A-Z]{1,2}\\d+t?\\b");

    private static final Pattern ROW =
            Pattern.compile("^\\| (" + FAMILY + "\\d+t?) \\| (.+) \\| ([^|]+) \\|$", Pattern.MULTILINE);
    /** A rule, or a clause of one. */
    private static final Pattern RULE = Pattern.compile("\\bP[1-9]\\d?(?:\\.\\d+)?\\b");

    private static final Pattern RULE_STANDS =
            Pattern.compile("^(?:\\* )?\\*\\*(P\\d+(?:\\.\\d+)?)\\b", Pattern.MULTILINE);
    private static final Pattern STRANGER =
            Pattern.compile("\\bseed 00\\d\\b|\\bDESIGN \\d|\\bSTYLE \\d|\\bFACTS \\d|\\(D\\d\\d?\\)");
    private static final Pattern COMMENT = Pattern.compile("/\\*\\*?.*?\\*/|//[^\\n]*", Pattern.DOTALL);
    private static final String OPEN = "open: ";

    /** A line of the table. */
    private record Row(String what, String proof) {}

    @Test
    @DisplayName("each id that is said to be proved by a test class stands in a display name or tag of that class")
    void whatIsClaimedIsNamed() throws IOException {
        Map<String, Set<String>> named = namedByClass();
        assertTrue(named.size() > 50, "test sources not found under " + HOUSE);
        assertEquals(List.of(), unproved(table(), named));
    }

    @Test
    @DisplayName("the table has every id that play with a server, or among equals, touches, and each once")
    void nothingIsLeftOut() throws IOException {
        Set<String> missing = required();
        missing.removeAll(table().keySet());
        assertEquals(Set.of(), missing);
    }

    @Test
    @DisplayName("an id that a test names is in the table, and not called open there")
    void whatIsNamedIsInTheTable() throws IOException {
        Map<String, Row> table = table();
        Set<String> proved = new HashSet<>();
        namedByClass().values().forEach(proved::addAll);
        Set<String> unknown = new TreeSet<>(proved);
        unknown.removeAll(table.keySet());
        assertEquals(Set.of(), unknown, "no table has them");
        proved.removeIf(id ->
                !table.get(id).proof().startsWith(OPEN) || table.get(id).proof().startsWith(OPEN + "in part"));
        assertEquals(Set.of(), proved);
    }

    @Test
    @DisplayName(
            "what the sources name has an address: an id of a table, a rule of docs/PROTOCOL.md, and no page that nobody has")
    void whatSourcesNameIsKnown() throws IOException {
        Set<String> known = new HashSet<>(table().keySet());
        known.addAll(rules());
        Set<String> wrong = new TreeSet<>();
        for (Path source : sources()) {
            if (source.endsWith("IdsTest.java")) continue;
            Matcher comment = COMMENT.matcher(Files.readString(source));
            while (comment.find()) {
                Matcher stranger = STRANGER.matcher(comment.group());
                while (stranger.find()) wrong.add(source.getFileName() + ": " + stranger.group());
                for (Pattern kind : List.of(ID, RULE)) {
                    Matcher id = kind.matcher(comment.group());
                    while (id.find())
                        if (!known.contains(id.group())) wrong.add(source.getFileName() + ": " + id.group());
                }
            }
        }
        assertEquals(Set.of(), wrong);
    }

    @Test
    @DisplayName(
            "each rule and clause that a page, a display name or a row of the machine names stands in docs/PROTOCOL.md")
    void rulesThatAreNamedStand() throws IOException {
        Set<String> known = rules();
        assertTrue(known.size() > 200, "clauses not found");
        List<Path> all = new ArrayList<>(sources());
        try (Stream<Path> pages = Files.walk(HOUSE.resolve("docs"))) {
            pages.filter(page -> page.toString().endsWith(".md")).forEach(all::add);
        }
        for (String page : List.of("README.md", "SECURITY.md", "CONTRIBUTING.md", "CHANGELOG.md"))
            all.add(HOUSE.resolve(page));
        Set<String> wrong = new TreeSet<>();
        for (Path file : all) {
            if (file.endsWith("IdsTest.java")) continue;
            Matcher rule = RULE.matcher(Files.readString(file));
            while (rule.find())
                if (!known.contains(rule.group())) wrong.add(HOUSE.relativize(file) + ": " + rule.group());
        }
        assertEquals(Set.of(), wrong);
    }

    @Test
    @DisplayName("the check sees a claim that is not true")
    void seesAFalseClaim() {
        Map<String, Row> table = Map.of("R1", new Row("verbs", "NoSuchTest"));
        assertEquals(List.of("R1: there is no test class NoSuchTest"), unproved(table, Map.of()));
        assertEquals(
                List.of("R1: ATest does not name it"),
                unproved(Map.of("R1", new Row("verbs", "ATest")), Map.of("ATest", Set.of("R2"))));
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
        for (String page : List.of("CAPABILITIES.md", "MODEL.md")) {
            Matcher row = ROW.matcher(Files.readString(HOUSE.resolve("docs").resolve(page)));
            while (row.find()) {
                Row before = rows.put(row.group(1), new Row(row.group(2), row.group(3)));
                assertEquals(null, before, row.group(1) + " stands twice");
            }
        }
        return rows;
    }

    private static Set<String> rules() throws IOException {
        Matcher rule =
                RULE_STANDS.matcher(Files.readString(HOUSE.resolve("docs").resolve("PROTOCOL.md")));
        Set<String> found = new HashSet<>();
        while (rule.find()) found.add(rule.group(1));
        return found;
    }

    private static Set<String> required() {
        Set<String> ids = new LinkedHashSet<>();
        add(ids, "R", 1, 29);
        for (int[] span : new int[][] {{1, 21}, {23, 47}, {49, 51}, {58, 59}}) add(ids, "T", span[0], span[1]);
        for (int[] span : new int[][] {{1, 17}, {19, 47}, {49, 52}}) add(ids, "HA", span[0], span[1]);
        add(ids, "HB", 2, 6);
        add(ids, "HB", 10, 11);
        add(ids, "G", 1, 20);
        add(ids, "S", 1, 20);
        add(ids, "L", 1, 8);
        ids.add("S1t");
        add(ids, "Z", 1, 24);
        add(ids, "HD", 1, 12);
        add(ids, "HF", 1, 23);
        add(ids, "HG", 1, 39);
        add(ids, "K", 1, 10);
        add(ids, "N", 1, 11);
        add(ids, "A", 1, 5);
        return ids;
    }

    private static void add(Set<String> ids, String letters, int from, int to) {
        IntStream.rangeClosed(from, to).forEach(n -> ids.add(letters + n));
    }

    private static List<Path> sources() throws IOException {
        try (Stream<Path> modules = Files.list(HOUSE)) {
            List<Path> found = new ArrayList<>();
            for (Path folder : modules.map(module -> module.resolve("src"))
                    .filter(Files::isDirectory)
                    .toList()) {
                try (Stream<Path> files = Files.walk(folder)) {
                    files.filter(file -> file.toString().endsWith(".java")).forEach(found::add);
                }
            }
            return found;
        }
    }

    /** The ids that the display names, tags and mutants of each test class carry. */
    private static Map<String, Set<String>> namedByClass() throws IOException {
        Map<String, Set<String>> named = new TreeMap<>();
        Files.walkFileTree(HOUSE, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                return Set.of("target", ".git").contains(folder.getFileName().toString())
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                String name = file.getFileName().toString();
                if (!file.toString().contains("test") || !name.endsWith("Test.java") && !name.endsWith("IT.java"))
                    return FileVisitResult.CONTINUE;
                Set<String> ids = named.computeIfAbsent(name.replace(".java", ""), n -> new HashSet<>());
                Matcher names = NAMED.matcher(Files.readString(file));
                while (names.find()) {
                    Matcher id = NAMED_ID.matcher(names.group(1));
                    while (id.find()) ids.add(id.group());
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return named;
    }
}
