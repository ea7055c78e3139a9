package org.gamenet.rgs.core.transport.jgroups;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.port.GroupListener.Probe;
import org.gamenet.rgs.core.port.Lane;
import org.gamenet.rgs.core.port.Node;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Members in processes of their own that are killed or stopped. */
class DeathTest {
    /** After so long JGroups itself would notice that nothing is heard any more. */
    private static final long SILENCE_MILLIS = 3_000;

    @BeforeAll
    static void warmUp() {
        JGroupsWarmUp.run(4);
    }

    private static Node node(Child child) throws Exception {
        String[] bits = child.await("IN").split(" ");
        return new Node(Long.parseLong(bits[0]), Long.parseLong(bits[1]));
    }

    private static Endpoint place(Child child) throws Exception {
        String[] ports = child.await("PLACE").split(" ");
        return new Endpoint("127.0.0.1", Integer.parseInt(ports[0]), Integer.parseInt(ports[1]));
    }

    @Test
    @DisplayName(
            "A killed server is hinted at by its closed socket, refused, and out of the view; a spare joins at the hint")
    void killedServer() throws Exception {
        try (Child server = Child.found("kill");
                Recorder first = Recorder.player("first");
                Recorder second = Recorder.player("second");
                Recorder spare = Recorder.server("spare")) {
            Endpoint place = place(server);
            Node dead = node(server);
            first.transport.join("kill", List.of(place), 10_000);
            first.await("being let in", () -> first.self() != null);
            second.join("kill", first);
            first.awaitMembers(3);
            second.awaitMembers(3);
            assertEquals(3, first.members().size());
            // As a session does to whoever serves it.
            for (Recorder each : List.of(first, second)) {
                each.transport.link(Set.of(place));
                each.await("the link", () -> each.transport.linked(place));
            }
            long start = System.nanoTime();
            server.kill();
            first.await("the hint", () -> first.closed().contains(dead));
            second.await("the hint", () -> second.closed().contains(dead));
            double hint = (System.nanoTime() - start) / 1e6;
            spare.transport.join("kill", List.of(place, first.place(), second.place()), 10_000);
            spare.await("being let in", () -> spare.self() != null || spare.failure() != null);
            double joined = (System.nanoTime() - start) / 1e6;
            first.await(
                    "a view without it",
                    () -> !first.members().contains(dead) && first.members().size() == 3);
            System.out.printf(
                    "kill: hint at both after %.0f ms, spare in after %.0f, view without the dead after %.0f ms%n",
                    hint, joined, (System.nanoTime() - start) / 1e6);
            first.probe(place, Probe.REFUSED);
            assertTrue(hint < SILENCE_MILLIS, hint + " ms: silence would have told it, too");
            spare.transport.cast(Recorder.bytes("advertise"), Lane.RELIABLE);
            first.awaitFrames(1, frame -> frame.text().equals("advertise"));
            second.awaitFrames(1, frame -> frame.text().equals("advertise"));
        }
    }

    @Test
    @EnabledOnOs({OS.LINUX, OS.MAC})
    @DisplayName(
            "A stopped member with a full socket stalls nobody, is silent to a probe, goes when suspected, is merged back later")
    void stoppedMember() throws Exception {
        try (Recorder server = Recorder.server("server");
                Recorder player = Recorder.player("player")) {
            server.found("stop");
            player.join("stop", server);
            try (Child child = Child.join("stop", player)) {
                Endpoint place = place(child);
                Node stopped = node(child);
                server.awaitMembers(3);
                player.awaitMembers(3);
                child.signal("STOP");
                byte[] load = new byte[30_000];
                long slowest = 0;
                List<Long> delays = new ArrayList<>();
                for (int i = 0; i < 400; i++) {
                    String text = "beat" + i;
                    long start = System.nanoTime();
                    server.transport.cast(load, Lane.RELIABLE);
                    server.transport.send(stopped, load, Lane.UNRELIABLE);
                    server.transport.send(player.self(), Recorder.bytes(text), Lane.URGENT);
                    slowest = Math.max(slowest, System.nanoTime() - start);
                    player.awaitFrames(1, frame -> frame.text().equals(text));
                    delays.add(System.nanoTime() - start);
                }
                Collections.sort(delays);
                System.out.printf(
                        "stopped member, 12 MB unread: slowest call %.1f ms, beat to the other p50 %.2f, max %.1f ms%n",
                        slowest / 1e6, delays.get(200) / 1e6, delays.get(399) / 1e6);
                // A call that waits for the stopped member waits until it is put out; the machine itself may halt this
                // test
                // once or twice.
                assertTrue(slowest < SILENCE_MILLIS * 1_000_000, "a call took " + slowest / 1_000_000 + " ms");
                assertTrue(
                        delays.get(380) < 500_000_000L,
                        "one beat in twenty took " + delays.get(380) / 1_000_000 + " ms");
                for (int i = 0; i < 2000; i++) {
                    server.transport.send(stopped, load, Lane.UNRELIABLE);
                    server.transport.cast(load, Lane.UNRELIABLE);
                }
                int queued = server.transport.queued(stopped);
                System.out.println("packets that wait for the stopped one: " + queued);
                assertTrue(
                        queued < TransportLimits.DEFAULT.queuedPackets(),
                        "unreliable frames do not pile up: " + queued);
                server.probe(place, Probe.SILENT);
                long start = System.nanoTime();
                server.transport.suspect(stopped);
                player.transport.suspect(stopped);
                server.awaitMembers(2);
                player.awaitMembers(2);
                System.out.printf("suspect to a view without it: %.0f ms%n", (System.nanoTime() - start) / 1e6);
                server.transport.cast(Recorder.bytes("on"), Lane.RELIABLE);
                player.awaitFrames(1, frame -> frame.text().equals("on"));
                start = System.nanoTime();
                child.signal("CONT");
                server.awaitMembers(3);
                player.awaitMembers(3);
                System.out.printf("continued to a merged view: %.0f ms%n", (System.nanoTime() - start) / 1e6);
                assertEquals(server.members(), player.members());
                assertEquals(server.self(), server.members().get(2), "who serves comes last after a merge too");
                start = System.nanoTime();
                server.transport.close();
                assertTrue(System.nanoTime() - start < SILENCE_MILLIS * 1_000_000);
            }
        }
    }
}
