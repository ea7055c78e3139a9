package org.gamenet.rgs.examples.teapots.window;

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

/** The renderer stays replaceable: these tests hold which files know libGDX. */
class WindowFloorsTest {
    private static final Path WINDOW = Path.of("src/main/java/org/gamenet/rgs/examples/teapots/window");
    private static final Path EXAMPLES = Path.of("../rgs-examples/src/main/java");
    private static final int RENDERER_LINES_MAX = 280;

    @Test
    void keepsTheRendererOutOfTheGame() throws IOException {
        for (Path file : files(EXAMPLES)) {
            String text = Files.readString(file);
            for (String renderer : List.of("com.badlogic", "org.lwjgl", "com.jme3"))
                assertFalse(text.contains(renderer), file + " knows " + renderer);
        }
    }

    @Test
    void keepsTheRendererSmallAndAwayFromSessions() throws IOException {
        for (String part : List.of("GdxScreen.java", "HudPainter.java", "Heap.java", "Canvas.java")) {
            List<String> lines = Files.readAllLines(WINDOW.resolve(part));
            assertTrue(lines.size() <= RENDERER_LINES_MAX, part + " has " + lines.size() + " lines");
            assertEquals(
                    List.of(),
                    lines.stream()
                            .filter(l -> l.startsWith("import org.gamenet.rgs."))
                            .filter(l -> !l.contains(".teapots.screen.")
                                    && !l.contains(".teapots.world.Rules;")
                                    && !l.contains(".teapots.window."))
                            .toList());
        }
    }

    @Test
    void keepsProjectilesAndFailoverApart() throws IOException {
        for (Path file : files(WINDOW)) {
            String text = Files.readString(file).toLowerCase(Locale.ROOT);
            boolean throwsThings = text.contains("projectile") || text.contains("new fire()");
            boolean failsOver =
                    Stream.of("failover", "frozen", "resumed", "restorestate").anyMatch(text::contains);
            assertFalse(throwsThings && failsOver, file + " knows both");
        }
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> found = Files.walk(folder)) {
            List<Path> files = found.filter(p -> p.toString().endsWith(".java")).toList();
            assertFalse(files.isEmpty(), folder.toString());
            return files;
        }
    }
}
