package org.gamenet.rgs.examples.teapots.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class OptionsTest {

    @Test
    void readsWhatIsGivenAndKeepsTheRest() {
        Options options = Options.parse(
                "--name",
                "ann",
                "--directory",
                "host:7400",
                "--bots",
                "0",
                "--backup",
                "--size",
                "1280x720",
                "--mute",
                "--trace");
        Options.Table table = new Options.Table(false, 0, true);
        assertEquals(new Options("ann", "host:7400", table, 1280, 720, false, 0, true, Options.Log.NONE), options);
    }

    @Test
    void playsALogFromASideAtASpeed() {
        assertEquals(
                new Options.Log("a b.rgslog", 0.5, "bob"),
                Options.parse("--replay", "a b.rgslog", "--speed", "0.5", "--as", "bob")
                        .log());
    }

    @Test
    void measuresInANewGame() {
        assertTrue(Options.parse("--measure", "10").host());
    }

    @Test
    void namesWhatIsWrong() {
        for (List<String> wrong : List.of(
                List.of("--bots", "8"),
                List.of("--bots", "-1"),
                List.of("--size", "big"),
                List.of("--name"),
                List.of("--speed", "fast"),
                List.of("--speed", "-1"),
                List.of("--what"))) {
            String message = assertThrows(
                            IllegalArgumentException.class, () -> Options.parse(wrong.toArray(String[]::new)))
                    .getMessage();
            assertTrue(message.contains(wrong.get(0)), message);
        }
    }

    @Test
    void explainsEachOption() {
        for (String option : List.of(
                "--name",
                "--directory",
                "--host",
                "--bots",
                "--size",
                "--mute",
                "--trace",
                "--measure",
                "--replay",
                "--speed",
                "--as",
                "--drill")) {
            assertTrue(Options.USAGE.contains(option), option);
        }
    }

    @Test
    void takesNoMoreOfANameThanFitsAndNoControlCharacters() {
        TextLine line = new TextLine(5);
        line.set("a\tb\ncdefgh");
        assertEquals("abcde", line.text());
        line.back();
        assertEquals("abcd|", line.shown(10.1));
        assertEquals("abcd ", line.shown(10.9));
        line.clear();
        line.back();
        assertEquals("", line.text());
    }
}
