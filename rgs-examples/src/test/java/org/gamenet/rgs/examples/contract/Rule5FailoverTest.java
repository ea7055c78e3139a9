package org.gamenet.rgs.examples.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.GameSpec;
import org.gamenet.rgs.ServerRole;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.SessionEvent.Closed;
import org.gamenet.rgs.SessionEvent.Frozen;
import org.gamenet.rgs.SessionEvent.Joined;
import org.gamenet.rgs.SessionEvent.Left;
import org.gamenet.rgs.SessionEvent.Resumed;
import org.gamenet.rgs.SessionEvent.RoleChanged;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Rule 5: how a failover shows. The server's process is one of its own here and is killed; that of a hang is stopped
 * and goes on.
 */
@ExtendWith(InTavern.class)
class Rule5FailoverTest {
    private static final GameSpec GAME = Tavern.game();

    private static void assertOutage(Guest guest) {
        Resumed resumed = guest.all(Resumed.class).get(0);
        assertTrue(resumed.outage().total().toMillis() < 10_000, resumed.toString());
        assertEquals(guest.session.view(), resumed.view());
    }

    @Test
    @DisplayName(
            "R3 R16 HA1 Rule 5: killed: Frozen, at the new server alone restoreState, Left, RoleChanged there, one Resumed")
    void rule5Failover(Tavern tavern) throws Exception {
        try (ServerProcess server = ServerProcess.registers(tavern, GAME.failover(Failover.PROMOTED_PLAYER))) {
            Guest bob = tavern.playing(tavern.guest(tavern.player("bob").join(server.game())));
            Guest cat = tavern.join("cat", bob);
            bob.hit(5);
            tavern.until("both know the sum", () -> bob.sum() == 5 && cat.sum() == 5);
            bob.notes.clear();
            cat.notes.clear();
            server.kill();
            tavern.until(
                    "both resumed",
                    () -> bob.story().contains("Resumed") && cat.story().contains("Resumed"));
            Guest next = bob.session.isServer() ? bob : cat;
            Guest other = next == bob ? cat : bob;
            assertEquals(List.of("Frozen", "Restored", "Left server", "RoleChanged", "Resumed"), next.story());
            assertEquals(List.of("Frozen", "Left server", "Resumed"), other.story());
            assertEquals(
                    new RoleChanged(ServerRole.IDLE, ServerRole.ACTIVE_ALONE),
                    next.all(RoleChanged.class).get(0));
            assertEquals(Left.Why.CRASHED, other.all(Left.class).get(0).why());
            assertFalse(other.all(Frozen.class).get(0).why().isBlank());
            assertEquals(bob.session.view(), cat.session.view());
            assertEquals(2, bob.session.view().epoch());
            assertOutage(bob);
            assertOutage(cat);
            next.notes.clear();
            other.hit(2);
            tavern.until("and play goes on from there", () -> next.sum() == 7 && other.sum() == 7);
        }
    }

    @Test
    @DisplayName(
            "R21 R25 R27 Rule 5: a spare that takes over has no Frozen: restoreState, a Joined each, and from there on the "
                    + "same")
    void aSpareTakesOver(Tavern tavern) throws Exception {
        try (ServerProcess server = ServerProcess.registers(tavern, GAME.failover(Failover.SPARE_SERVER))) {
            Guest spare = tavern.spare();
            Guest bob = tavern.playing(tavern.guest(tavern.player("bob").join(server.game())));
            Guest cat = tavern.join("cat", bob);
            cat.hit(4);
            tavern.until("both know the sum", () -> bob.sum() == 4 && cat.sum() == 4);
            bob.notes.clear();
            server.kill();
            tavern.until(
                    "all resumed",
                    () -> List.of(spare, bob, cat).stream()
                            .allMatch(g -> g.story().contains("Resumed")));
            List<String> story = spare.story();
            assertEquals("Restored", story.get(0));
            assertEquals(List.of("Joined server", "Joined bob", "Joined cat"), story.subList(1, 4));
            assertEquals(List.of("Left server", "RoleChanged", "Resumed"), story.subList(4, 7));
            assertEquals(7, story.size());
            assertEquals(List.of("Frozen", "Left server", "Resumed"), bob.story());
            assertEquals(4, spare.sum());
            assertEquals(spare.session.self(), bob.session.view().server());
            assertEquals(2, bob.session.view().players().size());
            assertFalse(bob.peers(Joined.class).contains(spare.session.self()), "a spare is no player");
        }
    }

    @Test
    @DisplayName(
            "HA23 G1 Rule 5: an old server that wakes up: as a player again, the same peer; nothing that it sent meanwhile "
                    + "reached anybody")
    void theOldServerWakes(Tavern tavern) throws Exception {
        try (ServerProcess server = ServerProcess.registers(tavern, GAME.failover(Failover.PROMOTED_PLAYER))) {
            Guest bob = tavern.playing(tavern.guest(tavern.player("bob").join(server.game())));
            Guest cat = tavern.join("cat", bob);
            bob.hit(1);
            tavern.until("counted", () -> bob.sum() == 1 && cat.sum() == 1);
            server.stop();
            tavern.until(
                    "both resumed",
                    () -> bob.story().contains("Resumed") && cat.story().contains("Resumed"));
            int last = bob.sum();
            Guest next = bob.session.isServer() ? bob : cat;
            server.goOn();
            tavern.until(
                    "the old server is back",
                    () -> next.session.view().players().size() == 3);
            tavern.until(
                    "it has resumed", () -> server.eventsFrom("Frozen").containsAll(List.of("Restored", "Resumed")));
            List<String> story = server.eventsFrom("Frozen");
            assertEquals(List.of("Frozen", "RoleChanged", "Restored"), story.subList(0, 3));
            assertEquals("Resumed", story.get(story.size() - 1));
            assertTrue(
                    next.all(Joined.class)
                            .get(next.all(Joined.class).size() - 1)
                            .again(),
                    "the same peer again");
            assertEquals(last, next.sum());
            server.tell("hit 10");
            tavern.until("it plays", () -> next.sum() == last + 10);
        }
    }

    @Test
    @DisplayName("Rule 5: a game without a way to another server ends in one Closed, and no Resumed")
    void noWay(Tavern tavern) throws Exception {
        try (ServerProcess server = ServerProcess.registers(tavern, GAME.failover(new Failover[0]))) {
            Guest bob = tavern.playing(tavern.guest(tavern.player("bob").join(server.game())));
            server.kill();
            tavern.until("it is over", () -> bob.session.phase() == Phase.CLOSED);
            assertEquals(
                    List.of("Frozen", "Closed"),
                    bob.story().subList(bob.story().size() - 2, bob.story().size()));
            assertEquals(Closed.Why.NO_NEW_SERVER, bob.all(Closed.class).get(0).why());
            assertFalse(bob.session.update(), "and the loop ends");
        }
    }
}
