package org.gamenet.rgs.core.house;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Packages, lines, files, methods, records and constructors have sizes; the larger ones stand in a list, with a reason.
 */
class TidyTest {

    private static final Path MODULE = Path.of(System.getProperty("basedir", "."));
    private static final Path LIST = MODULE.resolve("src/test/resources/house/tidy.txt");

    @Test
    void nothingIsLargerThanItsLimitWithoutAReason() throws IOException {
        Map<String, Integer> allowed = allowed();
        Map<String, Integer> found = new TreeMap<>();
        for (Tidy each : Tidy.tooLarge(house())) found.merge(each.key(), each.size(), Math::max);
        List<String> faults = new ArrayList<>();
        found.forEach((key, size) -> {
            int most = allowed.getOrDefault(key, 0);
            if (size > most) faults.add(key + ": " + size + (most > 0 ? ", the list allows " + most : ""));
        });
        for (String key : allowed.keySet())
            if (!found.containsKey(key)) faults.add(key + " is within its limit: take it off the list");
        assertEquals(List.of(), faults, "make it smaller, or say in tidy.txt why not");
    }

    @Test
    void seesEveryMeasure(@TempDir Path folder) throws IOException {
        String long41 = "int m() {" + "\n".repeat(39) + "return 1; }";
        Path file = folder.resolve("A.java");
        Files.writeString(
                file,
                "class A {\n" + "// " + "x".repeat(138) + "\n"
                        + "A(int a, int b, int c, int d, int e, int f, int g) {}\n"
                        + "record R(int a, int b, int c, int d, int e, int f, int g, int h) { static int k; }\n"
                        + "record S(int a, int b, int c, int d, int e, int f, int g) { static int k; }\n"
                        + long41.replace("m()", "fits()") + "\n"
                        + long41.replace("return", "\nreturn") + "\n".repeat(400) + "}\n");
        List<Path> all = new ArrayList<>(List.of(file));
        for (int i = 0; i <= 21; i++) {
            Path one = folder.resolve(
                    "src/main/java/org/gamenet/rgs/much/" + (i < 21 ? "B" + i : "package-info") + ".java");
            Files.createDirectories(one.getParent());
            all.add(Files.writeString(one, "package org.gamenet.rgs.much;"));
        }
        List<String> keys = Tidy.tooLarge(all).stream().map(Tidy::key).sorted().toList();
        assertEquals(
                List.of("components A.R", "file A", "line A", "method A.m", "package rgs.much", "parameters A.new"),
                keys);
    }

    private static Map<String, Integer> allowed() throws IOException {
        Map<String, Integer> allowed = new TreeMap<>();
        for (String line : Files.readAllLines(LIST)) {
            if (line.isBlank() || line.startsWith("#")) continue;
            String[] parts = line.split(" \\| ");
            assertTrue(parts.length == 3 && !parts[2].isBlank(), "no reason: " + line);
            allowed.put(parts[0].trim(), Integer.valueOf(parts[1].trim()));
        }
        return allowed;
    }

    private static List<Path> house() throws IOException {
        List<Path> files = new ArrayList<>();
        try (Stream<Path> modules =
                Files.list(MODULE.toAbsolutePath().normalize().getParent())) {
            for (Path module : modules.filter(m -> Files.isRegularFile(m.resolve("pom.xml")))
                    .toList())
                for (String part : List.of("main", "test"))
                    files.addAll(javaIn(module.resolve("src/" + part + "/java")));
        }
        assertTrue(files.size() > 500, "sources not found above " + MODULE.toAbsolutePath());
        return files;
    }

    private static List<Path> javaIn(Path root) throws IOException {
        if (!Files.isDirectory(root)) return List.of();
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(f -> f.toString().endsWith(".java")).collect(Collectors.toList());
        }
    }
}
