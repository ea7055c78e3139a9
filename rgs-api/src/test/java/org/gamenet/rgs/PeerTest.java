package org.gamenet.rgs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class PeerTest {

    @Test
    void isItselfUnderAnotherName() {
        assertEquals(Peer.of(7, "ann"), Peer.of(7, "bob"));
        assertEquals(Peer.of(7, "ann").hashCode(), Peer.of(7, "bob").hashCode());
        assertEquals(0, Peer.of(7, "ann").compareTo(Peer.of(7, "bob")));
    }

    @Test
    void isNotItsNamesake() {
        assertNotEquals(Peer.of(7, "ann"), Peer.of(8, "ann"));
        assertNotEquals(Peer.of(7, "ann"), null);
        assertNotEquals(Peer.of(7, "ann"), "ann#7");
    }

    @Test
    void sortsByIdWithoutOverflow() {
        Peer least = Peer.of(Long.MIN_VALUE, "z");
        Peer zero = Peer.of(0, "y");
        Peer greatest = Peer.of(Long.MAX_VALUE, "x");
        assertEquals(
                List.of(least, zero, greatest),
                List.of(greatest, least, zero).stream().sorted().toList());
    }

    @Test
    void isAKeyThatSurvivesARejoin() {
        Map<Peer, Integer> coins = new TreeMap<>(Map.of(Peer.of(7, "ann"), 3));
        assertEquals(3, coins.get(Peer.of(7, "ann, back again")));
    }

    @Test
    void tellsNamesakesApartOnTheScreen() {
        assertEquals("ann#7", Peer.of(7, "ann").toString());
        assertEquals("ann#cdef", Peer.of(0x89abcdefL, "ann").toString());
        assertEquals("ann#ffff", Peer.of(-1, "ann").toString());
    }
}
