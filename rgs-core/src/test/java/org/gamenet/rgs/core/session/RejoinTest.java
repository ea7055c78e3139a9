package org.gamenet.rgs.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.SessionEvent.Closed;
import org.gamenet.rgs.SessionEvent.Joined;
import org.gamenet.rgs.core.keys.Ed25519;
import org.gamenet.rgs.core.machine.Payload;
import org.gamenet.rgs.core.session.base.RejoinToken;
import org.gamenet.rgs.core.session.base.SearchGoal;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A player's process dies, and another one of the same player has its token. */
class RejoinTest {
    private final Town town = new Town();

    private Town.Citizen playing(Town.Citizen one) {
        new GameOfCounts(one);
        one.begins();
        town.until(() -> one.session.phase() == Phase.PLAYING, 3_000);
        return one;
    }

    private Town.Citizen again(String name, String token) {
        return town.new Citizen(name, true, new SearchGoal.Rejoin(RejoinToken.of(token), town.clock.wallMillis()), null)
                .listens();
    }

    @ParameterizedTest(name = "keys: {0}")
    @ValueSource(booleans = {false, true})
    @DisplayName("T22 G17 P27 with its token a player is itself again in another process, after a change of server too")
    void comesBackAsItself(boolean keys) {
        town.keys = keys ? new Ed25519() : null;
        Town.Citizen ann = playing(town.registers("ann", Failover.PROMOTED_PLAYER));
        Town.Citizen bob = playing(town.joins("bob", ann));
        Town.Citizen cat = playing(town.joins("cat", ann));
        String token = bob.session.rejoinToken();
        bob.kill();
        town.pass(100);
        ann.kill();
        town.until(cat.session::isServer, 10_000);
        Town.Citizen back = playing(again("bob", token));
        assertEquals(bob.session.self(), back.session.self());
        town.until(
                () -> cat.all(Joined.class).stream().anyMatch(j -> j.peer().equals(bob.session.self()) && j.again()),
                1_000);
        assertEquals(2, cat.session.view().players().size());
        back.session.sendToServer(new Town.Hit(1), Delivery.RELIABLE_ORDERED);
        town.pass(300);
        assertEquals(1, cat.all(Town.Hit.class).size(), "the new process is heard");
    }

    @ParameterizedTest(name = "keys: {0}")
    @ValueSource(booleans = {false, true})
    @DisplayName("P27 of two processes with one token the newest stays, and the older is told that it was replaced")
    void newestWins(boolean keys) {
        town.keys = keys ? new Ed25519() : null;
        Town.Citizen ann = playing(town.registers("ann"));
        Town.Citizen bob = playing(town.joins("bob", ann));
        String token = bob.session.rejoinToken();
        town.pass(10);
        Town.Citizen second = playing(again("bob", token));
        town.until(() -> bob.session.phase() == Phase.CLOSED, 3_000);
        assertEquals(Closed.Why.REPLACED, bob.all(Closed.class).get(0).why());
        town.pass(10);
        Town.Citizen third = playing(again("bob", second.session.rejoinToken()));
        town.until(() -> second.session.phase() == Phase.CLOSED, 3_000);
        assertEquals(Closed.Why.REPLACED, second.all(Closed.class).get(0).why());
        town.pass(3_000);
        assertEquals(Phase.PLAYING, third.session.phase());
        assertEquals(2, ann.session.view().players().size());
    }

    @Test
    @DisplayName("P27 a token with another's key in it is another player")
    void anotherKeyIsAnotherPlayer() {
        town.keys = new Ed25519();
        Town.Citizen ann = playing(town.registers("ann"));
        Town.Citizen bob = playing(town.joins("bob", ann));
        RejoinToken good = RejoinToken.of(bob.session.rejoinToken());
        RejoinToken forged = new RejoinToken(
                good.kind(),
                good.game(),
                good.name(),
                good.peer(),
                good.secret(),
                new Payload(new Ed25519().draw().secret()),
                good.attempts());
        Town.Citizen mallory = playing(again("bob", forged.text()));
        assertNotEquals(bob.session.self(), mallory.session.self());
        town.pass(1_000);
        assertEquals(Phase.PLAYING, bob.session.phase());
    }

    @Test
    @DisplayName("HF23 a token that is damaged, none, or of another kind is refused with its cure, and is not printed")
    void refusesWhatIsNone() {
        Town.Citizen ann = playing(town.registers("ann"));
        String token = ann.session.rejoinToken();
        assertEquals(token, RejoinToken.of(token).text());
        for (int i = 0; i < token.length(); i++) {
            String damaged = token.substring(0, i) + (token.charAt(i) == 'A' ? 'B' : 'A') + token.substring(i + 1);
            refused(damaged);
            refused(token.substring(0, i));
        }
        refused(token + "AAAA");
        RejoinToken told = RejoinToken.of(token);
        assertThrows(IllegalArgumentException.class, () -> told.checkedFor("chess"));
        assertFalse(told.toString().contains(Long.toString(told.secret())));
    }

    private static void refused(String text) {
        String said = assertThrows(IllegalArgumentException.class, () -> RejoinToken.of(text))
                .getMessage();
        assertTrue(said.contains("rejoin token"), said);
        assertFalse(text.length() > 20 && said.contains(text), said);
    }
}
