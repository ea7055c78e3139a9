package org.gamenet.rgs.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.SessionEvent.Away;
import org.gamenet.rgs.SessionEvent.Back;
import org.gamenet.rgs.SessionEvent.Closed;
import org.gamenet.rgs.SessionEvent.Joined;
import org.gamenet.rgs.SessionEvent.Left;
import org.gamenet.rgs.core.session.base.RejoinToken;
import org.gamenet.rgs.core.session.base.SearchGoal;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** News for the others of a player that is lost and kept (P76). */
class AwayPlayersTest {
    private static final long KEPT = 5_000;

    private final Town town = new Town();
    private final Town.Citizen ann = playing(town.registers("ann", KEPT, Failover.PROMOTED_PLAYER));
    private final Town.Citizen bob = playing(town.joins("bob", ann));
    private final Town.Citizen cat = playing(town.joins("cat", ann));
    private final String token = bob.session.rejoinToken();
    private final Peer bobsPeer = bob.session.self();

    private Town.Citizen playing(Town.Citizen one) {
        new GameOfCounts(one);
        one.begins();
        town.until(() -> one.session.phase() == Phase.PLAYING, 3_000);
        return one;
    }

    private Town.Citizen comesBack() {
        return playing(returning());
    }

    private Town.Citizen returning() {
        return town
                .new Citizen("bob", true, new SearchGoal.Rejoin(RejoinToken.of(token), town.clock.wallMillis()), null)
                .listens();
    }

    private static List<String> since(Town.Citizen who, int from) {
        return who.events().subList(from, who.events().size());
    }

    @Test
    @DisplayName(
            "P76 rule 5: a player whose process died is Away, in the view, and Back by its token; its score is kept")
    void awayAndBack() {
        int before = cat.events().size();
        bob.session.sendToServer(new Town.Hit(3), Delivery.RELIABLE_ORDERED);
        town.pass(100);
        bob.kill();
        town.until(() -> !cat.all(Away.class).isEmpty(), 3_000);
        for (Town.Citizen each : List.of(ann, cat)) {
            assertEquals(List.of(bobsPeer), each.session.view().away());
            assertEquals(3, each.session.view().players().size());
            assertEquals(3, each.session.game().players());
        }
        Town.Citizen dan = playing(town.joins("dan", ann));
        assertEquals(
                List.of("Joined ann", "Joined cat", "Joined bob", "Away bob", "Joined dan"),
                dan.events().stream()
                        .filter(e -> e.startsWith("Joined") || e.startsWith("Away"))
                        .toList());
        Town.Citizen back = comesBack();
        assertEquals(bobsPeer, back.session.self());
        town.until(() -> !cat.all(Back.class).isEmpty(), 1_000);
        assertEquals(List.of("Away bob", "Joined dan", "Back bob"), since(cat, before));
        assertEquals("Back bob", dan.events().get(dan.events().size() - 1));
        assertTrue(back.all(Away.class).isEmpty() && back.all(Back.class).isEmpty());
        assertEquals("Joined bob", back.events().get(back.events().size() - 1));
        assertEquals(List.of(), cat.session.view().away());
        assertEquals(bobsPeer, cat.session.view().players().get(3));
        back.session.sendToServer(new Town.Hit(1), Delivery.RELIABLE_ORDERED);
        town.until(() -> ann.all(Town.Hit.class).size() == 2, 1_000);
    }

    @Test
    @DisplayName("P76 rule 5: who does not come back in time is Left, once, at everybody")
    void theTimeIsOver() {
        int before = cat.events().size();
        bob.kill();
        town.until(() -> !cat.all(Away.class).isEmpty(), 3_000);
        town.pass(KEPT - 500);
        assertTrue(cat.all(Left.class).isEmpty());
        town.pass(1_500);
        assertEquals(List.of("Away bob", "Left bob"), since(cat, before));
        assertEquals(
                List.of(ann.session.self(), cat.session.self()),
                ann.session.view().players());
        Town.Citizen back = comesBack();
        assertEquals(bobsPeer, back.session.self());
        town.until(() -> cat.all(Joined.class).size() == 4, 1_000);
        assertTrue(cat.all(Joined.class).get(3).again());
    }

    @Test
    @DisplayName("P76: who is away stays so through a takeover, as the old server does, and comes back to the new one")
    void throughATakeover() {
        int before = cat.events().size();
        bob.kill();
        town.until(() -> !cat.all(Away.class).isEmpty(), 3_000);
        ann.kill();
        town.until(cat.session::isServer, 10_000);
        assertEquals(List.of(bobsPeer, ann.session.self()), cat.session.view().away());
        comesBack();
        town.until(() -> !cat.all(Back.class).isEmpty(), 1_000);
        town.pass(2 * KEPT);
        assertEquals(
                List.of("Away bob", "Away ann", "Back bob", "Left ann"),
                since(cat, before).stream().filter(e -> e.contains(" ")).toList());
    }

    @Test
    @DisplayName("P76: a player that comes back while nobody serves is Back when the next one does")
    void duringATakeover() {
        int before = cat.events().size();
        bob.kill();
        ann.kill();
        Town.Citizen back = returning();
        back.begins();
        town.until(() -> back.session.phase() == Phase.PLAYING, 20_000);
        assertTrue(cat.session.isServer());
        town.pass(2 * KEPT);
        List<String> told =
                since(cat, before).stream().filter(e -> e.contains(" ")).toList();
        assertEquals(
                List.of("Left ann"),
                told.stream().filter(e -> e.startsWith("Left")).toList());
        assertEquals(
                List.of("Away bob", "Back bob"),
                told.stream().filter(e -> e.endsWith("bob")).toList());
    }

    @Test
    @DisplayName(
            "P76.6: a second process of a player that is there: the others are told Away and Back, the first is closed")
    void replaced() {
        int before = cat.events().size();
        comesBack();
        town.until(() -> bob.session.phase() == Phase.CLOSED, 3_000);
        assertEquals(Closed.Why.REPLACED, bob.all(Closed.class).get(0).why());
        assertEquals(List.of("Away bob", "Back bob"), since(cat, before));
    }

    @Test
    @DisplayName("P76: a player who leaves, or is put out while away, is Left")
    void leavesAndKicks() {
        bob.kill();
        town.until(() -> !ann.all(Away.class).isEmpty(), 3_000);
        ann.session.kick(bobsPeer, "away too long");
        town.until(() -> !cat.all(Left.class).isEmpty(), 1_000);
        assertEquals(Left.Why.KICKED, cat.all(Left.class).get(0).why());
        assertFalse(cat.session.view().players().contains(bobsPeer));
        cat.session.leave();
        town.until(() -> ann.all(Left.class).size() == 2, 1_000);
        assertEquals(1, ann.all(Away.class).size());
    }
}
