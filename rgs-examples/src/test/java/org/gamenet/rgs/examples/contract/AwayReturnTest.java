package org.gamenet.rgs.examples.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.GameSpec;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.SessionEvent.Away;
import org.gamenet.rgs.SessionEvent.Back;
import org.gamenet.rgs.SessionEvent.Left;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Real processes that die or stand still, in a game that keeps its lost players. */
@ExtendWith(InTavern.class)
class AwayReturnTest {
    private static final Duration LONG = Duration.ofMinutes(2);
    private static final GameSpec KEEPS = Tavern.game()
            .suspectAfter(Duration.ofSeconds(3))
            .failover(Failover.PROMOTED_PLAYER)
            .rejoinWithin(LONG);

    private static final String SEAT = "SEAT ";

    /** Bob hits, and is known to have. */
    private static Peer plays(Tavern tavern, ServerProcess bob, Guest cat) throws IOException {
        tavern.until("bob plays", () -> cat.session.view().players().size() == 3);
        bob.tell("hit 3");
        tavern.until("counted", () -> cat.sum() == 3);
        return cat.session.view().players().get(2);
    }

    private static void isKept(Tavern tavern, Peer bob, Guest... others) {
        for (Guest other : others) {
            tavern.until("bob is away", () -> other.peers(Away.class).equals(List.of(bob)));
            assertTrue(other.session.view().isAway(bob));
            assertEquals(3, other.session.view().players().size());
            assertEquals(3, other.points.get(bob));
        }
    }

    private static void isBack(Tavern tavern, Peer bob, Guest... others) {
        for (Guest other : others) {
            tavern.until("it plays on", () -> other.sum() == 7);
            assertEquals(7, other.points.get(bob), "as the same peer");
            assertEquals(List.of(bob), other.peers(Back.class));
            assertEquals(List.of(), other.session.view().away());
            assertEquals(List.of(), other.all(Left.class));
            assertFalse(other.story().contains("Frozen"), other.toString());
        }
    }

    @Test
    @DisplayName("T22 P76 P27 a player whose process was killed is away, and Back in another process, by its token")
    void aPlayerReturnsInAnotherProcess(Tavern tavern) throws Exception {
        Guest ann = tavern.host("ann", KEEPS);
        Guest cat = tavern.join("cat", ann);
        try (ServerProcess bob = ServerProcess.joins(tavern, ann.session.game(), "bob")) {
            Peer peer = plays(tavern, bob, cat);
            bob.tell("seat");
            tavern.until("it says its token", () -> bob.lines().stream().anyMatch(l -> l.startsWith(SEAT)));
            String token = bob.await(line -> line.startsWith(SEAT)).substring(SEAT.length());
            bob.kill();
            isKept(tavern, peer, ann, cat);
            Guest again = tavern.playing(
                    tavern.attend(Guest.counting(tavern.player("bob").join(token))));
            assertEquals(peer, again.session.self());
            assertEquals(3, again.points.get(peer), "it is given its own part of the state");
            again.hit(4);
            isBack(tavern, peer, ann, cat);
        }
    }

    @Test
    @DisplayName("P76 a player whose process is stopped is away, and Back when it goes on; nobody else is frozen")
    void aPlayerSleeps(Tavern tavern) throws Exception {
        Guest ann = tavern.host("ann", KEEPS);
        Guest cat = tavern.join("cat", ann);
        try (ServerProcess bob = ServerProcess.joins(tavern, ann.session.game(), "bob")) {
            Peer peer = plays(tavern, bob, cat);
            bob.stop();
            isKept(tavern, peer, ann, cat);
            bob.goOn();
            tavern.until("bob is back", () -> cat.peers(Back.class).equals(List.of(peer)));
            tavern.until("bob has resumed", () -> bob.eventsFrom("Frozen").containsAll(List.of("Restored", "Resumed")));
            bob.tell("hit 4");
            isBack(tavern, peer, ann, cat);
        }
    }
}
