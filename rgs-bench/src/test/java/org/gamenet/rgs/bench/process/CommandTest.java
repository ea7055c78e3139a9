package org.gamenet.rgs.bench.process;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.gamenet.rgs.bench.Bench;
import org.gamenet.rgs.bench.report.JsonLine;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A command that starts processes, and prints: its output is kept, its processes get this test's class path. */
public abstract class CommandTest {
    /** Where this JVM prints. */
    protected final PrintStream output = System.out;

    private final ByteArrayOutputStream said = new ByteArrayOutputStream();

    @BeforeEach
    final void listen() {
        System.setOut(new PrintStream(said, true, StandardCharsets.UTF_8));
        System.setProperty(Processes.PROGRAM, Bench.class.getName());
        // Surefire's own class path is a jar that names the others.
        String path = System.getProperty("surefire.test.class.path");
        if (path != null) System.setProperty(Processes.CLASS_PATH, path);
    }

    @AfterEach
    final void speakAgain() {
        System.setOut(output);
        System.clearProperty(Processes.CLASS_PATH);
        System.clearProperty(Processes.PROGRAM);
    }

    /** All that was printed. */
    protected final String said() {
        return said.toString(StandardCharsets.UTF_8);
    }

    protected final List<String> lines() {
        return said().lines().toList();
    }

    /** The summary. */
    protected final JsonLine last() {
        List<String> lines = lines();
        return JsonLine.of(lines.get(lines.size() - 1));
    }
}
