package org.gamenet.rgs.bench.relay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.gamenet.rgs.bench.Bench;
import org.gamenet.rgs.bench.process.Processes;
import org.gamenet.rgs.bench.report.JsonLine;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class RelayCommandTest {
    private static final List<String> OF_EACH =
            List.of("p50_ms", "p99_ms", "alloc_bytes_per_message", "wire_bytes_per_message", "cpu_us_per_message");

    private final PrintStream output = System.out;
    private final PrintStream errors = System.err;
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();
    private final ByteArrayOutputStream complained = new ByteArrayOutputStream();

    @BeforeEach
    void listen() {
        System.setOut(new PrintStream(said, true, StandardCharsets.UTF_8));
        System.setErr(new PrintStream(complained, true, StandardCharsets.UTF_8));
        System.setProperty(Processes.PROGRAM, Bench.class.getName());
        // Surefire's own class path is a jar that names the others.
        String path = System.getProperty("surefire.test.class.path");
        if (path != null) System.setProperty(Processes.CLASS_PATH, path);
    }

    @AfterEach
    void speakAgain() {
        System.setOut(output);
        System.setErr(errors);
        System.clearProperty(Processes.CLASS_PATH);
        System.clearProperty(Processes.PROGRAM);
    }

    private static int run(Object command, String... arguments) {
        return new CommandLine(command)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionExceptionHandler((why, line, parsed) -> {
                    System.err.println(why.getMessage());
                    return 1;
                })
                .execute(arguments);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "2 | --peer nobody               | rgs-inplace, kryonet, netty, jgroups, raw]",
                "1 | --peer raw --players 1      | at least two players",
                "1 | --peer raw --rate 0         | a rate of 1 to 1000",
                "1 | --peer raw --size 3         | an action has at least",
                "1 | --peer raw --seconds 0      | measure for more than 0 s",
                "1 | --peer raw --turns 0        | at least one turn",
                "1 | --peer raw --warm-up -1     | a warm-up of 0 s or more",
                "1 | --peer raw --fan-out -1     | a fan-out of 0 s or more",
                "1 | --peer raw --loss 51        | a loss of 0 to 50 percent",
                "1 | --delivery TOTAL_ORDER      | TOTAL_ORDER is no way to the server",
                "2 | --delivery SOMEHOW          | SOMEHOW"
            })
    void saysWhatIsWrongAndStartsNothing(int code, String arguments, String why) {
        assertEquals(code, run(new RelayCommand(), arguments.split(" ")));
        assertTrue(complained.toString(StandardCharsets.UTF_8).contains(why), complained::toString);
        assertEquals("", said.toString(StandardCharsets.UTF_8));
    }

    @Test
    void theLastLineOfSeveralHasEachOnesFiguresAndTheComparison(@TempDir Path folder) throws Exception {
        Path svg = folder.resolve("relay.svg");
        assertEquals(
                0,
                run(
                        new RelayCommand(),
                        "--peer",
                        "rgs-inplace,raw",
                        "--players",
                        "2",
                        "--seconds",
                        "0.6",
                        "--warm-up",
                        "0",
                        "--turns",
                        "1",
                        "--fan-out",
                        "0.3",
                        "--svg",
                        svg.toString()),
                complained::toString);
        List<String> lines = said.toString(StandardCharsets.UTF_8).lines().toList();
        assertEquals(3, lines.size());
        JsonLine last = JsonLine.of(lines.get(2));
        for (String peer : List.of("rgs_inplace", "raw")) {
            for (String figure : OF_EACH)
                assertTrue(last.number(peer + '_' + figure) > 0, peer + ' ' + figure + ": " + last);
            assertTrue(last.number(peer + "_fanout_messages_per_second") > 0, last::text);
        }
        assertTrue(last.text().contains("\"compared\":\"rgs-inplace to raw\""), last::text);
        assertEquals(
                last.number("rgs_inplace_p50_ms") / last.number("raw_p50_ms"),
                last.number("p50_ratio"),
                0.1 * last.number("p50_ratio"));
        assertTrue(Files.readString(svg).contains(">rgs-inplace</text>"));
    }

    @Test
    void whoBreaksIsNamedAndHasNoFiguresAndTheNextHasItsTurn() {
        assertEquals(
                1,
                run(
                        new RelayCommand(),
                        "--peer",
                        "netty,raw",
                        "--players",
                        "2",
                        "--seconds",
                        "0.4",
                        "--warm-up",
                        "0",
                        "--turns",
                        "1",
                        "--server-memory",
                        "1m"));
        assertTrue(
                complained.toString(StandardCharsets.UTF_8).contains("netty-0: the server did not open: "),
                complained::toString);
        assertTrue(
                complained.toString(StandardCharsets.UTF_8).contains("raw-0: the server did not open: "),
                complained::toString);
        assertTrue(said.toString(StandardCharsets.UTF_8).contains("\"raw_p50_ms\":null"), said::toString);
    }

    @Test
    void aProfileNamesThreadsPartsAndMethods() {
        assertEquals(
                0,
                run(
                        new ProfileCommand(),
                        "--peer",
                        "raw",
                        "--players",
                        "2",
                        "--seconds",
                        "0.6",
                        "--warm-up",
                        "0",
                        "--rate",
                        "300",
                        "--size",
                        "20KB"),
                complained::toString);
        List<String> lines = said.toString(StandardCharsets.UTF_8).lines().toList();
        String last = lines.get(lines.size() - 1);
        for (String table :
                List.of("threads", "runs_in", "runs_methods", "allocates_in", "allocates_at", "allocates_classes")) {
            assertTrue(last.contains('"' + table + "\":["), table + ": " + last);
        }
        assertTrue(JsonLine.of(last).number("messages") > 0, last);
        assertTrue(
                lines.stream().anyMatch(line -> line.contains("RawLink.ready")),
                "where a message is allocated: " + said);
    }
}
