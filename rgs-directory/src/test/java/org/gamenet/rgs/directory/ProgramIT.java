package org.gamenet.rgs.directory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.gamenet.rgs.core.directory.client.DirectoryClient;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The directory as a person starts it. */
@Timeout(150)
class ProgramIT {

    private static final String HALT = "the directory stood still for ";
    private static final List<String> OTHERS = List.of(" WARN ", " ERROR ", "WARNING:", "SEVERE:");

    private static final Path SOCKETS = Path.of("/proc/net/tcp");

    @TempDir
    private Path temp;

    private static Process run(String... arguments) throws IOException {
        return run(List.of(), arguments);
    }

    /** With what stands before the command. */
    private static Process run(List<String> before, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(before);
        command.addAll(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx128m"));
        // From Java 24 on the JVM itself warns of what Netty does inside Ratis, ahead of all that the program says.
        if (Runtime.version().feature() >= 24)
            command.addAll(List.of("--sun-misc-unsafe-memory-access=allow", "--enable-native-access=ALL-UNNAMED"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), DirectoryMain.class.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    private static BufferedReader output(Process process) {
        return new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /** But for that the machine halted the program: that is news, and no fault of it. */
    private static Stream<String> said(BufferedReader out) {
        return out.lines().filter(line -> !line.contains(HALT));
    }

    private static void signal(Process program, String name) throws IOException, InterruptedException {
        assertEquals(
                0,
                new ProcessBuilder("kill", "-" + name, Long.toString(program.pid()))
                        .inheritIO()
                        .start()
                        .waitFor());
    }

    /**
     * The word for ready, and nothing of anybody else before it or after it; but for the JVM itself, which warns from
     * Java 24 on.
     */
    private static void isQuiet(Process program, BufferedReader out) throws InterruptedException {
        Predicate<String> ofTheJvm = line -> Runtime.version().feature() >= 24 && line.startsWith("WARNING: ");
        String first = said(out).filter(ofTheJvm.negate()).findFirst().orElse("nothing");
        assertTrue(first.startsWith("directory ready on "), first);
        program.toHandle().destroy();
        exit(program);
        assertEquals(List.of(), said(out).filter(ofTheJvm.negate()).toList());
    }

    private static int exit(Process process) throws InterruptedException {
        assertTrue(process.waitFor(30, TimeUnit.SECONDS), "it does not end");
        return process.exitValue();
    }

    @Test
    @DisplayName("T33 the program says one line when it is ready, nothing else, and ends when it is told to; a "
            + "second one on its folder says why not")
    void runs() throws Exception {
        String data = temp.resolve("with a space").toString();
        Process program = run("--port", "0", "--http-port", "0", "--data", data);
        try (BufferedReader out = output(program)) {
            String ready = said(out).findFirst().orElse("nothing");
            assertTrue(
                    ready.matches(
                            "directory ready on 127\\.0\\.0\\.1:\\d+, http://127\\.0\\.0\\.1:\\d+/api/games, data in .*with a space"),
                    ready);
            String port = ready.substring("directory ready on 127.0.0.1:".length(), ready.indexOf(','));
            try (DirectoryClient client = Caller.known(new DirectoryClient(List.of("localhost:" + port)))) {
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
    @DisplayName("the first line of the file that people start is its own: no library speaks before it, nor after")
    void startsQuietly() throws Exception {
        Path file = Path.of(System.getProperty("basedir", "."), "target", "rgs-directory.jar")
                .toAbsolutePath();
        assertTrue(Files.exists(file), () -> "not built: " + file);
        Process program = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx128m",
                        "-jar",
                        file.toString(),
                        "--port",
                        "0",
                        "--data",
                        temp.toString())
                .redirectErrorStream(true)
                .start();
        try (BufferedReader out = output(program)) {
            isQuiet(program, out);
        } finally {
            program.destroyForcibly();
        }
    }

    @Test
    @DisplayName("a machine without a network card is nothing to warn of")
    void startsQuietlyWithoutNetwork() throws Exception {
        List<String> apart = List.of(
                "unshare",
                "--user",
                "--map-root-user",
                "--net",
                "--",
                "sh",
                "-c",
                "ip link set lo up && exec \"$@\"",
                "sh");
        assumeTrue(Files.exists(SOCKETS) && runs(apart), "only Linux sets a process apart, and not for everybody");
        Process program = run(apart, "--port", "0", "--data", temp.toString());
        try (BufferedReader out = output(program)) {
            isQuiet(program, out);
        } finally {
            program.destroyForcibly();
        }
    }

    private static boolean runs(List<String> before) throws InterruptedException {
        List<String> command = new ArrayList<>(before);
        command.add("true");
        try {
            return new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException nothingOfThatName) {
            return false;
        }
    }

    /** For longer than is left unsaid, after a moment in which the program gets on. */
    private static void halt(Process program) throws IOException, InterruptedException {
        Thread.sleep(300);
        signal(program, "STOP");
        Thread.sleep(1_200);
        signal(program, "CONT");
    }

    @Test
    @DisplayName(
            "a program that the machine halts says so itself, in one line, and no library does; nor where it is halted as it starts")
    void tellsOfHalts() throws Exception {
        assumeTrue(Files.exists(SOCKETS), "halted by a signal, which not every system has");
        Process program = run("--port", "0", "--data", temp.toString());
        List<String> all = new ArrayList<>();
        try (BufferedReader out = output(program)) {
            for (int times = 0; times < 4; times++) halt(program);
            String first = out.readLine();
            assertTrue(first.startsWith("directory ready on ") || first.contains(HALT), first);
            while (all.stream().noneMatch(line -> line.contains(HALT))) {
                halt(program);
                while (out.ready()) all.add(out.readLine());
            }
            program.toHandle().destroy();
            exit(program);
            out.lines().forEach(all::add);
            assertEquals(
                    List.of(),
                    all.stream()
                            .filter(line -> OTHERS.stream().anyMatch(line::contains))
                            .toList());
        } finally {
            program.destroyForcibly();
        }
    }

    @Test
    @DisplayName("arguments that make no sense end with a sentence, not with a stack trace")
    void explainsArguments() throws Exception {
        Process program = run("--port", "70000", "--data", temp.toString());
        try (BufferedReader out = output(program)) {
            assertEquals(
                    List.of("Port 70000: a TCP port is 1 to 65535, or 0 for any free one"),
                    out.lines().toList());
            assertEquals(1, exit(program));
        } finally {
            program.destroyForcibly();
        }
    }

    @Test
    @DisplayName("garbage on any of its ports makes the program print no stack trace, and it goes on")
    void isNotMadeToTalk() throws Exception {
        assumeTrue(Files.exists(SOCKETS), "only Linux tells which ports a process listens on");
        Process program = run("--port", "0", "--http-port", "0", "--data", temp.toString());
        try (BufferedReader out = output(program)) {
            String ready = said(out).findFirst().orElse("nothing");
            String port = ready.substring("directory ready on 127.0.0.1:".length(), ready.indexOf(','));
            List<Integer> ports = ports(program);
            assertTrue(ports.size() > 2, () -> "its line, its HTTP and its log's: " + ports);
            for (int each : ports) sendGarbage(each);
            try (DirectoryClient client = Caller.known(new DirectoryClient(List.of("localhost:" + port)))) {
                assertInstanceOf(DirectoryReply.Games.class, new Caller(client).ask(DirectoryTest.discover("teapots")));
            }
            program.toHandle().destroy();
            exit(program);
            List<String> traces = said(out)
                    .filter(line -> line.startsWith("INFO") || line.startsWith("\tat "))
                    .toList();
            assertEquals(List.of(), traces);
        } finally {
            program.destroyForcibly();
        }
    }

    /** Until whoever listens there has closed the connection: by then it has said what it has to say. */
    private static void sendGarbage(int port) throws IOException {
        byte[] garbage = new byte[20_000];
        new Random(port).nextBytes(garbage);
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(30_000);
            socket.getOutputStream().write(garbage);
            while (socket.getInputStream().read() >= 0) continue;
        } catch (SocketException reset) {
            // That is an end as well.
        }
    }

    /** Where it listens: of the sockets in state 0A those whose inodes are among its open files. */
    static List<Integer> ports(Process program) throws IOException {
        Set<String> own = new HashSet<>();
        try (Stream<Path> open = Files.list(Path.of("/proc", Long.toString(program.pid()), "fd"))) {
            for (Path file : open.toList()) {
                try {
                    own.add(Files.readSymbolicLink(file).toString());
                } catch (NoSuchFileException closed) {
                    // closed meanwhile, and no port
                }
            }
        }
        List<Integer> ports = new ArrayList<>();
        for (Path table : List.of(SOCKETS, Path.of("/proc/net/tcp6"))) {
            if (!Files.exists(table)) continue;
            for (String line : Files.readAllLines(table)) {
                String[] fields = line.trim().split("\\s+");
                if (!"0A".equals(fields[3]) || !own.contains("socket:[" + fields[9] + "]")) continue;
                ports.add(Integer.parseInt(fields[1].substring(fields[1].indexOf(':') + 1), 16));
            }
        }
        return ports;
    }
}
