package org.gamenet.rgs.examples.drills;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The program that docs/DRILLS.md shows is the one that is run here. */
class GuideTest {
    private static final Path MODULE =
            Path.of(System.getProperty("basedir", ".")).toAbsolutePath().normalize();
    private static final Pattern BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

    @Test
    void everyLineOfTheGuideIsRun() throws IOException {
        StringBuilder code = new StringBuilder();
        Path here = MODULE.resolve("src/test/java/org/gamenet/rgs/examples/drills");
        for (String file : List.of("DrillsTest.java", "MoneyBox.java", "Table.java"))
            code.append(plain(Files.readString(here.resolve(file))));
        Matcher block =
                BLOCK.matcher(Files.readString(MODULE.resolveSibling("docs").resolve("DRILLS.md")));
        int blocks = 0;
        while (block.find()) {
            blocks++;
            assertTrue(code.indexOf(plain(block.group(1))) >= 0, "not in the drills:\n" + block.group(1));
        }
        assertTrue(blocks >= 5, blocks + " pieces of code found");
    }

    /** Without what a reader does not see. */
    private static String plain(String text) {
        return text.replaceAll("\\s+", " ").strip();
    }
}
