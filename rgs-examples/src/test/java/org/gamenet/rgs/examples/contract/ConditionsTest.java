package org.gamenet.rgs.examples.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import org.gamenet.rgs.Conditions;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.Rgs;
import org.gamenet.rgs.RgsException;
import org.gamenet.rgs.SessionEvent.Closed;
import org.gamenet.rgs.SessionEvent.Joined;
import org.gamenet.rgs.SessionEvent.Left;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** {@link Rgs#conditions} on real sockets; what they do exactly is shown in virtual time elsewhere. */
@ExtendWith(InTavern.class)
class ConditionsTest {
    private static final Conditions BAD = new Conditions(Duration.ofMillis(100), Duration.ofMillis(20), 0.05, 0, 0);

    @Test
    @DisplayName("Conditions hold for sessions that run and for those that begin later, and end when told so")
    void holdForAllSessions(Tavern tavern) {
        Rgs annsProcess = tavern.player("ann");
        Guest ann = tavern.playing(tavern.guest(annsProcess.register(Tavern.game())));
        Rgs bobsProcess = tavern.player("bob");
        bobsProcess.conditions(new Conditions(Duration.ofMillis(300), Duration.ZERO, 0, 0, 0));
        Guest bob = tavern.playing(tavern.guest(bobsProcess.join(ann.session.game())));
        tavern.until("the round trip is known", () -> bob.session.stats().rttMillis() >= 290);
        bobsProcess.conditions(Conditions.NONE);
        tavern.until("it is short again", () -> bob.session.stats().rttMillis() < 200);
        assertThrows(IllegalArgumentException.class, () -> bobsProcess.conditions(null));
        bobsProcess.shutdown();
        assertEquals(
                Reason.SHUT_DOWN,
                assertThrows(RgsException.class, () -> bobsProcess.conditions(BAD))
                        .reason());
    }

    @Test
    @DisplayName(
            "With 100 ms latency, 20 ms jitter and 5 % loss a game goes on through the kill of its server: each hit counts once")
    void playsOnThroughAKill(Tavern tavern) throws IOException {
        try (ServerProcess server =
                ServerProcess.registers(tavern, Tavern.game().failover(Failover.PROMOTED_PLAYER))) {
            Rgs anns = tavern.player("ann");
            Rgs bobs = tavern.player("bob");
            anns.conditions(BAD);
            bobs.conditions(BAD);
            Guest ann = tavern.playing(tavern.guest(anns.join(server.game())));
            Guest bob = tavern.playing(tavern.guest(bobs.join(server.game())));
            tavern.until(
                    "both know each other",
                    () -> ann.peers(Joined.class).size() == 3
                            && bob.peers(Joined.class).size() == 3);
            for (int i = 0; i < 20; i++) {
                ann.hit(1);
                bob.hit(1);
                ann.session.send(new Blob(i, new byte[10]), Delivery.UNRELIABLE);
            }
            tavern.until("all count", () -> ann.sum() == 40 && bob.sum() == 40);
            server.kill();
            for (int i = 0; i < 20; i++) {
                ann.hit(1);
                bob.hit(1);
            }
            tavern.until(
                    "they go on",
                    () -> ann.sum() == 80
                            && bob.sum() == 80
                            && !ann.all(Left.class).isEmpty());
            assertEquals(2, ann.session.view().players().size());
            assertTrue(ann.all(Closed.class).isEmpty() && bob.all(Closed.class).isEmpty());
        }
    }
}
