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

@DisplayName("R29 Every public member has a sentence that names its thread and, for a quantity, the unit")
class JavadocSentenceTest {

    @Test
    void holdsForEveryFileOfTheApi() throws IOException {
        Path sources = Path.of(System.getProperty("basedir", "."), "src", "main", "java");
        List<Path> files;
        try (Stream<Path> all = Files.walk(sources)) {
            files = all.filter(f -> f.toString().endsWith(".java") && !f.endsWith("module-info.java"))
                    .sorted()
                    .toList();
        }
        assertTrue(files.size() > 20, "sources not found in " + sources.toAbsolutePath());
        List<String> complaints = new ArrayList<>();
        for (Path file : files)
            complaints.addAll(DocumentedMembers.complaints(file.getFileName().toString(), Files.readString(file)));
        assertEquals(List.of(), complaints);
    }

    /** A game that embeds a directory calls this one type of another module; it is not versioned with the API. */
    @Test
    void holdsForTheDirectory() throws IOException {
        Path file = Path.of(
                System.getProperty("basedir", "."),
                "..",
                "rgs-directory",
                "src",
                "main",
                "java",
                "org",
                "gamenet",
                "rgs",
                "directory",
                "Directory.java");
        List<String> complaints = DocumentedMembers.complaints("Directory.java", Files.readString(file));
        assertEquals(
                List.of(),
                complaints.stream().filter(c -> !c.endsWith("no @since")).toList());
    }

    @Test
    void seesAMissingComment() {
        assertEquals(List.of("Bad: no comment", "Bad.go: no comment"), DocumentedMembers.complaints("Bad.java", """
                public final class Bad { public void go() {} private void hidden() {} void packaged() {} }"""));
    }

    @Test
    void seesAMissingThread() {
        assertEquals(List.of("Bad.go: names no thread"), DocumentedMembers.complaints("Bad.java", """
                /** A type. @since 0.1 */
                public interface Bad {
                    /** Goes. */
                    void go();
                    /** Goes back. Any thread. */
                    void back();
                }"""));
    }

    @Test
    void seesAMissingUnit() {
        assertEquals(
                List.of("Bad.wait: names no unit", "Bad.age: names no unit"),
                DocumentedMembers.complaints("Bad.java", """
                /** A type. Any thread. @since 0.1 */
                public interface Bad {
                    /** Waits. */
                    void wait(long how);
                    /** How old it is. */
                    double age();
                    /** How old it is, in seconds. */
                    double seconds();
                }"""));
    }

    @Test
    void seesAnUndocumentedComponentAndConstant() {
        assertEquals(
                List.of("Bad.b: no @param", "Colour.RED: no comment"), DocumentedMembers.complaints("Bad.java", """
                /**
                 * A type. Any thread.
                 * @param a something
                 * @since 0.1
                 */
                public record Bad(String a, String b) {
                    /** A colour. @since 0.1 */
                    public enum Colour { RED, /** Any thread. */ BLUE }
                }"""));
    }

    @Test
    void seesAMissingSince() {
        assertEquals(
                List.of("Bad: no @since"),
                DocumentedMembers.complaints("Bad.java", "/** A type. Any thread. */ public interface Bad {}"));
    }
}
