package org.gamenet.rgs.core.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.core.machine.Basis;
import org.gamenet.rgs.core.machine.Listing;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.gamenet.rgs.core.reconfiguration.Timer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The backup of a synchronous game, to which alone the arbiter grants a number while it may live (P48). */
class SynchronousBackupTest extends AnnBacksUp {
    SynchronousBackupTest() {
        super(rules(Failover.HOT_BACKUP, Failover.SPARE_SERVER, Failover.PROMOTED_PLAYER)
                .showingSafely());
    }

    @Test
    @DisplayName(
            "P48 P74 it reached too few and gave its number up: it claims the next one itself, and asks nobody else")
    void claimsAgain() {
        MemberState frozen =
                step(step(annCollects(), new Event.MemberGone(server.id())), new Event.MemberUnreachable(bob.id()));
        assertTrue(did(Effect.Release.class).isPresent(), "half of those listed are out of reach");
        for (int pauses = 0; did(Effect.Claim.class).isEmpty(); pauses++) {
            assertTrue(pauses < 4, "it has waited on twice, and tries all the same");
            assertTrue(did(Effect.SeekSpare.class).isEmpty(), "to another none is granted");
            frozen = step(frozen, new Event.TimerFired(Timer.NEGOTIATE));
        }
        assertEquals(Basis.HELD, did(Effect.Claim.class).orElseThrow().basis());
    }

    @Test
    @DisplayName("P8 P74 a number that the arbiter does not make active is given up, and the arbiter and all are told")
    void saysThatItGivesUp() {
        MemberState activating = step(annTakesOver(), new Event.RestoreDone(true, 3, "", List.of()));
        Effect.Activate activate = did(Effect.Activate.class).orElseThrow();
        step(activating, new Event.Activated(activate.epoch(), false, new Listing(activate.members(), 2)));
        assertEquals(activate.epoch(), did(Effect.Release.class).orElseThrow().epoch());
        assertTrue(effects.contains(new Effect.Cast(new Message.Released(activate.epoch()))));
    }
}
