package org.gamenet.rgs.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.GameInfo;
import org.gamenet.rgs.GameSpec;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.Rgs;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.SessionEvent;
import org.gamenet.rgs.SessionEvent.Away;
import org.gamenet.rgs.SessionEvent.Back;
import org.gamenet.rgs.SessionEvent.Left;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A whole game that keeps its lost players (P76): nothing that is theirs is gone when they are back. */
class AwayDrillTest {
    private static final Duration WITHIN = Duration.ofSeconds(8);
    private static final GameSpec KEEPS =
            MoneyBox.SPEC.failover(Failover.PROMOTED_PLAYER).rejoinWithin(Duration.ofSeconds(10));

    private final Cluster cluster = Cluster.of(7).game(MoneyBox.setUp());
    private final Map<Rgs, MoneyBox> games = new HashMap<>();
    private final Map<Rgs, List<SessionEvent>> told = new HashMap<>();
    private final Rgs ann = cluster.player("ann");
    private final Rgs bob = cluster.player("bob");
    private final Rgs cat = cluster.player("cat");
    private final GameInfo game = begins();
    private final String token = games.get(bob).session.rejoinToken();
    private final Peer bobsPeer = games.get(bob).session.self();

    private GameInfo begins() {
        Session server = plays(ann, ann.register(KEEPS));
        cluster.await(WITHIN, () -> server.phase() == Phase.PLAYING);
        for (Rgs player : List.of(bob, cat)) {
            Session session = plays(player, player.join(server.game()));
            cluster.await(WITHIN, () -> session.phase() == Phase.PLAYING);
        }
        cluster.play(Duration.ofSeconds(2));
        return server.game();
    }

    private Session plays(Rgs process, Session session) {
        MoneyBox box = new MoneyBox(session);
        List<SessionEvent> events = told.computeIfAbsent(process, p -> new ArrayList<>());
        session.on(Away.class, (who, away) -> events.add(away)).on(Back.class, (who, back) -> events.add(back));
        session.on(Left.class, (who, left) -> {
            events.add(left);
            box.givers.remove(who);
        });
        games.put(process, box);
        cluster.everyFrame(process, now -> box.frame());
        return session;
    }

    private int given(Rgs where) {
        return games.get(where).givers.getOrDefault(bobsPeer, 0);
    }

    private void isAway(Rgs where) {
        cluster.await(WITHIN, () -> told.get(where).contains(new Away(bobsPeer)));
        assertTrue(games.get(where).session.view().isAway(bobsPeer));
    }

    /** All that bob gave is known, and bob gives more. */
    private void goesOn(Rgs where, int before) {
        assertTrue(before > 0, "bob gave nothing");
        assertTrue(given(where) >= before, () -> given(where) + " of " + before + " are known");
        int then = given(where);
        cluster.await(WITHIN, () -> given(where) > then);
        cluster.settle();
        cluster.assertSameOrder();
        assertFalse(games.get(where).session.view().isAway(bobsPeer));
    }

    @Test
    @DisplayName("P76: a player's process crashes, and another comes back by its token: its part of the state is kept")
    void crashesAndComesBack() {
        int before = given(cat);
        cluster.kill(bob);
        isAway(cat);
        Rgs again = cluster.player("bob");
        Session back = plays(again, again.join(token));
        cluster.await(
                WITHIN, () -> back.phase() == Phase.PLAYING && told.get(cat).contains(new Back(bobsPeer)));
        assertEquals(bobsPeer, back.self());
        goesOn(ann, before);
        assertEquals(List.of(new Away(bobsPeer), new Back(bobsPeer)), told.get(cat));
        assertEquals(List.of(), told.get(again));
    }

    @Test
    @DisplayName("P76: a player's process stands still for 3 s: its part of the state is kept")
    void sleeps() {
        int before = given(cat);
        cluster.pause(bob);
        cluster.play(Duration.ofSeconds(3));
        isAway(cat);
        cluster.resume(bob);
        cluster.await(WITHIN, () -> told.get(cat).contains(new Back(bobsPeer)));
        goesOn(ann, before);
        assertEquals(List.of(new Away(bobsPeer), new Back(bobsPeer)), told.get(ann));
        assertEquals(List.of(), told.get(bob));
    }

    @Test
    @DisplayName("P76: the server dies while a player sleeps, and the player is itself under the next one")
    void sleepsThroughATakeover() {
        int before = given(cat);
        cluster.pause(bob);
        isAway(ann);
        cluster.play(Duration.ofMillis(500));
        cluster.kill(ann);
        cluster.await(WITHIN, () -> games.get(cat).session.isServer());
        cluster.resume(bob);
        cluster.await(WITHIN, () -> told.get(cat).contains(new Back(bobsPeer)));
        goesOn(cat, before);
        Peer annsPeer = games.get(ann).session.self();
        cluster.play(Duration.ofSeconds(12));
        assertEquals(
                1, told.get(cat).stream().filter(new Away(bobsPeer)::equals).count());
        assertEquals(
                List.of(new Away(annsPeer), new Left(annsPeer, Left.Why.CRASHED)),
                told.get(cat).stream()
                        .filter(e -> e instanceof Left || new Away(annsPeer).equals(e))
                        .toList());
    }

    @Test
    @DisplayName("P76: the seat is not sold, and what is left of the game's seats is")
    void keepsTheSeat() {
        assertEquals(8, game.maxPlayers());
        cluster.kill(bob);
        isAway(ann);
        for (int i = 0; i < 6; i++) {
            Rgs more = cluster.player("more" + i);
            plays(more, more.join(game));
        }
        cluster.play(Duration.ofSeconds(2));
        assertEquals(8, games.get(ann).session.view().players().size());
        assertTrue(games.get(ann).session.view().isAway(bobsPeer));
        assertEquals(
                1,
                games.values().stream()
                        .filter(each -> each.session.phase() == Phase.CLOSED)
                        .count());
    }
}
