package org.gamenet.rgs.examples.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.GameSpec;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.SessionEvent.Joined;
import org.gamenet.rgs.SessionEvent.Left;
import org.gamenet.rgs.SessionEvent.Resumed;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Processes that stop and go on, or end in good order, seen by those that stay. */
@ExtendWith(InTavern.class)
class ReturnTest {
    private static final GameSpec GAME =
            Tavern.game().suspectAfter(Duration.ofSeconds(3)).failover(Failover.PROMOTED_PLAYER);

    private static final String SEAT = "SEAT ";

    /** Far more than there is between two looks at a condition. */
    private static final long HALT_NANOS = 300_000_000;

    @Test
    @DisplayName("P27 a player whose process was killed is itself again in another process, by its token")
    void aPlayerReturnsInAnotherProcess(Tavern tavern) throws Exception {
        Guest ann = tavern.host("ann", GAME);
        Guest cat = tavern.join("cat", ann);
        try (ServerProcess bob = ServerProcess.joins(tavern, ann.session.game(), "bob")) {
            tavern.until("bob plays", () -> cat.session.view().players().size() == 3);
            tavern.until("bob hears it", () -> bob.lines().stream().anyMatch(l -> l.startsWith("GAME ")));
            bob.tell("seat");
            tavern.until("it says its token", () -> bob.lines().stream().anyMatch(l -> l.startsWith(SEAT)));
            String token = bob.await(line -> line.startsWith(SEAT)).substring(SEAT.length());
            bob.tell("hit 3");
            tavern.until("counted", () -> cat.sum() == 3);
            Peer before = cat.peers(Joined.class).get(2);
            bob.kill();
            Guest again = tavern.playing(
                    tavern.attend(Guest.counting(tavern.player("bob").join(token))));
            assertEquals(before, again.session.self());
            tavern.until("it is told", () -> cat.all(Joined.class).stream().anyMatch(Joined::again));
            again.hit(4);
            tavern.until("it plays on", () -> ann.sum() == 7 && cat.sum() == 7);
            assertEquals(7, ann.points.get(before), "as the same peer");
        }
    }

    @Test
    @DisplayName(
            "HA49 HB12 P25 P27 a player whose process is stopped is put out, comes back by itself as the same Peer and plays; nobody else "
                    + "is frozen")
    void aPlayerReturns(Tavern tavern) throws Exception {
        Guest ann = tavern.host("ann", GAME);
        Guest cat = tavern.join("cat", ann);
        try (ServerProcess bob = ServerProcess.joins(tavern, ann.session.game(), "bob")) {
            tavern.until("bob plays", () -> cat.session.view().players().size() == 3);
            bob.tell("hit 3");
            tavern.until("counted", () -> cat.sum() == 3);
            bob.stop();
            tavern.until("bob is put out", () -> cat.peers(Left.class).size() == 1);
            Peer left = cat.peers(Left.class).get(0);
            assertEquals(Left.Why.CRASHED, cat.all(Left.class).get(0).why());
            bob.goOn();
            tavern.until("bob is back", () -> cat.session.view().players().size() == 3);
            Guest.Note back = cat.notes.stream()
                    .filter(n -> n.body() instanceof Joined)
                    .reduce((a, b) -> b)
                    .orElseThrow();
            assertEquals(left, back.from());
            assertTrue(((Joined) back.body()).again());
            tavern.until("bob has resumed", () -> bob.eventsFrom("Frozen").containsAll(List.of("Restored", "Resumed")));
            assertEquals(List.of("Frozen", "Restored"), bob.eventsFrom("Frozen").subList(0, 2));
            bob.tell("hit 4");
            tavern.until("it plays on", () -> ann.sum() == 7 && cat.sum() == 7);
            assertEquals(7, ann.points.get(left), "as the same peer");
            for (Guest guest : List.of(ann, cat)) assertFalse(guest.story().contains("Frozen"), guest.toString());
        }
    }

    @Test
    @DisplayName("P28 HA45 a serving process that shuts down passes the game on within its 2 s, state and all")
    void theServersProcessShutsDown(Tavern tavern) throws Exception {
        try (ServerProcess server = ServerProcess.registers(tavern, GAME)) {
            Guest bob = tavern.playing(tavern.guest(tavern.player("bob").join(server.game())));
            Guest cat = tavern.join("cat", bob);
            for (int i = 0; i < 10; i++) bob.hit(1);
            tavern.until("counted", () -> cat.sum() == 10 && bob.sum() == 10);
            long[] look = {System.nanoTime(), 0};
            server.tell("shutdown");
            tavern.until("both go on", () -> {
                look[1] = Math.max(look[1], System.nanoTime() - look[0]);
                look[0] = System.nanoTime();
                return Stream.of(bob, cat).allMatch(g -> !g.all(Resumed.class).isEmpty());
            });
            assertEquals(Left.Why.LEFT, bob.all(Left.class).get(0).why());
            Guest next = bob.session.isServer() ? bob : cat;
            // It waits for 2 s at most: players that are halted then go on from what they have themselves.
            boolean wereHalted = look[1] > HALT_NANOS;
            assertTrue(
                    wereHalted
                            || next.restored.stream()
                                    .anyMatch(p ->
                                            p.fromServer() && p.from().name().equals("server")),
                    next.restored.toString());
            cat.hit(5);
            tavern.until("nothing is lost", () -> cat.sum() == 15 && bob.sum() == 15);
        }
    }
}
