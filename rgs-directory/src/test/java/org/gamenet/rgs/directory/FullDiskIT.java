package org.gamenet.rgs.directory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.gamenet.rgs.core.directory.client.DirectoryClient;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The program on a disk that gets full, or that nobody may write to: a small file system in memory, mounted where no
 * other process sees it.
 */
@Timeout(150)
class FullDiskIT {
    private static final int GAMES_MOST = 500;
    /** Said wherever the tests cannot run: a container without CAP_SYS_ADMIN, or no Linux. */
    private static final String NOT_SHOWN = "FullDiskIT: only the superuser of a Linux may mount a small file system. "
            + "NOT SHOWN here: that the directory says so and ends with 1 on a disk that is full or read-only, and that "
            + "it knows what it acknowledged when there is room again (S15, HA16)";

    @TempDir
    private Path temp;

    /** A shell among whose file systems is a small one at the folder; it does what it is told, line by line. */
    private final class Disk implements AutoCloseable {
        private final Process shell;
        private final PrintStream in;
        private final BufferedReader out;
        final List<String> said = new ArrayList<>();

        Disk(String size) throws IOException {
            shell = new ProcessBuilder("unshare", "--mount", "bash")
                    .redirectErrorStream(true)
                    .start();
            in = new PrintStream(shell.getOutputStream(), true, StandardCharsets.UTF_8);
            out = new BufferedReader(new InputStreamReader(shell.getInputStream(), StandardCharsets.UTF_8));
            tell("mount -t tmpfs -o size=" + size + " none '" + temp + "' && echo mounted || echo no mount");
        }

        void tell(String line) {
            in.println(line);
        }

        /** Starts the program, which says how it ended. */
        void directory() {
            tell("'" + Path.of(System.getProperty("java.home"), "bin", "java") + "' -Xmx128m -cp '"
                    + System.getProperty("java.class.path") + "' " + DirectoryMain.class.getName()
                    + " --port 0 --data '" + temp.resolve("data") + "' < /dev/null; echo code $?");
        }

        /** Whether the program has ended. */
        boolean isIdle() {
            return shell.descendants().findAny().isEmpty();
        }

        String until(Predicate<String> fits) throws IOException {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                said.add(line);
                if (fits.test(line)) return line;
            }
            throw new AssertionError("it said " + said);
        }

        int port() throws IOException {
            String ready = until(line -> line.startsWith("directory ready on ") || line.startsWith("code "));
            assertTrue(ready.startsWith("directory ready on 127.0.0.1:"), said::toString);
            return Integer.parseInt(ready.replaceAll("^directory ready on 127.0.0.1:(\\d+),.*", "$1"));
        }

        @Override
        public void close() throws InterruptedException {
            in.close();
            shell.descendants().forEach(ProcessHandle::destroyForcibly);
            shell.destroyForcibly().waitFor();
        }
    }

    private Disk disk(String size) throws IOException {
        Disk disk = new Disk(size);
        String answer = disk.until(line -> true);
        boolean mounted = answer.equals("mounted");
        if (!mounted) System.out.println("SKIPPED " + NOT_SHOWN + "; the system says: " + answer);
        assumeTrue(mounted, NOT_SHOWN);
        return disk;
    }

    @Test
    @DisplayName(
            "S15 HA16 the disk gets full: the program says so and ends with 1; with room again it is ready, and knows "
                    + "what it acknowledged")
    void getsFull() throws Exception {
        try (Disk disk = disk("400k")) {
            disk.directory();
            List<String> known = fill(disk);
            assertEquals("code 1", disk.until(line -> line.startsWith("code ")));
            assertTrue(
                    disk.said.stream().anyMatch(line -> line.contains("full") || line.contains("No space left")),
                    disk.said::toString);
            assertEquals(
                    List.of(),
                    disk.said.stream().filter(line -> line.startsWith("\tat ")).toList());
            disk.tell("mount -o remount,size=64m '" + temp + "'");
            disk.directory();
            try (DirectoryClient client = client(disk.port())) {
                Caller caller = new Caller(client);
                for (String id : known)
                    assertInstanceOf(
                            DirectoryReply.GameStatus.class, caller.insist(new DirectoryRequest.AskStatus(id)), id);
            }
            System.out.println(known.size() + " games fit on the disk");
        }
    }

    private static DirectoryClient client(int port) {
        return Caller.known(new DirectoryClient(List.of("127.0.0.1:" + port)));
    }

    /** Registers games, each with much to be written down, until the directory has ended. */
    private static List<String> fill(Disk disk) throws IOException {
        Map<String, String> attributes = new TreeMap<>();
        for (int i = 0; i < 16; i++) attributes.put("attribute" + i, "x".repeat(200));
        List<String> known = new ArrayList<>();
        try (DirectoryClient client = client(disk.port())) {
            Caller caller = new Caller(client);
            for (int i = 0; i < GAMES_MOST; i++) {
                DirectoryReply reply = caller.ask(new DirectoryRequest.Register(Caller.registration(
                        Caller.member("founder"), Caller.rules("duel").with(attributes))));
                if (!(reply instanceof DirectoryReply.Registered game)) {
                    assertInstanceOf(DirectoryReply.Unreachable.class, reply);
                    // One that was halted for a moment makes its lines anew.
                    if (disk.isIdle()) return known;
                    continue;
                }
                known.add(game.game().id());
            }
        }
        throw new AssertionError("the disk did not get full");
    }

    @Test
    @DisplayName("S15 a folder that nobody may write to: the program says so, and ends with 1")
    void isReadOnly() throws Exception {
        try (Disk disk = disk("700k")) {
            disk.tell("mount -o remount,ro '" + temp + "'");
            disk.directory();
            assertEquals("code 1", disk.until(line -> line.startsWith("code ")));
            System.out.println(disk.said);
            assertTrue(
                    disk.said.stream()
                            .anyMatch(line -> line.contains(temp.resolve("data").toString())),
                    disk.said::toString);
            assertEquals(
                    List.of(),
                    disk.said.stream().filter(line -> line.startsWith("\tat ")).toList());
        }
    }
}
