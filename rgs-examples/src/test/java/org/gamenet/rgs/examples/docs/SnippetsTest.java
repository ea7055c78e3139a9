package org.gamenet.rgs.examples.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every example of Javadoc, README, tutorial and recipes compiles. A piece of code that stands in a source file of the
 * build is compiled there; any other is compiled here, as statements or as members of a {@link SnippetGame}.
 */
class SnippetsTest {
    private static final Path ROOT = Path.of(System.getProperty("basedir", "."))
            .toAbsolutePath()
            .normalize()
            .getParent();
    private static final Pattern JAVADOC = Pattern.compile("<pre>\\{@code\n(.*?)\n *\\* *}</pre>", Pattern.DOTALL);
    private static final Pattern BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
    private static final List<String> PAGES =
            List.of("README.md", "docs/TUTORIAL.md", "docs/RECIPES.md", "docs/DRILLS.md", "docs/CAN-IT.md");
    /** The types that a game of one's own begins with. */
    private static final List<String> WITH_AN_EXAMPLE = List.of(
            "Rgs", "Session", "GameSpec", "StateHandler", "Query", "Delivery", "Limit", "SessionEvent", "Codec");

    private static final String IMPORTS =
            "import java.nio.*; import java.nio.file.*; import java.time.*; import java.util.*; import org.gamenet.rgs.*;"
                    + " import org.gamenet.rgs.SessionEvent.*; import org.gamenet.rgs.motion.*; import org.gamenet.rgs.testkit.*;"
                    + " import org.gamenet.rgs.examples.docs.SnippetGame; ";

    @TempDir
    private Path out;

    /** Some way to read a piece of code. */
    private enum Reading {
        STATEMENTS("class %s extends SnippetGame { void play() throws Exception {\n%s\n} }"),
        MEMBERS("abstract class %s extends SnippetGame {\n%s\n}"),
        STATEMENTS_ALONE("class %s { void play() throws Exception {\n%s\n} }"),
        FILE("class %s {} %s");

        private final String form;

        Reading(String form) {
            this.form = form;
        }

        String source(String name, String code) {
            return IMPORTS + String.format(form, name, code);
        }
    }

    @Test
    void everyExampleCompiles() throws IOException {
        String built = builtSources();
        Map<String, String> wanted = new LinkedHashMap<>();
        examples().forEach((where, code) -> {
            if (!built.contains(plain(code))) wanted.put(where, code);
        });
        assertEquals(Map.of(), complaints(wanted));
    }

    @Test
    void eachTypeThatAGameBeginsWithHasAnExample() throws IOException {
        TreeSet<String> with = new TreeSet<>();
        examples().keySet().forEach(where -> with.add(where.replaceAll("\\.java.*", "")));
        assertTrue(with.containsAll(WITH_AN_EXAMPLE), with.toString());
    }

    @Test
    void seesWhatDoesNotCompile() throws IOException {
        Map<String, String> bad =
                Map.of("bad", "session.sent(new Hello(\"\"));", "good", "session.send(new Hello(\"\"));");
        Map<String, String> found = complaints(bad);
        assertEquals(List.of("bad"), List.copyOf(found.keySet()));
        assertTrue(found.get("bad").contains("sent"), found.toString());
    }

    // ---- where they stand

    private static Map<String, String> examples() throws IOException {
        Map<String, String> found = new LinkedHashMap<>();
        for (String module : List.of("rgs-api", "rgs-testkit")) {
            for (Path file : javaFiles(ROOT.resolve(module).resolve("src/main/java"))) {
                Matcher example = JAVADOC.matcher(Files.readString(file));
                for (int i = 1; example.find(); i++) {
                    String code = example.group(1)
                            .replaceAll("(?m)^ *\\* ?", "")
                            .replace("&lt;", "<")
                            .replace("&gt;", ">");
                    found.put(file.getFileName() + " " + i, code);
                }
            }
        }
        for (String page : PAGES) {
            Path file = ROOT.resolve(page);
            if (!Files.exists(file)) continue;
            Matcher block = BLOCK.matcher(Files.readString(file));
            for (int i = 1; block.find(); i++) found.put(page + " " + i, block.group(1));
        }
        assertTrue(found.size() > 20, found.keySet().toString());
        return found;
    }

    /** All that the build compiles and that documents quote. */
    private static String builtSources() throws IOException {
        StringBuilder all = new StringBuilder();
        for (String module : List.of("rgs-examples", "rgs-examples-window")) {
            for (Path file : javaFiles(ROOT.resolve(module).resolve("src")))
                all.append(plain(Files.readString(file))).append('\n');
        }
        return all.toString();
    }

    private static List<Path> javaFiles(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(f -> f.toString().endsWith(".java")).sorted().toList();
        }
    }

    /** Without what a reader does not see. */
    private static String plain(String text) {
        return text.replaceAll("\\s+", " ").strip();
    }

    // ---- compiled

    /** The compiler's words about the examples that no reading makes sense of. */
    private Map<String, String> complaints(Map<String, String> examples) throws IOException {
        Map<String, String> left = new LinkedHashMap<>(examples);
        Map<String, StringBuilder> said = new LinkedHashMap<>();
        for (Reading reading : Reading.values()) {
            Map<String, String> failed = compile(left, reading);
            left.keySet().retainAll(failed.keySet());
            failed.forEach((where, why) -> said.computeIfAbsent(where, w -> new StringBuilder())
                    .append("\nas ")
                    .append(reading)
                    .append(why));
            if (left.isEmpty()) break;
        }
        Map<String, String> complaints = new LinkedHashMap<>();
        left.keySet().forEach(where -> complaints.put(where, said.get(where).toString()));
        return complaints;
    }

    /**
     * A syntax error ends a compilation before it has looked at the rest: then the others are tried again without the
     * one that has it.
     */
    private Map<String, String> compile(Map<String, String> examples, Reading reading) throws IOException {
        Map<String, String> failed = new LinkedHashMap<>();
        List<String> names = new ArrayList<>(examples.keySet());
        while (failed.size() < names.size()) {
            List<JavaFileObject> units = new ArrayList<>();
            for (int i = 0; i < names.size(); i++) {
                if (!failed.containsKey(names.get(i)))
                    units.add(new Text("Snippet" + i, reading.source("Snippet" + i, examples.get(names.get(i)))));
            }
            Map<String, String> more = compile(units, names);
            failed.putAll(more);
            if (more.isEmpty()) break;
        }
        return failed;
    }

    private Map<String, String> compile(List<JavaFileObject> units, List<String> names) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
        String path = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        compiler.getTask(
                        null,
                        null,
                        problems,
                        List.of(
                                "-proc:none",
                                "--release",
                                "17",
                                "-cp",
                                path,
                                "-d",
                                out.toString(),
                                "-Xmaxerrs",
                                "1000"),
                        null,
                        units)
                .call();
        Map<String, String> failed = new LinkedHashMap<>();
        for (Diagnostic<? extends JavaFileObject> problem : problems.getDiagnostics()) {
            if (problem.getKind() != Diagnostic.Kind.ERROR || problem.getSource() == null) continue;
            String where =
                    names.get(Integer.parseInt(problem.getSource().getName().replaceAll("\\D", "")));
            failed.merge(
                    where,
                    "\n  line " + (problem.getLineNumber() - 1) + ": " + problem.getMessage(null),
                    String::concat);
        }
        return failed;
    }

    private static final class Text extends SimpleJavaFileObject {
        private final String text;

        Text(String name, String text) {
            super(URI.create("string:///" + name + ".java"), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }
}
