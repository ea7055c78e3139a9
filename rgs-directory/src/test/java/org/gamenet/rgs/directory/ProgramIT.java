package org.gamenet.rgs.directory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.gamenet.rgs.core.directory.DirectoryClient;
import org.gamenet.rgs.core.directory.DirectoryReply;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The directory as a person starts it. */
@Timeout(150)
class ProgramIT {

    private static final List<String> HALTS = List.of("Detected pause in JVM", "GC pool", "JVM pause detected");

    @TempDir
    private Path temp;

    private static Process run(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx128m"));
        // From Java 24 on the JVM itself warns of what Netty does inside Ratis, ahead of all that the program says.
        if (Runtime.version().feature() >= 24) command.addAll(List.of("--sun-misc-unsafe-memory-access=allow", "--enable-native-access=ALL-UNNAMED"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), DirectoryMain.class.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    private static BufferedReader output(Process process) {
        return new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /** But for what the log engine says where the machine halted the program: that is news, and no fault of it. */
    private static Stream<String> said(BufferedReader out) {
        return out.lines().filter(line -> HALTS.stream().noneMatch(line::contains));
    }

    private static int exit(Process process) throws InterruptedException {
        assertTrue(process.waitFor(30, TimeUnit.SECONDS), "it does not end");
        return process.exitValue();
    }

    @Test
    @DisplayName("T33 the program says one line when it is ready, nothing else, and ends when it is told to; a second one on its folder says why not")
    void runs() throws Exception {
        String data = temp.resolve("with a space").toString();
        Process program = run("--port", "0", "--http-port", "0", "--data", data);
        try (BufferedReader out = output(program)) {
            String ready = said(out).findFirst().orElse("nothing");
            assertTrue(ready.matches("directory ready on 127\\.0\\.0\\.1:\\d+, http://127\\.0\\.0\\.1:\\d+/api/games, data in .*with a space"), ready);
            String port = ready.substring("directory ready on 127.0.0.1:".length(), ready.indexOf(','));
            try (DirectoryClient client = new DirectoryClient(List.of("localhost:" + port))) {
                assertInstanceOf(DirectoryReply.Games.class, new Caller(client).ask(DirectoryTest.discover("teapots")));
            }

            Process second = run("--port", "0", "--data", data);
            try (BufferedReader said = output(second)) {
                String why = said(said).findFirst().orElse("nothing");
                assertTrue(why.contains("in use by another directory"), why);
                assertEquals(1, exit(second));
            } finally {
                second.destroyForcibly();
            }

            program.toHandle().destroy();
            exit(program);
            assertEquals(List.of(), said(out).toList());
        } finally {
            program.destroyForcibly();
        }
    }

    @Test
    @DisplayName("arguments that make no sense end with a sentence, not with a stack trace")
    void explainsArguments() throws Exception {
        Process program = run("--port", "70000", "--data", temp.toString());
        try (BufferedReader out = output(program)) {
            assertEquals(List.of("Port 70000: a TCP port is 1 to 65535, or 0 for any free one"), out.lines().toList());
            assertEquals(1, exit(program));
        } finally {
            program.destroyForcibly();
        }
    }
}
