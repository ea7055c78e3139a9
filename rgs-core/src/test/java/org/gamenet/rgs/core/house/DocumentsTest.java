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
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The checks of the documents that need no reader. */
class DocumentsTest {

    private static final Path HOUSE = Path.of(System.getProperty("basedir", "."))
            .toAbsolutePath()
            .normalize()
            .getParent();
    private static final Set<String> NOT_OURS = Set.of(".git", "target", ".idea");
    private static final Pattern LINK = Pattern.compile("\\[[^\\]]*\\]\\(([^)\\s]+)\\)");
    private static final Pattern IN_CODE = Pattern.compile("`([A-Z]\\w*)[`.]");
    private static final Pattern LIBRARY = Pattern.compile("^rgs-(api|core|directory|testkit)/src/main/");
    private static final Pattern MAIN = Pattern.compile("^rgs-[a-z-]+/src/main/java/");
    private static final Pattern DECLARED = Pattern.compile("\\b(?:class|interface|enum|record)\\s+([A-Z]\\w*)");
    /** A game writes it with its owner's name. */
    private static final Set<String> OF_THE_API = Set.of("Query.Order");

    private static final Pattern RULE = Pattern.compile("^\\*\\*P(\\d+)\\b", Pattern.MULTILINE);
    private static final Pattern COST = Pattern.compile(
            "^\\| (\\d+) \\| (\\d+) \\| (\\d+) \\| (\\S+) \\| ([^|]+) \\| ([^|]+) \\|$", Pattern.MULTILINE);
    /** The greater of the two, which 99 of 100 did not take. */
    private static final Pattern TOOK = Pattern.compile("[\\d.]+ / ([\\d.]+)");

    /** A run of letters or digits: neither the bars of a table nor a hyphen is one, a path is several. */
    private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}]+");

    private static final int PROOF_WORDS_MAX = 1_500;
    private static final Pattern HOST = Pattern.compile(
            "\\b(repo\\d*\\.maven|registry\\.(npm|yarn)|(files|pypi)\\.python)", Pattern.CASE_INSENSITIVE);

    @Test
    void linksLeadSomewhere() throws IOException {
        List<String> broken = new ArrayList<>();
        for (Path document : files(".md")) broken.addAll(brokenLinks(document, Files.readString(document)));
        assertEquals(List.of(), broken);
    }

    @Test
    void seesABrokenLink() {
        assertEquals(
                List.of("README.md: docs/NOWHERE.md"),
                brokenLinks(
                        HOUSE.resolve("README.md"),
                        "[a](docs/NOWHERE.md) [b](docs/PROTOCOL.md#safety) [c](https://example.org/)"));
    }

    @Test
    void theGlossaryNamesTypesThatThereAre() throws IOException {
        String text = Files.readString(HOUSE.resolve("docs").resolve("ARCHITECTURE.md"));
        String glossary = text.substring(text.indexOf("## Glossary"), text.indexOf("## Where to look first"));
        List<String> named =
                IN_CODE.matcher(glossary).results().map(m -> m.group(1)).toList();
        assertTrue(named.size() > 12, named.toString());
        List<String> types = typesOfTheLibrary();
        assertEquals(
                List.of(), named.stream().filter(name -> !types.contains(name)).toList());
    }

    @Test
    void noTwoTypesOfAnyModuleShareAName() throws IOException {
        List<String> types = typesOf(MAIN);
        assertTrue(types.size() > 600, "sources not found under " + HOUSE);
        assertEquals(
                List.of(),
                types.stream()
                        .filter(name -> Collections.frequency(types, name) > 1)
                        .distinct()
                        .toList());
    }

    @Test
    void noNestedTypeHasTheNameOfAnotherOfItsPackage() throws IOException {
        List<SourceText> sources = new ArrayList<>();
        for (Path path : sources(MAIN))
            sources.add(SourceText.of(path.getFileName().toString().replace(".java", ""), Files.readString(path)));
        assertEquals(List.of(), shadows(sources));
        assertEquals(
                List.of("Rejoining.Plan"),
                shadows(List.of(
                        SourceText.of("Plan", "package one; record Plan() {}"),
                        SourceText.of(
                                "Rejoining", "package one; class Rejoining { /* a record Other */ record Plan() {} }"),
                        SourceText.of("Relaying", "package two; class Relaying { record Plan() {} }"))));
    }

    private static List<String> shadows(List<SourceText> sources) {
        Set<String> types =
                sources.stream().map(s -> s.packageName() + "." + s.file()).collect(Collectors.toSet());
        List<String> found = new ArrayList<>();
        for (SourceText source : sources) {
            Matcher declared = DECLARED.matcher(source.code());
            while (declared.find()) {
                String nested = source.file() + "." + declared.group(1);
                if (!declared.group(1).equals(source.file())
                        && !OF_THE_API.contains(nested)
                        && types.contains(source.packageName() + "." + declared.group(1))) found.add(nested);
            }
        }
        return found;
    }

    private static List<String> typesOfTheLibrary() throws IOException {
        return typesOf(LIBRARY);
    }

    private static List<String> typesOf(Pattern modules) throws IOException {
        return sources(modules).stream()
                .map(path -> path.getFileName().toString().replace(".java", ""))
                .toList();
    }

    private static List<Path> sources(Pattern modules) throws IOException {
        return files(".java").stream()
                .filter(path -> modules.matcher(
                                HOUSE.relativize(path).toString().replace('\\', '/'))
                        .find())
                .filter(path -> !path.endsWith("package-info.java") && !path.endsWith("module-info.java"))
                .toList();
    }

    @Test
    void everyRuleOfTheProtocolStandsOnce() throws IOException {
        List<Integer> found = new ArrayList<>();
        Matcher rule = RULE.matcher(Files.readString(HOUSE.resolve("docs").resolve("PROTOCOL.md")));
        while (rule.find()) found.add(Integer.valueOf(rule.group(1)));
        assertEquals(
                IntStream.rangeClosed(1, 76).boxed().toList(),
                found.stream().sorted().toList());
    }

    @Test
    @DisplayName("PROOF has at most 1 500 words, counted as runs of letters or digits")
    void theProofIsShort() throws IOException {
        String text = Files.readString(HOUSE.resolve("docs").resolve("PROOF.md"));
        assertEquals(3, words("| a-2 | **b** |"));
        assertTrue(words(text) > 500, "PROOF.md is not read");
        assertTrue(words(text) <= PROOF_WORDS_MAX, words(text) + " words");
    }

    private static long words(String text) {
        return WORD.matcher(text).results().count();
    }

    @Test
    @DisplayName(
            "Z23 Z24 FIGURES says what a message costs in each order, and has the times of Mazewar, which are beaten")
    void whatAnOrderCosts() throws IOException {
        String text = Files.readString(HOUSE.resolve("docs").resolve("FIGURES.md"));
        String section = text.substring(text.indexOf("## Order"), text.indexOf("## Meeting"));
        List<Integer> members = new ArrayList<>();
        List<String> baseline = new ArrayList<>();
        Matcher row = COST.matcher(section);
        while (row.find()) {
            int n = Integer.parseInt(row.group(1));
            members.add(n);
            baseline.add(row.group(4));
            assertEquals(3 * n - 2, Integer.parseInt(row.group(2)), "by permission, with " + n);
            assertEquals(n, Integer.parseInt(row.group(3)), "by a sequencer, with " + n);
            for (int order : new int[] {5, 6}) {
                Matcher took = TOOK.matcher(row.group(order));
                if (took.matches() && !row.group(4).equals("-"))
                    assertTrue(Double.parseDouble(took.group(1)) < Double.parseDouble(row.group(4)), row.group());
            }
        }
        assertEquals(List.of(1, 2, 3, 4, 8), members);
        assertEquals(List.of("25", "26", "30", "32", "-"), baseline);
    }

    @Test
    void noFileNamesARegistrysHost() throws IOException {
        List<Path> all = new ArrayList<>();
        for (String ending : List.of(".md", ".java", ".xml", ".html", ".yml", ".cmd", ".sh", "run", "teapots"))
            all.addAll(files(ending));
        assertTrue(all.size() > 50, "files not found under " + HOUSE);
        List<String> named = new ArrayList<>();
        for (Path file : all)
            if (HOST.matcher(Files.readString(file)).find())
                named.add(HOUSE.relativize(file).toString());
        assertEquals(List.of(), named);
        assertTrue(HOST.matcher("https://repo1" + ".maven.org/").find());
    }

    private static List<String> brokenLinks(Path document, String text) {
        List<String> broken = new ArrayList<>();
        Matcher link = LINK.matcher(text);
        while (link.find()) {
            String target = link.group(1).replaceAll("#.*", "");
            if (target.isEmpty() || target.contains("://") || Files.exists(document.resolveSibling(target))) continue;
            broken.add(HOUSE.relativize(document) + ": " + target);
        }
        return broken;
    }

    private static List<Path> files(String ending) throws IOException {
        List<Path> found = new ArrayList<>();
        Files.walkFileTree(HOUSE, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                return NOT_OURS.contains(folder.getFileName().toString())
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (attributes.isRegularFile() && file.getFileName().toString().endsWith(ending)) found.add(file);
                return FileVisitResult.CONTINUE;
            }
        });
        found.sort(null);
        return found;
    }
}
