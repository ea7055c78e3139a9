package org.gamenet.rgs.examples.teapots.stage;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.gamenet.rgs.Peer;
import org.junit.jupiter.api.Test;

class PlayerNamesTest {
    private static final Peer ANN = Peer.of(0x1a2b, "ann");
    private static final Peer OTHER = Peer.of(0x3c4d, "ann");
    private static final Peer BOB = Peer.of(3, "bob");

    @Test
    void tellsTwoOfOneNameApartAndLeavesTheOthersAlone() {
        List<Peer> all = List.of(ANN, OTHER, BOB);
        assertEquals(
                List.of("ann#1a2b", "ann#3c4d", "bob"),
                all.stream().map(p -> PlayerNames.of(p, all)).toList());
        assertEquals("ann", PlayerNames.of(ANN, List.of(ANN, BOB)));
    }
}
