package org.gamenet.rgs.examples.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The archetype puts the tutorial's game into a new folder, and the README's pom.xml: both are tried elsewhere. */
class ArchetypeTest {
    private static final Path ROOT = Path.of(System.getProperty("basedir", "."))
            .toAbsolutePath()
            .normalize()
            .getParent();
    private static final Path MADE = ROOT.resolve("rgs-game-archetype/src/main/resources/archetype-resources");
    private static final String PACKAGE = "org.gamenet.rgs.examples.tutorial";
    private static final String MAIN = "rgs-examples/src/main/java/org/gamenet/rgs/examples/tutorial/";
    private static final String TEST = "rgs-examples/src/test/java/org/gamenet/rgs/examples/tutorial/";

    @Test
    void itsGameIsTheTutorials() throws IOException {
        Map<String, String> files = new TreeMap<>(Map.of(
                "main/java/Arena.java",
                MAIN + "Arena.java",
                "main/java/Window.java",
                MAIN + "Window.java",
                "main/java/Paint.java",
                MAIN + "Paint4.java",
                "main/java/PaintSpare.java",
                MAIN + "PaintSpare.java",
                "test/java/PaintDrillTest.java",
                TEST + "PaintDrillTest.java"));
        for (Map.Entry<String, String> file : files.entrySet()) {
            String wanted = Files.readString(ROOT.resolve(file.getValue()))
                    .replace("package " + PACKAGE + ";", "package ${package};")
                    .replace("import " + PACKAGE + ".", "import ${package}.")
                    .replace("Paint4", "Paint");
            assertEquals(wanted, Files.readString(MADE.resolve("src").resolve(file.getKey())), "run .ci/archetype");
            assertTrue(!wanted.contains("#"), "the archetype takes a # for a word of its own: " + file.getKey());
        }
    }

    @Test
    void itsPomIsTheReadmes() throws IOException {
        Matcher pom = Pattern.compile("```xml\n(<project.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(ROOT.resolve("README.md")));
        assertTrue(pom.find());
        String wanted = pom.group(1)
                .replaceFirst("<groupId>example</groupId>", "<groupId>\\${groupId}</groupId>")
                .replaceFirst("<artifactId>my-game</artifactId>", "<artifactId>\\${artifactId}</artifactId>")
                .replaceFirst("<version>1</version>", "<version>\\${version}</version>")
                .replace("${rgs.version}", "${symbol_dollar}{rgs.version}")
                .replaceFirst("<rgs.version>[^<]*", "<rgs.version>\\${rgsVersion}");
        assertEquals("#set( $symbol_dollar = '$' )\n" + wanted, Files.readString(MADE.resolve("pom.xml")));
    }
}
