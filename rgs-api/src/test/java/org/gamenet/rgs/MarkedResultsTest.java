package org.gamenet.rgs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A public method that returns a changed copy is marked as one whose result must not be dropped")
class MarkedResultsTest {
    private static final Path BASE = Path.of(System.getProperty("basedir", "."));

    @Test
    void inTheApi() throws IOException {
        holdsBelow(BASE.resolve("src/main/java"), Integer.MAX_VALUE, 20);
    }

    @Test
    void inTheTestkit() throws IOException {
        holdsBelow(BASE.resolve("../rgs-testkit/src/main/java/org/gamenet/rgs/testkit"), 1, 10);
    }

    @Test
    void inTheDirectory() throws IOException {
        holdsBelow(BASE.resolve("../rgs-directory/src/main/java/org/gamenet/rgs/directory"), 1, 1);
    }

    private static void holdsBelow(Path sources, int depth, int filesMin) throws IOException {
        List<String> unmarked = new ArrayList<>();
        try (Stream<Path> all = Files.walk(sources, depth)) {
            List<Path> files =
                    all.filter(f -> f.toString().endsWith(".java")).sorted().toList();
            assertTrue(files.size() > filesMin, "sources not found in " + sources.toAbsolutePath());
            for (Path file : files)
                unmarked.addAll(MarkedResults.missing(file.getFileName().toString(), Files.readString(file)));
        }
        assertEquals(List.of(), unmarked);
    }

    @Test
    void seesAMissingMark() throws IOException {
        assertEquals(List.of("Spec.with", "Spec.of", "Inner.less"), MarkedResults.missing("Spec.java", """
                public final class Spec {
                    public Spec with(int n) { return this; }
                    public static Spec of(int n) { return null; }
                    @CheckReturnValue public Spec marked() { return this; }
                    Spec hidden() { return this; }
                    public int number() { return 1; }
                    public interface Inner<T> { Inner<T> less(); }
                    @CheckReturnValue public interface Marked { Marked less(); }
                    interface Hidden { Hidden less(); }
                }"""));
    }

    @Test
    void exceptsChainsAndNotWhatBeginsThem() throws IOException {
        String source = """
                public final class Session {
                    public Session on(int n) { return this; }
                    public static Session of(int n) { return null; }
                }""";
        assertEquals(List.of("Session.of"), MarkedResults.missing("Session.java", source));
        assertEquals(List.of("Session.on", "Session.of"), MarkedResults.missing("Other.java", source));
    }
}
