package org.gamenet.rgs.core.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Listing;
import org.gamenet.rgs.core.machine.PeerRequest;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.reconfiguration.Timer;
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

    /** The server has claimed for the handover, and ends its game; the arbiter is silent. */
    private Effect.Claim endsAfterItsClaim() {
        stops();
        copies(3);
        serving = step(serving, new Event.HandoverReady(ann.id(), state(3)));
        Effect.Claim claim = did(Effect.Claim.class).orElseThrow();
        serving = step(serving, new Event.EndAsked("enough"));
        return claim;
    }

    private void isLate() {
        serving = step(serving, new Event.TimerFired(Timer.END));
    }

    private boolean waitsOn() {
        return did(Effect.StartTimer.class).filter(t -> t.timer() == Timer.END).isPresent()
                && did(Effect.Close.class).isEmpty()
                && !serving.log().ended();
    }

    @Test
    @DisplayName("P46.3 while the arbiter has not answered for the handover no end is stamped, however long that takes")
    void stampsNoEndMeanwhile() {
        Effect.Claim claim = endsAfterItsClaim();
        isLate();
        assertTrue(waitsOn(), "claimed");
        Epoch next = new Epoch(claim.expected() + 1, claim.claimId());
        serving = step(serving, new Event.Granted(claim.claimId(), next, all));
        isLate();
        assertTrue(waitsOn(), "granted");
        serving = step(serving, new Event.Activated(next, true, new Listing(all, 1)));
        assertEquals("HandedOver", serving.name());
        assertEquals(PeerRequest.END, did(Effect.Refuse.class).orElseThrow().request());
    }

    @Test
    @DisplayName("P28 P46.3 once the handover is denied the end is stamped, though the arbiter knows nothing of it yet")
    void stampsItOnceDenied() {
        Effect.Claim claim = endsAfterItsClaim();
        isLate();
        serving = step(serving, new Event.Denied(claim.claimId(), serving.epoch(), Event.DenialReason.NEVER));
        isLate();
        assertTrue(serving.log().ended());
    }

    @Test
    @DisplayName(
            "P28 P46.3 beside a change that leaves the server where it is the end is of the epoch that comes of it")
    void endsInTheNextEpoch() {
        serving = step(serving, new Event.ChangeAsked(List.of(server.id())));
        Effect.Claim claim = did(Effect.Claim.class).orElseThrow();
        serving = step(serving, new Event.EndAsked("enough"));
        isLate();
        assertTrue(waitsOn());
        Epoch next = new Epoch(claim.expected() + 1, claim.claimId());
        serving = step(serving, new Event.Granted(claim.claimId(), next, all));
        serving = step(serving, new Event.Activated(next, true, new Listing(all, 1)));
        isLate();
        assertTrue(serving.log().ended());
        assertEquals(next, serving.log().end().epoch());
    }

    @Test
    @DisplayName("P18 P28 P46 a server that may not act gives the handover up with its game: a grant is given back")
    void givesUpWithItsGame() {
        Effect.Claim claim = endsAfterItsClaim();
        serving = step(serving, new Event.MayAct(false));
        isLate();
        assertEquals(Reason.ENDED, did(Effect.Close.class).orElseThrow().reason());
        Epoch next = new Epoch(claim.expected() + 1, claim.claimId());
        serving = step(serving, new Event.Granted(claim.claimId(), next, all));
        assertEquals(next, did(Effect.Release.class).orElseThrow().epoch());
        assertFalse(serving.log().ended());
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
