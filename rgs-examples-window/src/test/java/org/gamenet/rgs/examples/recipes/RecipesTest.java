package org.gamenet.rgs.examples.recipes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What docs/RECIPES.md shows is what is compiled, and what a game depends on stays free of what the recipes need. */
class RecipesTest {
    private static final Path ROOT = Path.of(System.getProperty("basedir", ".")).toAbsolutePath().normalize().getParent();
    private static final Path JAVA = ROOT.resolve("rgs-examples-window/src/main/java/org/gamenet/rgs/examples/recipes");
    private static final Path KOTLIN = ROOT.resolve("rgs-examples-kotlin/src/main/kotlin/org/gamenet/rgs/examples/kotlin/Coins.kt");
    private static final String WINDOW = "rgs-examples-window/src/main/java/org/gamenet/rgs/examples/";
    private static final String DUEL = "rgs-examples/src/main/java/org/gamenet/rgs/examples/teapots/";
    private static final List<String> SHOWN = List.of(WINDOW + "recipes/SwingDots.java", WINDOW + "recipes/LwjglDots.java",
            WINDOW + "teapots/window/Keys.java", DUEL + "world/Loaf.java", DUEL + "world/Lob.java", DUEL + "world/Projectile.java",
            DUEL + "world/Command.java", DUEL + "world/World.java", DUEL + "stage/Looks.java");
    private static final Pattern BLOCK = Pattern.compile("```(java|kotlin)\n(.*?)```", Pattern.DOTALL);
    private static final int LINES_MAX = 80;

    @Test
    void everyLineOfThePageIsCompiled() throws IOException {
        StringBuilder java = new StringBuilder();
        for (String file : SHOWN) java.append(Files.readString(ROOT.resolve(file)));
        Map<String, String> code = Map.of("java", plain(java.toString()), "kotlin", plain(Files.readString(KOTLIN)));
        Map<String, Integer> blocks = new TreeMap<>();
        Matcher block = BLOCK.matcher(Files.readString(ROOT.resolve("docs/RECIPES.md")));
        while (block.find()) {
            blocks.merge(block.group(1), 1, Integer::sum);
            assertTrue(code.get(block.group(1)).contains(plain(block.group(2))), "not in the recipes:\n" + block.group(2));
        }
        assertEquals(Map.of("java", 9, "kotlin", 4), blocks);
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
