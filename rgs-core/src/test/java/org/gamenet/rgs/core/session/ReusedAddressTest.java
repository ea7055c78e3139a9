package org.gamenet.rgs.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.SessionEvent.Frozen;
import org.gamenet.rgs.core.session.Town.Citizen;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A process that listens where another one of the game did that is gone: it is somebody else. */
class ReusedAddressTest {
    private final Party party = new Party(Failover.PROMOTED_PLAYER);
    private final Citizen ann = party.ann;
    private final Citizen bob = party.joined("bob");
    private final Citizen cat = party.joined("cat");

    /** Another player, at the address of one that was killed a moment ago: nobody has noticed. */
    private Citizen eveAtThePlaceOf(Citizen gone) {
        party.town.network.reused = gone.end.place;
        Citizen eve = party.counts(party.town.joins("eve", ann));
        assertEquals(gone.end.place, eve.end.place);
        return eve;
    }

    @Test
    @DisplayName("HB9 a process at the address of a player that is gone is another player: it gets nothing of that one")
    void isSomebodyElse() {
        party.hits(bob, 2);
        bob.kill();
        ann.session.send(bob.session.self(), new Town.Hit(40), Delivery.RELIABLE_ORDERED);
        Citizen eve = eveAtThePlaceOf(bob);
        party.plays(eve);
        party.town.pass(1_500);
        assertNotEquals(bob.session.self(), eve.session.self());
        assertEquals(List.of("ann", "cat", "eve"), Party.names(cat));
        assertEquals(List.of("bob CRASHED"), Party.left(cat));
        assertEquals(List.of(), eve.all(Town.Hit.class), "what was said to bob");
        party.hits(eve, 1);
        assertEquals(3, party.game(ann).sum);
        for (Citizen each : List.of(ann, cat)) assertEquals(List.of(), each.all(Frozen.class), each.name);
    }

    @Test
    @DisplayName("HB9 a process at the address of the server that is gone does not pass for it")
    void isNotTheServer() {
        party.hits(bob, 2);
        Citizen eve = eveAtThePlaceOf(ann);
        ann.kill();
        eve.begins();
        party.untilResumed(1, 8_000, bob, cat);
        party.town.until(() -> eve.session.view().players().size() == 3, 8_000);
        assertTrue(bob.session.isServer() || cat.session.isServer());
        assertEquals(List.of("ann CRASHED"), Party.left(cat));
        party.hits(eve, 1);
        assertEquals(3, party.game(party.server()).sum);
    }
}
