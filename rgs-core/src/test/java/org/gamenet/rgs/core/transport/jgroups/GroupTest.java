package org.gamenet.rgs.core.transport.jgroups;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;
import org.gamenet.rgs.core.port.Lane;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Real groups on loopback: getting in, talking, going. */
class GroupTest {

    @Test
    @DisplayName("Three processes found, join, send and cast, each lane in its sender's order")
    void threeTalk() {
        try (Recorder a = Recorder.server("a").found("talk"); Recorder b = Recorder.player("b"); Recorder c = Recorder.player("c")) {
            assertNull(a.failure());
            assertEquals(1, a.members().size());
            long start = System.nanoTime();
            b.join("talk", a);
            assertNull(b.failure());
            System.out.printf("cold join %.1f ms%n", (System.nanoTime() - start) / 1e6);
            start = System.nanoTime();
            c.join("talk", a, b);
            assertNull(c.failure());
            System.out.printf("second join %.1f ms%n", (System.nanoTime() - start) / 1e6);
            List.of(a, b, c).forEach(each -> each.awaitMembers(3));
            for (int i = 0; i < 1000; i++) {
                a.transport.cast(Recorder.bytes("m" + i), Lane.RELIABLE);
                b.transport.send(c.self(), Recorder.bytes("u" + i), Lane.RELIABLE);
                b.transport.send(c.self(), Recorder.bytes("o" + i), Lane.URGENT);
            }
            List<String> casts = IntStream.range(0, 1000).mapToObj(i -> "m" + i).toList();
            List<String> unicasts = IntStream.range(0, 1000).mapToObj(i -> "u" + i).toList();
            for (Recorder each : List.of(b, c)) {
                each.awaitFrames(1000, frame -> frame.text().startsWith("m"));
                assertEquals(casts, each.frames().stream().map(Recorder.Frame::text).filter(t -> t.startsWith("m")).toList());
            }
            c.awaitFrames(1000, frame -> frame.text().startsWith("u"));
            assertEquals(unicasts, c.frames().stream().map(Recorder.Frame::text).filter(t -> t.startsWith("u")).toList());
            c.awaitFrames(1000, frame -> frame.text().startsWith("o"));
            assertEquals(1000, new HashSet<>(c.frames().stream().map(Recorder.Frame::text).filter(t -> t.startsWith("o")).toList()).size());
            assertEquals(3000, c.frames().size(), "nothing twice");
            assertTrue(a.frames().isEmpty(), "nothing of its own");
        }
    }
}
