package org.gamenet.rgs.strangers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.management.ObjectName;
import org.gamenet.rgs.GameSpec;
import org.gamenet.rgs.Rgs;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.SessionEvent.Joined;
import org.gamenet.rgs.directory.Directory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The sockets that a process of a game opens to the network, as the system lists them. */
@Timeout(60)
class OpenPortsTest {
    record Word(int says) {}

    private static final List<String> TABLES = List.of("tcp", "tcp6", "udp", "udp6", "raw", "raw6");
    private static final String LISTENS = "0A";

    @TempDir
    private Path folder;

    private final List<Rgs> processes = new ArrayList<>();
    private Directory directory;

    @AfterEach
    void close() {
        processes.forEach(Rgs::shutdown);
        if (directory != null) directory.close();
    }

    /** This process's sockets that anybody may speak to: table and address, with how they are known to the system. */
    private static Set<String> open() throws IOException {
        Set<String> mine = new TreeSet<>();
        try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
            for (Path each : descriptors.toList()) {
                try {
                    mine.add(Files.readSymbolicLink(each).toString().replaceAll("socket:\\[(\\d+)]", "$1"));
                } catch (IOException closedMeanwhile) {
                    // it listens to nobody any more
                }
            }
        }
        Set<String> open = new TreeSet<>();
        for (String table : TABLES) {
            Path path = Path.of("/proc/self/net", table);
            if (!Files.exists(path)) continue;
            for (String line : Files.readAllLines(path)) {
                String[] words = line.strip().split("\\s+");
                if (words.length < 10 || !mine.contains(words[9])) continue;
                if (!table.startsWith("tcp") || words[3].equals(LISTENS)) open.add(table + " " + words[1]);
            }
        }
        return open;
    }

    private static Set<String> opened(Set<String> before) throws IOException {
        Set<String> more = new TreeSet<>(open());
        more.removeAll(before);
        return more;
    }

    private static boolean isTcpOnLoopback(String open) {
        return open.startsWith("tcp ") && open.contains(" 0100007F:")
                || open.startsWith("tcp6 ") && open.contains("FFFF00000100007F:");
    }

    private Session enters(String player) throws InterruptedException {
        Rgs rgs = Rgs.game("ports")
                .player(player)
                .directory("127.0.0.1:" + directory.port())
                .bind("127.0.0.1:0")
                .records(Word.class)
                .start();
        processes.add(rgs);
        CountDownLatch in = new CountDownLatch(1);
        Session session = rgs.hostOrJoin(GameSpec.clientServer("harbour", 4));
        session.on(Joined.class, (who, event) -> {
                    if (who.equals(session.self())) in.countDown();
                })
                .updateOn(Runnable::run);
        assertTrue(in.await(30, TimeUnit.SECONDS), player + " does not get in");
        return session;
    }

    @Test
    @DisplayName(
            "HF22 S16 a process of a game opens one TCP port, and its rehearsal some on loopback: no datagrams, no diagnostics")
    void onePort() throws Exception {
        assumeTrue(
                Files.exists(Path.of("/proc/self/net/tcp")),
                "SKIPPED: without /proc nobody tells which ports are open");
        directory = Directory.builder().port(0).folder(folder.resolve("d")).start();
        Set<String> before = open();
        enters("ann");
        enters("bob");
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        Set<String> more = opened(before);
        // The rehearsal of a recovery has ports of its own, on loopback, until it is over.
        while (more.size() != 2 && System.nanoTime() < until) {
            assertTrue(more.stream().allMatch(OpenPortsTest::isTcpOnLoopback), more.toString());
            Thread.sleep(50);
            more = opened(before);
        }
        assertEquals(2, more.size(), more.toString());
        assertTrue(more.stream().allMatch(OpenPortsTest::isTcpOnLoopback), more.toString());
        Set<String> beans = ManagementFactory.getPlatformMBeanServer().queryNames(ObjectName.WILDCARD, null).stream()
                .map(ObjectName::getDomain)
                .filter(domain -> domain.contains("jgroups") || domain.contains("gamenet"))
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(Set.of(), beans);
    }

    @Test
    @DisplayName("HF22 what listens is seen: a socket for datagrams that is opened on purpose")
    void seesWhatListens() throws Exception {
        assumeTrue(Files.exists(Path.of("/proc/self/net/udp")), "SKIPPED: without /proc nobody tells");
        Set<String> before = open();
        try (DatagramSocket planted = new DatagramSocket(0, InetAddress.getByName("127.0.0.1"))) {
            assertTrue(planted.isBound());
            Set<String> more = opened(before);
            assertFalse(more.stream().anyMatch(OpenPortsTest::isTcpOnLoopback), more.toString());
            assertEquals(1, more.size(), more.toString());
        }
    }
}
