package org.gamenet.rgs.examples.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.ServerRole;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.SessionEvent.Joined;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Rule 4: how admission shows. */
@ExtendWith(InTavern.class)
class Rule4AdmissionTest {

    @Test
    @DisplayName("R12 Rule 4: the founder has no restoreState; a newcomer has it first, then every player, itself last")
    void rule4Admission(Tavern tavern) {
        Guest ann = tavern.host("ann");
        ann.hit(3);
        tavern.until("counted", () -> ann.sum() == 3);
        Guest bob = tavern.join("bob", ann);
        Guest cat = tavern.join("cat", ann);
        tavern.until("all know cat", () -> bob.story().contains("Joined cat"));
        assertEquals("RoleChanged", ann.story().get(0));
        assertEquals(List.of("Joined ann", "Joined bob", "Joined cat"), admissions(ann));
        assertEquals(List.of("Restored", "Joined ann", "Joined bob", "Joined cat"), admissions(bob));
        assertEquals(List.of("Restored", "Joined ann", "Joined bob", "Joined cat"), admissions(cat));
        assertEquals(1, cat.restored.size());
        assertTrue(cat.restored.get(0).fromServer());
        assertEquals(ann.session.self(), cat.restored.get(0).from());
        assertEquals(3, cat.restored.get(0).state().sum(), "the server's state of the moment of the admission");
        assertTrue(cat.notes.stream().allMatch(n -> n.phase() == Phase.PLAYING));
        assertTrue(cat.all(Joined.class).stream().noneMatch(Joined::again));
        assertEquals(ann.session.view(), cat.session.view());
    }

    /** Without the roles: bob may be asked to back the game up before cat comes. */
    private static List<String> admissions(Guest guest) {
        return guest.story().stream()
                .filter(told -> !told.equals("RoleChanged"))
                .toList();
    }

    @Test
    @DisplayName("R13 Rule 4: view and game are empty or refused while WAITING, and say who serves afterwards")
    void waitingKnowsNothing(Tavern tavern) {
        Guest ann = tavern.host("ann");
        Guest bob = Guest.counting(tavern.player("bob").join(ann.session.game()));
        assertEquals(Phase.WAITING, bob.session.phase());
        assertEquals(0, bob.session.view().epoch());
        assertThrows(IllegalStateException.class, bob.session::game);
        assertThrows(IllegalStateException.class, () -> bob.session.view().server());
        assertEquals(ServerRole.IDLE, bob.session.role());
        tavern.playing(tavern.attend(bob));
        assertEquals(ann.session.self(), bob.session.view().server());
        assertEquals("ann", bob.session.game().server());
        assertEquals(1, bob.session.view().epoch());
    }

    @Test
    @DisplayName("Rule 4: a dedicated server serves and is no player; a spectator is told of all and may send nothing")
    void whoDoesNotPlay(Tavern tavern) {
        Guest house = tavern.guest(tavern.start(tavern.process()).register(Tavern.game("arena", 4)));
        tavern.until("it serves", house.session::isServer);
        assertEquals(List.of("RoleChanged"), house.story());
        Guest ann = tavern.join("ann", house);
        Guest eve = tavern.playing(tavern.guest(tavern.start(tavern.process()).join(ann.session.game()))
                .watching());
        assertEquals(List.of("Restored", "Joined ann"), eve.story());
        assertThrows(IllegalStateException.class, () -> eve.hit(1));
        assertThrows(IllegalStateException.class, () -> eve.session.send(new Hit(1)));
        ann.hit(4);
        tavern.until("the spectator sees it", () -> eve.sum() == 4);
        ann.session.send(new Blob(1, new byte[2]), Delivery.RELIABLE_ORDERED);
        tavern.until("and hears the players", () -> eve.all(Blob.class).size() == 1);
        assertEquals(List.of(ann.session.self()), eve.session.view().players());
        assertFalse(ann.peers(Joined.class).contains(eve.session.self()));
        assertEquals(1, ann.session.game().players());
    }
}
