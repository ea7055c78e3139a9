package org.gamenet.rgs.bench.order;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.gamenet.rgs.bench.process.CommandTest;
import org.gamenet.rgs.bench.report.JsonLine;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class OrderCommandTest extends CommandTest {
    private JsonLine last(String... arguments) {
        assertEquals(0, new CommandLine(new OrderCommand()).execute(arguments), this::said);
        return last();
    }

    @ParameterizedTest
    @ValueSource(strings = {"rgs", "rgs-lamport", "jgroups-sequencer"})
    @DisplayName("two members, for a second")
    void measures(String peer) {
        JsonLine line = last("--peer", peer, "--members", "2", "--seconds", "1");
        assertEquals(100, line.number("messages"));
        assertTrue(line.number("p50_ms") > 0, line::toString);
        assertTrue(line.number("max_per_s") > 100, line::toString);
    }

    @Test
    @DisplayName("whoever orders is killed once, and nobody disagrees")
    void kills() {
        JsonLine line = last("--members", "3", "--kill-coordinator", "1");
        for (String none : List.of("logs_differ", "messages_twice", "lost_of_survivors"))
            assertEquals(0, line.number(none), none);
        assertTrue(line.number("outage_p99_ms") >= 0, line::toString);
    }

    @Test
    @DisplayName("logs that differ, have something twice, or lack something")
    void judges() {
        Logs logs = new Logs();
        logs.add("a", List.of("0:1", "1:1", "0:2", "0:3"));
        logs.add("b", List.of("1:1", "0:2", "0:3"));
        assertEquals(0, logs.differ(List.of("a", "b")), "it came later");
        assertEquals(0, logs.lost("a", 0, 3));
        logs.add("c", List.of("1:1", "0:3", "0:2"));
        assertEquals(2, logs.differ(List.of("a", "b", "c")));
        logs.add("b", List.of("0:3"));
        assertEquals(1, logs.twice(List.of("a", "b")));
        assertEquals(1, logs.lost("a", 0, 4));
    }

    @Test
    @DisplayName("segments of these processes only")
    void counts() {
        String text = "0 0 127.0.0.1:1 127.0.0.1:2 users:((\"java\",pid=7,fd=9)) cubic data_segs_out:5 x\n"
                + "0 0 127.0.0.1:2 127.0.0.1:1 users:((\"java\",pid=8,fd=9)) cubic data_segs_out:2\n"
                + "0 0 127.0.0.1:3 127.0.0.1:1 users:((\"java\",pid=9,fd=9)) cubic data_segs_out:100\n";
        Map<String, Long> sent = Segments.of(text, Set.of(7L, 8L));
        assertEquals(2, sent.size(), sent::toString);
        assertEquals(7, Segments.more(Map.of(), sent));
        Map<String, Long> later = Segments.of(text.replace("_out:5", "_out:9"), Set.of(7L));
        assertEquals(4, Segments.more(sent, later), "a connection that is gone counts no more");
        assertEquals(Double.NaN, Segments.more(sent, Map.of()));
    }
}
