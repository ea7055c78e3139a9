package org.gamenet.rgs.core.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.core.machine.Basis;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.reconfiguration.Timer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The server of a synchronous game died right after the arbiter had its backup's name, and had told nobody (P48.7). */
class UnawareBackupTest extends AnnBacksUp {
    UnawareBackupTest() {
        super(rules(Failover.HOT_BACKUP, Failover.SPARE_SERVER).showingSafely());
    }

    @Override
    @BeforeEach
    void annBacksUp() {
        begin();
        copies(1);
        changes(List.of(server.id(), ann.id()));
        assertFalse(backup.log().authority().contains(ann.id()), "she does not know");
    }

    private Effect.Claim claims() {
        return did(Effect.Claim.class).orElseThrow();
    }

    /**
     * Ann, who knows that the server is gone, has claimed the number that she knows of, and is told of the later one.
     */
    private MemberState annLearns() {
        MemberState frozen = step(backup, new Event.HolderSuspected(server.id(), "its process is gone", 1));
        assertEquals(Basis.HELD, claims().basis());
        assertEquals(1, claims().expected());
        long first = claims().claimId();
        frozen = step(frozen, new Event.MemberGone(server.id()));
        frozen = step(frozen, new Event.Denied(first, serving.epoch(), Event.DenialReason.OVERTAKEN));
        frozen = step(
                frozen,
                new Event.GameStatusKnown(
                        serving.epoch(), false, serving.epoch(), true, false, Optional.of(server.id()), false));
        for (int turns = 0; did(Effect.Claim.class).isEmpty(); turns++) {
            assertTrue(turns < 4, "as often as it is her turn");
            frozen = step(frozen, new Event.TimerFired(Timer.NEGOTIATE));
        }
        return frozen;
    }

    @Test
    @DisplayName("P48 P9 its copy holds all that was shown, so it claims HELD: the arbiter knows that it is named")
    void claimsUnnamed() {
        MemberState frozen = annLearns();
        assertEquals(Basis.HELD, claims().basis());
        assertEquals(serving.epoch().number(), claims().expected());
        granted(frozen);
        Effect.Restore restore = did(Effect.Restore.class).orElseThrow();
        assertEquals(ann.id(), restore.packages().get(0).from().id(), "and goes on from its copy");
    }

    @Test
    @DisplayName("P48 P9 once the arbiter has said that it is not named it claims HELD no more")
    void isNotNamed() {
        MemberState frozen = annLearns();
        frozen = step(frozen, new Event.Denied(claims().claimId(), serving.epoch(), Event.DenialReason.NEVER));
        step(frozen, new Event.TimerFired(Timer.NEGOTIATE));
        assertTrue(did(Effect.Claim.class).isEmpty(), "it knows better now");
        assertTrue(did(Effect.SeekSpare.class).isPresent());
    }
}
