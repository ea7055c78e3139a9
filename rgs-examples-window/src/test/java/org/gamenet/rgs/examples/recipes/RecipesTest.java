package org.gamenet.rgs.examples.recipes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The programs that docs/RECIPES.md shows are compiled. A game's own dependencies stay free of those of the recipes. */
class RecipesTest {
    private static final Path ROOT = Path.of(System.getProperty("basedir", ".")).toAbsolutePath().normalize().getParent();
    private static final Path JAVA = ROOT.resolve("rgs-examples-window/src/main/java/org/gamenet/rgs/examples/recipes");
    private static final Path KOTLIN = ROOT.resolve("rgs-examples-kotlin/src/main/kotlin/org/gamenet/rgs/examples/kotlin/Coins.kt");
    private static final Pattern BLOCK = Pattern.compile("```kotlin\n(.*?)```", Pattern.DOTALL);
    private static final int LINES_MAX = 80;

    /** The Java of the page is compiled by SnippetsTest of rgs-examples. */
    @Test
    void everyLineOfKotlinIsCompiled() throws IOException {
        String code = plain(Files.readString(KOTLIN));
        int blocks = 0;
        Matcher block = BLOCK.matcher(Files.readString(ROOT.resolve("docs/RECIPES.md")));
        while (block.find()) {
            blocks++;
            assertTrue(code.contains(plain(block.group(1))), "not in the recipe:\n" + block.group(1));
        }
        assertEquals(4, blocks);
    }

    @Test
    void eachRecipeIsShort() throws IOException {
        for (Path recipe : List.of(JAVA.resolve("Dots.java"), JAVA.resolve("SwingDots.java"), JAVA.resolve("LwjglDots.java"), KOTLIN)) {
            assertTrue(Files.readAllLines(recipe).size() <= LINES_MAX, recipe + " is too long");
        }
    }

    @Test
    void whatRecipesNeedIsNoDependencyOfAGame() throws IOException {
        for (String module : List.of("rgs-api", "rgs-core", "rgs-testkit", "rgs-directory", "rgs-examples")) {
            String pom = Files.readString(ROOT.resolve(module).resolve("pom.xml"));
            for (String alien : List.of("lwjgl", "badlogic", "kotlin")) assertTrue(!pom.contains(alien), module + " depends on " + alien);
        }
    }

    /** Without what a reader does not see. */
    private static String plain(String text) { return text.replaceAll("\\s+", " ").strip(); }
}
