package org.gamenet.rgs.examples.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;

import java.util.Map;
import java.util.TreeMap;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.Peer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Rule 6: values. */
@ExtendWith(InTavern.class)
class Rule6ValuesTest {

    @Test
    @DisplayName(
            "Rule 6: encoded before send returns: what it refers to may change; no object is shared, not even with oneself")
    void rule6Values(Tavern tavern) {
        Guest ann = tavern.host("ann");
        Guest bob = tavern.join("bob", ann);
        for (Delivery how :
                new Delivery[] {Delivery.RELIABLE_ORDERED, Delivery.RELIABLE_UNORDERED, Delivery.TOTAL_ORDER}) {
            ann.notes.clear();
            bob.notes.clear();
            Blob sent = new Blob(1, new byte[] {1, 2, 3});
            ann.session.send(sent, how);
            sent.bytes()[0] = 99;
            tavern.until(
                    "both have it",
                    () -> ann.all(Blob.class).size() == 1 && bob.all(Blob.class).size() == 1);
            Blob atAnn = ann.all(Blob.class).get(0);
            Blob atBob = bob.all(Blob.class).get(0);
            assertArrayEquals(new byte[] {1, 2, 3}, atAnn.bytes());
            assertArrayEquals(new byte[] {1, 2, 3}, atBob.bytes());
            assertNotSame(sent, atAnn);
            assertNotSame(atAnn.bytes(), atBob.bytes());
        }
    }

    @Test
    @DisplayName(
            "Rule 6: a message that waits for admission is of the moment of its send; Peers in it are equal at the other end")
    void whatWaitsIsEncodedToo(Tavern tavern) {
        Guest ann = tavern.host("ann");
        Guest bob = Guest.noting(tavern.player("bob").join(ann.session.game()));
        Map<Peer, Integer> points = new TreeMap<>(Map.of(bob.session.self(), 1, ann.session.self(), 2));
        bob.session.sendToServer(new Count(points), Delivery.RELIABLE_ORDERED);
        points.clear();
        tavern.attend(bob);
        tavern.until(
                "it came",
                () -> ann.all(Count.class).stream().anyMatch(c -> c.points().size() == 2));
        assertEquals(
                Map.of(bob.session.self(), 1, ann.session.self(), 2),
                ann.all(Count.class).get(0).points());
    }
}
