package org.gamenet.rgs.examples.house;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The promises of the examples about their own build: how short they are, and which part knows which. */
class ExamplesFloorsTest {
    private static final Path ROOT = Path.of("src/main/java/org/gamenet/rgs/examples");
    private static final int QUICKSTART_LINES_MAX = 60;

    @Test
    void keepsEachQuickstartOnAPage() throws IOException {
        for (Path file : files(ROOT.resolve("quickstart"))) {
            assertTrue(Files.readAllLines(file).size() <= QUICKSTART_LINES_MAX, file + " is too long");
        }
    }

    @Test
    void keepsTheWorldFreeOfEverythingButPlayers() throws IOException {
        for (Path file : files(ROOT.resolve("teapots/world"))) {
            for (String imported : imports(file)) {
                boolean fine = imported.startsWith("java.util.")
                                && !imported.contains("concurrent")
                                && !imported.contains("Random")
                        || imported.equals("org.gamenet.rgs.Peer")
                        || imported.startsWith("org.jspecify.")
                        || imported.startsWith("static org.gamenet.rgs.examples.teapots.world.");
                assertTrue(fine, file + " imports " + imported);
            }
        }
    }

    @Test
    void keepsProjectilesAndFailoverApart() throws IOException {
        List<String> failover = List.of("failover", "frozen", "resumed", "restorestate", "statehandler");
        int speak = 0;
        for (Path file : files(ROOT.resolve("teapots"))) {
            String text = Files.readString(file).toLowerCase(Locale.ROOT);
            boolean throwsThings =
                    text.contains("projectile") || text.contains("sugar(") || text.contains("new fire()");
            boolean failsOver = failover.stream().anyMatch(text::contains);
            assertFalse(throwsThings && failsOver, file + " knows both");
            if (failsOver) speak++;
        }
        assertTrue(speak > 0, "the words are still those that the examples use");
    }

    @Test
    void keepsPilotsAndScreensAwayFromRgs() throws IOException {
        for (String part : List.of("teapots/pilot", "teapots/screen")) {
            for (Path file : files(ROOT.resolve(part))) {
                assertEquals(
                        List.of(),
                        imports(file).stream()
                                .filter(i -> i.startsWith("org.gamenet.rgs."))
                                .filter(i -> !i.startsWith("org.gamenet.rgs.examples.") && !i.endsWith(".Peer"))
                                .toList());
            }
        }
    }

    private static List<String> imports(Path file) throws IOException {
        return Files.readAllLines(file).stream()
                .filter(l -> l.startsWith("import "))
                .map(l -> l.substring(7, l.length() - 1))
                .toList();
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> found = Files.walk(folder)) {
            List<Path> files = found.filter(p -> p.toString().endsWith(".java")).toList();
            assertFalse(files.isEmpty(), folder.toString());
            return files;
        }
    }
}
