package org.gamenet.rgs.core.directory.lan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.wire.MalformedException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Datagrams as bytes, and bytes that are none. */
class LanWireTest {
    private static final Datagram.Ask ASK = new Datagram.Ask("hall", "", 9);

    private static Datagram.Game game(Map<String, String> attributes, int endpoints) {
        List<Endpoint> places = new ArrayList<>();
        for (int i = 0; i < endpoints; i++) places.add(new Endpoint("192.168.100." + i, 40_000 + i, 41_000 + i));
        return new Datagram.Game(
                new Datagram.Name("lan-1", "group", 0, 77),
                Hall.rules("hall").with(attributes),
                new Datagram.Shape(5, 1),
                new Datagram.Crowd("ann", 3, false, true, 3),
                true,
                new Epoch(4, 44),
                places);
    }

    private static LanWire.Heard heard(byte[] bytes) {
        return LanWire.decode(ByteBuffer.wrap(bytes));
    }

    @Test
    @DisplayName("a question is padded, and both come out as they went in")
    void travels() {
        byte[] asked = LanWire.encode(3, 4, ASK);
        assertEquals(LanWire.BYTES_MAX, asked.length);
        assertEquals(new LanWire.Heard(3, 4, ASK), heard(asked));
        Datagram.Game game = game(Map.of("map", "attic"), 3);
        assertEquals(new LanWire.Heard(3, 4, game), heard(LanWire.encode(3, 4, game)));
    }

    @Test
    @DisplayName("the largest game fits: with some of its members, and attributes as far as there is room")
    void fits() {
        Map<String, String> many = new TreeMap<>();
        for (int i = 0; i < 16; i++) many.put("attribute-number-" + i, "x".repeat(256));
        byte[] bytes = LanWire.encode(3, 4, game(many, 60));
        assertTrue(bytes.length <= LanWire.BYTES_MAX, bytes.length + " bytes");
        Datagram.Game told = (Datagram.Game) heard(bytes).said();
        assertEquals(8, told.endpoints().size());
        assertTrue(told.rules().attributes().size() >= 2, "as many as fit");
        assertTrue(many.entrySet().containsAll(told.rules().attributes().entrySet()));
    }

    @Test
    @DisplayName("what is cut, of another version or no datagram at all is malformed, whatever it says of its length")
    void refuses() {
        byte[] good = LanWire.encode(3, 4, game(Map.of("map", "attic"), 3));
        for (int length = 0; length < good.length; length++) {
            ByteBuffer cut = ByteBuffer.wrap(good, 0, length).slice();
            assertThrows(MalformedException.class, () -> LanWire.decode(cut));
        }
        for (int at : new int[] {0, 4}) {
            byte[] other = good.clone();
            other[at]++;
            assertThrows(MalformedException.class, () -> heard(other));
        }
        assertThrows(MalformedException.class, () -> heard(new byte[LanWire.BYTES_MAX + 1]));
    }

    @Test
    @DisplayName("bytes that nobody meant are malformed or a datagram, and nothing else")
    void survivesNoise() {
        Random random = new Random(7);
        byte[][] seeds = {LanWire.encode(3, 4, ASK), LanWire.encode(3, 4, game(Map.of("map", "attic"), 8))};
        int whole = 0;
        for (int i = 0; i < 200_000; i++) {
            byte[] bytes = seeds[i % 2].clone();
            for (int n = random.nextInt(6); n >= 0; n--)
                bytes[random.nextInt(i % 5 == 0 ? bytes.length : 120)] = (byte) random.nextInt();
            try {
                heard(bytes);
                whole++;
            } catch (MalformedException expected) {
                // that is what it is for
            }
        }
        assertTrue(whole > 0);
    }
}
