package org.gamenet.rgs.core.lanes;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.core.machine.Incarnation;
import org.gamenet.rgs.core.machine.MemberId;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class KnownPeersTest {
    @Test
    @DisplayName("P52 of more peers than are kept the ones are forgotten that were named longest ago")
    void forgetsTheEldest() {
        KnownPeers known = new KnownPeers();
        for (long peer = 1; peer <= 20_000; peer++) {
            known.learn(World.member(new MemberId(7, new Incarnation(1, 7))));
            known.learn(World.member(new MemberId(100 + peer, new Incarnation(1, 100 + peer))));
            assertEquals("p7", known.peer(7).name());
        }
        assertEquals("p20100", known.peer(20_100).name());
        assertEquals("", known.peer(101).name());
    }

    @Test
    @DisplayName("P52 no place is kept in the queue for a peer to whom something was sent once")
    void keepsNoPlace() {
        SendQueue queue = new SendQueue(16, () -> {});
        for (long peer = 1; peer <= 100; peer++) {
            queue.offer(World.one(peer, new World.Say("p1", "note", 1), Delivery.UNRELIABLE_SEQUENCED, 0));
            queue.poll();
            queue.forget(peer);
            queue.offer(World.one(peer, new World.Say("p1", "note", 2), Delivery.UNRELIABLE_SEQUENCED, 0));
            queue.poll();
        }
        assertEquals(0, queue.places());
    }
}
