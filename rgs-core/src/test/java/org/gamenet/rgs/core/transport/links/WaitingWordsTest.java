package org.gamenet.rgs.core.transport.links;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.transport.links.Calls.Word;
import org.gamenet.rgs.core.transport.links.WriteQueue.Care;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Words that wait for a link, by a clock of the test's own. */
class WaitingWordsTest {
    private static final long MS = 1_000_000;
    private static final long START = 7_000 * MS;
    private static final Endpoint BOB = place(1);

    private final Calls calls = new Calls(1_000);

    private static Endpoint place(int port) {
        return new Endpoint("127.0.0.1", port, port);
    }

    private static Word word(int bytes) {
        return new Word(Decoder.FRAME, new byte[bytes], Care.IN_ORDER);
    }

    private boolean add(Endpoint to, int bytes, long millis) {
        return calls.add(to, word(bytes), START + millis * MS);
    }

    private List<Integer> take(long millis) {
        return calls.take(BOB, START + millis * MS).stream()
                .map(w -> w.body().length)
                .toList();
    }

    @Test
    @DisplayName("only the first word has somebody dialled; 128 wait, in their order, until they are taken")
    void waitInOrder() {
        assertTrue(add(BOB, 1, 0));
        assertFalse(add(BOB, 2, 0));
        assertEquals(List.of(1, 2), take(0));
        assertEquals(List.of(), take(0));
        assertTrue(add(BOB, 1, 0));
        for (int i = 0; i < 200; i++) add(BOB, 1, 0);
        assertEquals(128, calls.waiting(BOB));
    }

    @Test
    @DisplayName("so many bytes wait and no more, or one word that has more by itself; what is taken makes room")
    void boundBytes() {
        for (int i = 0; i < 5; i++) add(BOB, 400, 0);
        assertEquals(List.of(400, 400), take(0));
        add(BOB, 5_000, 0);
        add(BOB, 1, 0);
        assertEquals(List.of(5_000), take(0));
        add(BOB, 600, 0);
        add(BOB, 300, 900);
        add(BOB, 600, 1_001);
        assertEquals(List.of(300, 600), take(1_001));
    }

    @Test
    @DisplayName("a word waits for a second; nobody is called to whom nothing was said for so long")
    void forget() {
        add(BOB, 1, 0);
        add(BOB, 2, 900);
        assertEquals(Set.of(BOB), calls.open(START + 1_900 * MS));
        assertEquals(List.of(2), take(1_100));
        add(BOB, 1, 2_000);
        assertEquals(Set.of(), calls.open(START + 3_001 * MS));
        assertEquals(0, calls.waiting(BOB));
    }

    @Test
    @DisplayName(
            "what its host refuses is dropped at once, and so is all for 50 ms, but no longer; a link is a new beginning")
    void refusal() {
        add(BOB, 1, 0);
        calls.refused(BOB, "nobody listens", true, START);
        assertEquals(0, calls.waiting(BOB));
        assertTrue(calls.isRefused(BOB));
        assertEquals("nobody listens", calls.refusal(BOB));
        assertFalse(add(BOB, 1, 49));
        assertEquals(0, calls.waiting(BOB));
        assertTrue(add(BOB, 1, 50));
        calls.refused(BOB, "nobody listens", true, START + 50 * MS);
        assertEquals(List.of(), take(60));
        assertNull(calls.refusal(BOB));
        assertTrue(add(BOB, 1, 61));
    }

    @Test
    @DisplayName("a dial that was in vain for another reason leaves what waits, and says why")
    void vain() {
        add(BOB, 1, 0);
        calls.refused(BOB, "no way there", false, START);
        assertFalse(calls.isRefused(BOB));
        assertEquals("no way there", calls.refusal(BOB));
        assertFalse(add(BOB, 2, 1));
        assertEquals(List.of(1, 2), take(2));
    }

    @Test
    @DisplayName("256 processes are called at most, and as many refusals known, the latest of them")
    void boundProcesses() {
        for (int i = 1; i <= 256; i++) assertTrue(add(place(i), 1, 0));
        assertFalse(add(place(300), 1, 0));
        assertEquals(256, calls.open(START).size());
        for (int i = 1; i <= 257; i++) calls.refused(place(i), "no", false, START);
        assertNull(calls.refusal(place(1)));
        assertEquals("no", calls.refusal(place(2)));
        assertEquals("no", calls.refusal(place(257)));
    }
}
