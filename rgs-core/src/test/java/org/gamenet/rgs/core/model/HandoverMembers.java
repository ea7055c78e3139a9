package org.gamenet.rgs.core.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.GameRules;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.machine.Listing;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.machine.Payload;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.gamenet.rgs.core.reconfiguration.PackedState;
import org.junit.jupiter.api.BeforeEach;

/** A server that plays, its backup Ann, who holds its copy, and Bob. */
abstract class HandoverMembers extends ThreeMembers {
    final List<MemberId> all = List.of(server.id(), ann.id(), bob.id());

    HandoverMembers() {
        super(
                Kind.PLAYER,
                new GameRules(
                        "handover",
                        8,
                        List.of(Failover.HOT_BACKUP, Failover.PROMOTED_PLAYER),
                        1_000,
                        30_000,
                        50,
                        Map.of()));
    }

    @BeforeEach
    void annBacksUp() {
        begin();
        copies(1);
        serving = step(serving, new Event.ChangeAsked(List.of(server.id(), ann.id())));
        Message.EpochStart news = granted();
        backup = hears(backup, server.id(), news);
        bobs = hears(bobs, server.id(), news);
        copies(2);
    }

    PackedState state(double time) {
        return new PackedState(Payload.EMPTY, true, time, serving.log().end().epoch(), time, marks, List.of(), 0)
                .at(serving.log().end());
    }

    /** Ann takes the server's copy of this moment, and the server knows. */
    void copies(long version) {
        backup = step(backup, new Event.CopyHeld(server.id(), serving.epoch(), version, state(version)));
        PackedState held = did(Effect.ConfirmCopy.class).orElseThrow().copy();
        serving = step(serving, new Event.Copied(ann.id(), version, Optional.of(held.place())));
    }

    /** The arbiter grants what the server has just claimed, and confirms it. */
    Message.EpochStart granted() {
        Effect.Claim claim = did(Effect.Claim.class).orElseThrow();
        Epoch next = new Epoch(claim.expected() + 1, claim.claimId());
        serving = step(serving, new Event.Granted(claim.claimId(), next, all));
        assertEquals(next, did(Effect.Activate.class).orElseThrow().epoch());
        serving = step(serving, new Event.Activated(next, true, new Listing(all, 1)));
        return sent(Message.EpochStart.class).orElseThrow();
    }

    void stops() {
        serving = step(serving, new Event.HandoverAsked(ann.id()));
        assertTrue(did(Effect.StopServing.class).isPresent());
    }

    Message.EpochStart handsOver() {
        stops();
        copies(3);
        serving = step(serving, new Event.HandoverReady(ann.id(), state(3)));
        return granted();
    }
}
