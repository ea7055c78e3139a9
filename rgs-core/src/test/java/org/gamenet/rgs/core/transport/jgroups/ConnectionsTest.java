package org.gamenet.rgs.core.transport.jgroups;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.gamenet.rgs.core.port.Lane;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** How many TCP connections a group has, as the kernel counts them. */
class ConnectionsTest {
    private static final List<Path> TABLES = List.of(Path.of("/proc/self/net/tcp"), Path.of("/proc/self/net/tcp6"));
    private static final String ESTABLISHED = "01";

    @BeforeEach
    void theKernelTells() {
        assumeTrue(TABLES.stream().anyMatch(Files::isReadable), "no table of connections on this system");
    }

    /** The connections that end at the port of one of these, each named by its two ports. */
    private static Set<String> among(Recorder... processes) {
        Set<Integer> ports = new TreeSet<>();
        for (Recorder each : processes) ports.add(each.place().groupPort());
        Set<String> pairs = new TreeSet<>();
        for (Path table : TABLES) {
            try (Stream<String> lines = Files.isReadable(table) ? Files.lines(table) : Stream.empty()) {
                lines.skip(1)
                        .map(line -> line.trim().split("\\s+"))
                        .filter(row -> row[3].equals(ESTABLISHED))
                        .forEach(row -> {
                            int here = port(row[1]);
                            int there = port(row[2]);
                            if (ports.contains(here) || ports.contains(there))
                                pairs.add(Math.min(here, there) + "-" + Math.max(here, there));
                        });
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return pairs;
    }

    private static int port(String address) {
        return Integer.parseInt(address.substring(address.indexOf(':') + 1), 16);
    }

    private static void talk(Recorder from, Recorder to, String word) {
        for (Lane lane : List.of(Lane.RELIABLE, Lane.URGENT)) {
            for (int i = 0; i < 50; i++) from.transport.send(to.self(), Recorder.bytes(word + lane + i), lane);
        }
        from.transport.cast(Recorder.bytes(word + "cast"), Lane.RELIABLE);
        to.awaitFrames(101, frame -> frame.text().startsWith(word));
    }

    @Test
    @DisplayName(
            "T17 what was accepted at the join is kept and used both ways: one connection for two processes, three for three")
    void oneForBothWays() {
        try (Recorder a = Recorder.server("a");
                Recorder b = Recorder.player("b");
                Recorder c = Recorder.player("c")) {
            a.found("connections");
            b.join("connections", a);
            a.awaitMembers(2);
            Recorder.awaitQuietly("one connection", () -> among(a, b).size() == 1);
            Set<String> atJoin = among(a, b);
            talk(a, b, "down ");
            talk(b, a, "up ");
            assertEquals(atJoin, among(a, b), "the same one still, and no other");
            c.join("connections", a, b);
            b.awaitMembers(3);
            talk(b, c, "across ");
            talk(c, b, "back ");
            talk(c, a, "home ");
            Recorder.awaitQuietly("three connections", () -> among(a, b, c).size() == 3);
        }
    }

    @Test
    @DisplayName(
            "HG5 a process that was let in and begins anew is not kept waiting by the member that it was, which coordinates and is nobody")
    void beginsAnew() throws ReflectiveOperationException {
        long quickest = Long.MAX_VALUE;
        for (String group : List.of("anew", "anew again", "and again"))
            quickest = Math.min(quickest, beginsAnew(group));
        // The machine may halt once; the patience with a member whose sockets closed would be waited for each time.
        assertTrue(quickest < 1_800_000_000, "let in after " + quickest / 1_000_000 + " ms");
    }

    private static long beginsAnew(String group) throws ReflectiveOperationException {
        try (Recorder a = Recorder.server("a");
                Recorder b = Recorder.player("b")) {
            a.found(group);
            b.join(group, a);
            a.awaitMembers(2);
            Recorder.awaitQuietly("b coordinates", b::coordinates);
            ((GroupEntry) field(JGroupsTransport.class, "group").get(b.transport))
                    .line()
                    .die();
            b.forget();
            long start = System.nanoTime();
            b.join(group, a);
            long took = System.nanoTime() - start;
            assertNull(b.failure());
            a.awaitMembers(2);
            return took;
        }
    }

    private static Field field(Class<?> of, String name) throws NoSuchFieldException {
        Field field = of.getDeclaredField(name);
        field.setAccessible(true);
        return field;
    }
}
