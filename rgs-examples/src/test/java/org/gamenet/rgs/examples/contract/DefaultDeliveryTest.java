package org.gamenet.rgs.examples.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.stream.IntStream;
import org.gamenet.rgs.GameSpec;
import org.gamenet.rgs.Session;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The verb Send without a delivery. */
@ExtendWith(InTavern.class)
class DefaultDeliveryTest {

    @Test
    @DisplayName("send(peer, message) and sendToServer(message): each message once, in order, and to nobody else")
    void isReliableAndOrdered(Tavern tavern) {
        Guest ann = tavern.host("ann");
        Guest bob = tavern.join("bob", ann);
        Guest cat = tavern.join("cat", ann);
        for (int i = 0; i < 100; i++) {
            cat.session.sendToServer(new Blob(i, new byte[1]));
            cat.session.send(bob.session.self(), new Blob(100 + i, new byte[1]));
        }
        tavern.until(
                "both have the last one",
                () -> numbers(ann).contains(99) && numbers(bob).contains(199));
        tavern.rounds(20);
        assertEquals(IntStream.range(0, 100).boxed().toList(), numbers(ann));
        assertEquals(IntStream.range(100, 200).boxed().toList(), numbers(bob));
        assertEquals(List.of(), numbers(cat));
    }

    @Test
    @DisplayName("sendToServer(message): a game of peers has no server to send to")
    void peersHaveNoServer(Tavern tavern) {
        Session session = tavern.player("ann").hostOrJoin(GameSpec.peerToPeer("den", 2));
        assertThrows(IllegalStateException.class, () -> session.sendToServer(new Hit(1)));
    }

    private static List<Integer> numbers(Guest guest) {
        return guest.all(Blob.class).stream().map(Blob::number).toList();
    }
}
