package org.gamenet.rgs.core.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Listing;
import org.gamenet.rgs.core.machine.PeerRequest;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A server ends the game while it hands it over to its backup Ann (P28, P46). */
class EndingHandoverTest extends HandoverMembers {

    @Test
    @DisplayName(
            "P28 P46 a server that ends the game while it waits for the last copy gives the handover up, and ends it")
    void endsWhileItCopies() {
        stops();
        serving = step(serving, new Event.EndAsked("enough"));
        assertEquals(ann.id(), did(Effect.ServeOn.class).orElseThrow().to());
        assertEquals(serving.epoch(), did(Effect.TellEnd.class).orElseThrow().epoch());
        copies(3);
        serving = step(serving, new Event.HandoverReady(ann.id(), state(3)));
        assertFalse(did(Effect.Claim.class).isPresent());
        serving = step(serving, new Event.EndConfirmed());
        assertTrue(serving.log().ended());
    }

    @Test
    @DisplayName("P28 P46 an end that comes too late for the old server, which has handed over, is refused")
    void endsTooLate() {
        stops();
        copies(3);
        serving = step(serving, new Event.HandoverReady(ann.id(), state(3)));
        Effect.Claim claim = did(Effect.Claim.class).orElseThrow();
        serving = step(serving, new Event.EndAsked("enough"));
        assertFalse(did(Effect.ServeOn.class).isPresent());
        Epoch next = new Epoch(claim.expected() + 1, claim.claimId());
        serving = step(serving, new Event.Granted(claim.claimId(), next, all));
        MemberState denied = step(serving, new Event.Activated(next, false, Listing.NOBODY));
        assertFalse(did(Effect.Refuse.class).isPresent());
        step(denied, new Event.EndConfirmed());
        assertEquals(Reason.ENDED, did(Effect.Close.class).orElseThrow().reason());
        serving = step(serving, new Event.Activated(next, true, new Listing(all, 1)));
        assertEquals("HandedOver", serving.name());
        assertEquals(PeerRequest.END, did(Effect.Refuse.class).orElseThrow().request());
    }
}
