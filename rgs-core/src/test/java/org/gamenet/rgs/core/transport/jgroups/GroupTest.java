package org.gamenet.rgs.core.transport.jgroups;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.port.GroupListener.Probe;
import org.gamenet.rgs.core.port.Lane;
import org.gamenet.rgs.core.port.Node;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Real groups on loopback: getting in, talking, going. */
class GroupTest {

    @BeforeAll
    static void warmUp() {
        long start = System.nanoTime();
        double last = JGroupsWarmUp.run(JGroupsWarmUp.ROUNDS);
        System.out.printf(
                "warm-up of %d rounds %.0f ms, last join %.1f ms%n",
                JGroupsWarmUp.ROUNDS, (System.nanoTime() - start) / 1e6, last);
        assertTrue(last > 0);
    }

    @Test
    @DisplayName(
            "R8 T50 Three processes found, join, send and cast; reliable frames keep their sender's order, no frame comes twice or back")
    void threeTalk() {
        try (Recorder a = Recorder.server("a");
                Recorder b = Recorder.player("b");
                Recorder c = Recorder.player("c")) {
            a.found("talk");
            assertEquals(List.of(1), a.connectedSizes());
            long start = System.nanoTime();
            b.join("talk", a);
            System.out.printf("join of the second %.1f ms%n", (System.nanoTime() - start) / 1e6);
            start = System.nanoTime();
            c.join("talk", a, b);
            System.out.printf("join of the third %.1f ms%n", (System.nanoTime() - start) / 1e6);
            assertEquals(List.of(2), b.connectedSizes());
            assertEquals(List.of(3), c.connectedSizes());
            List.of(a, b, c).forEach(each -> each.awaitMembers(3));
            for (int i = 0; i < 1000; i++) {
                a.transport.cast(Recorder.bytes("m" + i), Lane.RELIABLE);
                b.transport.send(c.self(), Recorder.bytes("u" + i), Lane.RELIABLE);
                b.transport.send(c.self(), Recorder.bytes("o" + i), Lane.URGENT);
                b.transport.send(b.self(), Recorder.bytes("s" + i), Lane.RELIABLE);
            }
            for (Recorder each : List.of(b, c)) {
                each.awaitFrames(1000, frame -> frame.text().startsWith("m"));
                assertEquals(numbered("m"), texts(each, "m"));
            }
            c.awaitFrames(1000, frame -> frame.text().startsWith("u"));
            assertEquals(numbered("u"), texts(c, "u"));
            c.awaitFrames(1000, frame -> frame.text().startsWith("o"));
            assertEquals(new HashSet<>(numbered("o")), new HashSet<>(texts(c, "o")));
            assertEquals(3000, c.frames().size(), "nothing comes twice");
            assertEquals(1000, b.frames().size(), "nothing comes back");
            assertTrue(a.frames().isEmpty(), "nothing comes back");
        }
    }

    private static List<String> numbered(String prefix) {
        return IntStream.range(0, 1000).mapToObj(i -> prefix + i).toList();
    }

    private static List<String> texts(Recorder at, String prefix) {
        return at.frames().stream()
                .map(Recorder.Frame::text)
                .filter(text -> text.startsWith(prefix))
                .toList();
    }

    @Test
    @DisplayName("Frames of 300 kB and 4 MB arrive whole on both reliable lanes, sent and cast")
    void longFrames() {
        try (Recorder a = Recorder.server("a");
                Recorder b = Recorder.player("b");
                Recorder c = Recorder.player("c")) {
            a.found("long");
            b.join("long", a);
            c.join("long", a);
            for (int length : new int[] {300_000, 4_000_000}) {
                long start = System.nanoTime();
                a.transport.cast(new byte[length], Lane.RELIABLE);
                b.transport.send(c.self(), new byte[length], Lane.URGENT);
                b.awaitFrames(1, frame -> frame.length() == length);
                c.awaitFrames(2, frame -> frame.length() == length);
                System.out.printf("cast and sent %d bytes in %.0f ms%n", length, (System.nanoTime() - start) / 1e6);
            }
            a.transport.cast(new byte[TransportLimits.DEFAULT.frameBytes() + 1], Lane.RELIABLE);
            a.transport.cast(Recorder.bytes("after"), Lane.RELIABLE);
            b.awaitFrames(1, frame -> frame.text().equals("after"));
            assertTrue(
                    b.frames().stream().allMatch(frame -> frame.length() <= 4_000_000), "too long a frame is dropped");
        }
    }

    @Test
    @DisplayName("Unreliable frames arrive on an idle way, short ones and ones that need fragments")
    void unreliableArrives() {
        try (Recorder a = Recorder.server("a");
                Recorder b = Recorder.player("b")) {
            a.found("unreliable");
            b.join("unreliable", a);
            b.transport.cast(Recorder.bytes("short"), Lane.UNRELIABLE);
            a.awaitFrames(1, frame -> frame.text().equals("short"));
            a.transport.send(b.self(), new byte[100_000], Lane.UNRELIABLE);
            b.awaitFrames(1, frame -> frame.length() == 100_000);
        }
    }

    @Test
    @DisplayName("Six that join at the same moment all end in one group, none of them ever alone")
    void sixAtOnce() {
        try (Recorder founder = Recorder.server("founder")) {
            founder.found("crowd");
            List<Recorder> crowd = new ArrayList<>();
            try {
                for (int i = 0; i < 6; i++) {
                    crowd.add(Recorder.player("p" + i));
                }
                long start = System.nanoTime();
                crowd.forEach(each -> each.startJoin("crowd", founder));
                for (Recorder each : crowd) {
                    each.await("being let in", () -> each.self() != null || each.failure() != null);
                    assertNull(each.failure());
                    System.out.printf("%.0f ms ", (System.nanoTime() - start) / 1e6);
                }
                System.out.println("for six joins at once");
                crowd.forEach(each -> each.awaitMembers(7));
                founder.awaitMembers(7);
                for (Recorder each : crowd) {
                    assertEquals(founder.members(), each.members());
                    assertTrue(each.connectedSizes().get(0) > 1, "never alone");
                }
                for (Recorder each : crowd) {
                    each.transport.cast(Recorder.bytes("hello"), Lane.RELIABLE);
                }
                founder.awaitFrames(6, frame -> true);
                crowd.forEach(each -> each.awaitFrames(5, frame -> true));
            } finally {
                crowd.forEach(Recorder::close);
            }
        }
    }

    @Test
    @DisplayName(
            "Who registered hands coordination to the first player; two that serve or stand by come last, in every member's eyes")
    void serversCoordinateLast() {
        try (Recorder server = Recorder.server("server");
                Recorder spare = Recorder.server("spare");
                Recorder first = Recorder.player("first");
                Recorder second = Recorder.player("second")) {
            server.found("pinned");
            server.await("coordination", server::coordinates);
            spare.join("pinned", server);
            first.join("pinned", server, spare);
            second.join("pinned", server, spare, first);
            List<Recorder> all = List.of(server, spare, first, second);
            all.forEach(each -> each.awaitMembers(4));
            List<Node> order = List.of(first.self(), second.self(), server.self(), spare.self());
            for (Recorder each : all) {
                assertEquals(order, each.members());
                assertEquals(each == first, each.coordinates());
            }
            first.transport.close();
            second.awaitMembers(3);
            second.await("coordination", second::coordinates);
            assertFalse(server.coordinates());
        }
    }

    @Test
    @DisplayName("Who joins where nobody is fails in time, names the places asked, and was never in a group")
    void nobodyThere() {
        try (Recorder lost = Recorder.player("lost");
                Recorder gone = Recorder.player("gone")) {
            Endpoint nowhere = gone.place();
            gone.transport.close();
            long start = System.nanoTime();
            lost.transport.join("nowhere", List.of(nowhere, new Endpoint("no.such.host.invalid", 1, 1)), 400);
            lost.await("failure", () -> lost.failure() != null);
            long millis = (System.nanoTime() - start) / 1_000_000;
            System.out.println("after " + millis + " ms: " + lost.failure());
            assertTrue(millis >= 400 && millis < 10_000, millis + " ms");
            assertEquals(Reason.NETWORK, lost.reason());
            assertTrue(lost.failure().contains(nowhere.toString()), lost.failure());
            assertTrue(lost.connectedSizes().isEmpty());
            assertEquals(0, lost.views());
        }
    }

    @Test
    @DisplayName("Two that both join and nobody founded fail both")
    void bothAsk() {
        try (Recorder a = Recorder.player("a");
                Recorder b = Recorder.player("b")) {
            a.transport.join("unfounded", List.of(b.place()), 500);
            b.transport.join("unfounded", List.of(a.place()), 500);
            a.await("failure", () -> a.failure() != null);
            b.await("failure", () -> b.failure() != null);
            System.out.println(a.failure());
            assertTrue(a.connectedSizes().isEmpty() && b.connectedSizes().isEmpty());
        }
    }

    @Test
    @DisplayName("After a failed join the same transport joins; a place known later is enough")
    void knownLater() {
        try (Recorder founder = Recorder.server("founder");
                Recorder late = Recorder.player("late")) {
            late.transport.join("later", List.of(), 100);
            late.await("failure", () -> late.failure() != null);
            late.forget();
            founder.found("later");
            late.transport.join("later", List.of(), 10_000);
            late.transport.know(List.of(founder.place()));
            late.await("being let in", () -> late.self() != null);
            assertEquals(2, late.members().size());
        }
    }

    @Test
    @DisplayName("A transport that disconnected joins again, on the same port, as another node")
    void joinsAgain() {
        try (Recorder founder = Recorder.server("founder");
                Recorder player = Recorder.player("player")) {
            founder.found("again");
            player.join("again", founder);
            Node before = player.self();
            player.forget();
            player.transport.disconnect();
            founder.awaitMembers(1);
            player.transport.probe(player.place());
            player.join("again", founder);
            assertNotNull(player.self());
            assertNotEquals(before, player.self());
            founder.awaitMembers(2);
            founder.transport.send(player.self(), Recorder.bytes("welcome back"), Lane.RELIABLE);
            player.awaitFrames(1, frame -> frame.text().equals("welcome back"));
            assertTrue(founder.closed().isEmpty(), "a leave is no closed socket");
        }
    }

    @Test
    @DisplayName(
            "PROTOCOL 10 who stands by builds its connection beforehand: it joins, and comes again after a disconnect")
    void prepares() {
        try (Recorder founder = Recorder.server("founder");
                Recorder spare = Recorder.server("spare")) {
            founder.found("prepared");
            for (int time = 0; time < 2; time++) {
                spare.place();
                spare.transport.prepare();
                spare.transport.prepare();
                spare.join("prepared", founder);
                spare.transport.send(founder.self(), Recorder.bytes("here " + time), Lane.RELIABLE);
                String word = "here " + time;
                founder.awaitFrames(1, frame -> frame.text().equals(word));
                spare.forget();
                spare.transport.disconnect();
                founder.awaitMembers(1);
            }
        }
    }

    @Test
    @DisplayName("close ends within 500 ms, also during a join that finds nobody, and may be repeated")
    void closesSoon() {
        long quickest = Long.MAX_VALUE;
        // The machine may halt this test once. A thread that waits for the join waits each time.
        for (int times = 0; times < 3; times++) {
            Recorder alone = Recorder.player("alone");
            alone.transport.join("nowhere", List.of(new Endpoint("127.0.0.1", 9, 9)), 60_000);
            long start = System.nanoTime();
            alone.close();
            alone.close();
            quickest = Math.min(quickest, (System.nanoTime() - start) / 1_000_000);
            assertNull(alone.failure());
        }
        System.out.println("closed in " + quickest + " ms");
        assertTrue(quickest < 700, quickest + " ms");
    }

    @Test
    @DisplayName("A probe is answered by a process, refused where none is, and silent for an unreachable one")
    void probes() {
        try (Recorder a = Recorder.player("a");
                Recorder b = Recorder.player("b")) {
            a.probe(b.place(), Probe.ANSWERED);
            assertFalse(a.probes().contains(Probe.REFUSED));
            int before = a.probes().size();
            Endpoint there = b.place();
            b.transport.close();
            a.probe(there, Probe.REFUSED);
            assertFalse(a.probes().subList(before, a.probes().size()).contains(Probe.ANSWERED));
        }
    }

    @Test
    @DisplayName(
            "All sockets of a living member are reset: the group stays as it is and talks on; everybody got the hint")
    void resetIsNoDeath() {
        try (Recorder a = Recorder.server("a");
                Recorder b = Recorder.player("b");
                Recorder c = Recorder.player("c")) {
            a.found("reset");
            b.join("reset", a);
            c.join("reset", a, b);
            List<Recorder> all = List.of(a, b, c);
            all.forEach(each -> each.awaitMembers(3));
            a.transport.cast(Recorder.bytes("before"), Lane.RELIABLE);
            b.transport.cast(Recorder.bytes("before"), Lane.RELIABLE);
            c.transport.cast(Recorder.bytes("before"), Lane.RELIABLE);
            all.forEach(each -> each.awaitFrames(2, frame -> frame.text().equals("before")));
            List<Integer> views = all.stream().map(Recorder::views).toList();
            a.transport.resetConnections();
            b.await("a hint", () -> b.closed().contains(a.self()));
            c.await("a hint", () -> c.closed().contains(a.self()));
            for (int i = 0; i < 20; i++) {
                int round = i;
                a.transport.cast(Recorder.bytes("a" + round), Lane.RELIABLE);
                b.transport.send(a.self(), Recorder.bytes("b" + round), Lane.RELIABLE);
                c.awaitFrames(1, frame -> frame.text().equals("a" + round));
                a.awaitFrames(1, frame -> frame.text().equals("b" + round));
            }
            assertEquals(views, all.stream().map(Recorder::views).toList(), "no view change");
        }
    }

    @Test
    @DisplayName("After the last close no thread of a group is left, and all that were there were daemons")
    void leavesNoThreads() {
        try (Recorder a = Recorder.server("a");
                Recorder b = Recorder.player("b");
                Recorder c = Recorder.player("c")) {
            a.found("threads");
            b.startJoin("threads", a);
            c.startJoin("threads", a);
            a.awaitMembers(3);
            assertEquals(
                    List.of(),
                    threadsOf("threads").stream()
                            .filter(thread -> !thread.isDaemon())
                            .toList());
            assertFalse(threadsOf("threads").isEmpty());
        }
        Recorder.awaitQuietly("threads to end", () -> threadsOf("threads").isEmpty());
    }

    private static List<Thread> threadsOf(String group) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().contains("," + group + ","))
                .toList();
    }
}
