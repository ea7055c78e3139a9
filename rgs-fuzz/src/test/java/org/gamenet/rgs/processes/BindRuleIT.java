package org.gamenet.rgs.processes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.gamenet.rgs.bench.ground.Namespaces;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Where a game listens, on machines with networks of every kind: each a network namespace. */
class BindRuleIT {
    private static final List<String> PUBLIC = List.of("203.0.113.5/24");
    private static final String PUBLIC_ADDRESS = "203.0.113.5";

    @Test
    @DisplayName("a machine without any network but loopback: a player plays alone, and listens on loopback only")
    void onlyLoopback() throws Exception {
        assertEquals(Set.of("127.0.0.1"), listens(List.of()));
    }

    @Test
    @DisplayName(
            "without TLS and without a word from the game, nothing listens on a public address, though it is the only other one")
    void publicAddress() throws Exception {
        assertEquals(Set.of("127.0.0.1"), listens(wire(PUBLIC)));
    }

    @Test
    @DisplayName("with a public and a private address, the private one is chosen")
    void privateAddress() throws Exception {
        assertEquals(Set.of("10.77.1.5"), listens(wire(List.of("203.0.113.5/24", "10.77.1.5/24"))));
    }

    @Test
    @DisplayName("of two private addresses the one by which the machine reaches most places is chosen")
    void usualAddress() throws Exception {
        for (int usual = 0; usual < 2; usual++) {
            List<List<String>> commands = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                String name = "eth" + i;
                commands.add(List.of("ip", "link", "add", name, "type", "veth", "peer", "name", "veth" + i));
                commands.add(List.of("ip", "link", "set", "veth" + i, "up"));
                commands.add(List.of("ip", "address", "add", "10.77." + i + ".5/24", "dev", name));
                commands.add(List.of("ip", "link", "set", name, "up"));
            }
            commands.add(List.of("ip", "route", "add", "default", "via", "10.77." + usual + ".1"));
            assertEquals(Set.of("10.77." + usual + ".5"), listens(commands));
        }
    }

    @Test
    @DisplayName("a public address that the game names is refused without TLS, with cause and cure")
    void namedPublicAddress() throws Exception {
        try (Namespaces namespaces = machine(true, wire(PUBLIC))) {
            String said = String.join("\n", said(namespaces, PUBLIC_ADDRESS + ":0"));
            assertTrue(said.contains("without TLS") && said.contains(PUBLIC_ADDRESS) && said.contains("tls("), said);
            assertFalse(said.contains("phase PLAYING"), said);
        }
    }

    @Test
    @DisplayName("a machine whose loopback is down, too, is told of in words, at once")
    void nothingAtAll() throws Exception {
        try (Namespaces namespaces = machine(false, List.of())) {
            String said = String.join("\n", said(namespaces));
            assertTrue(
                    said.contains("closed NETWORK")
                            && said.contains("no network can be used")
                            && said.contains("loopback"),
                    said);
        }
    }

    private static List<List<String>> wire(List<String> addresses) {
        List<List<String>> commands = new ArrayList<>();
        commands.add(List.of("ip", "link", "add", "eth0", "type", "veth", "peer", "name", "veth0"));
        commands.add(List.of("ip", "link", "set", "veth0", "up"));
        for (String address : addresses) commands.add(List.of("ip", "address", "add", address, "dev", "eth0"));
        commands.add(List.of("ip", "link", "set", "eth0", "up"));
        return commands;
    }

    /** With one, called "one", in which these commands were given. */
    private static Namespaces machine(boolean loopback, List<List<String>> commands) throws IOException {
        Namespaces namespaces = new Namespaces("rgs" + ProcessHandle.current().pid() % 10_000 + "b", 0);
        try {
            namespaces.isolated("one", loopback, commands);
        } catch (IOException refused) {
            namespaces.close();
            System.out.println("NO NETWORKS WERE TRIED: " + refused.getMessage());
            assumeTrue(false, "this machine does not allow network namespaces");
        }
        return namespaces;
    }

    /** The addresses at which a player alone listens. */
    private static Set<String> listens(List<List<String>> commands) throws Exception {
        try (Namespaces namespaces = machine(true, commands)) {
            Process hermit = namespaces.start("one", hermit());
            try {
                List<String> said = read(hermit, 1);
                assertTrue(said.contains("phase PLAYING"), said::toString);
                Process sockets = namespaces.start("one", List.of("ss", "-tlnH"));
                Set<String> addresses = new TreeSet<>();
                for (String line : read(sockets, Integer.MAX_VALUE))
                    addresses.add(line.trim()
                            .split("\\s+")[3]
                            .replaceAll(":\\d+$", "")
                            .replaceAll("^\\[::ffff:(.*)]$", "$1"));
                return addresses;
            } finally {
                hermit.toHandle().destroyForcibly();
                hermit.waitFor(5, TimeUnit.SECONDS);
            }
        }
    }

    private static List<String> said(Namespaces namespaces, String... arguments) throws Exception {
        Process hermit = namespaces.start("one", hermit(arguments));
        try {
            hermit.getOutputStream().close();
            return read(hermit, Integer.MAX_VALUE);
        } finally {
            hermit.toHandle().destroyForcibly();
            hermit.waitFor(5, TimeUnit.SECONDS);
        }
    }

    private static List<String> hermit(String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                Hermit.class.getName()));
        command.addAll(List.of(arguments));
        return command;
    }

    /** Lines until so many of them say what became of it, or the end. */
    private static List<String> read(Process process, int outcomes) throws IOException {
        List<String> lines = new ArrayList<>();
        BufferedReader reader = process.inputReader();
        int left = outcomes;
        for (String line = left > 0 ? reader.readLine() : null;
                line != null;
                line = left > 0 ? reader.readLine() : null) {
            lines.add(line);
            if (line.startsWith("phase ") || line.startsWith("refused ")) left--;
        }
        return lines;
    }
}
