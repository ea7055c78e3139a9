package org.gamenet.rgs.core.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Listing;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.machine.PeerRequest;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.gamenet.rgs.core.reconfiguration.LocalMember;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.gamenet.rgs.core.reconfiguration.Timer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Who ends, kicks or leaves by permission, while another change is under way (P28, P46, P69, P70). */
class AskingGoodbyesTest extends AskingGame {

    /** Cat is dead, and off the arbiter's list: Ann claims the next number, unless she ends the game. */
    private void loses() {
        all.remove(cat.id());
        happens(ann.id(), new Event.MemberGone(cat.id()));
        happens(ann.id(), new Event.Listed(ONE, new Listing(List.of(ann.id(), bob.id()), 9)));
    }

    private boolean isClosed() {
        return others.stream().anyMatch(one -> one instanceof Effect.Close close && close.reason() == Reason.ENDED);
    }

    private boolean isRunning(Timer timer) {
        return timers.get(ann.id()).contains(timer);
    }

    // ---- the end

    @Test
    @DisplayName("P28 P46.3 a server whose claim is denied because the game has ended tells the end, and goes")
    void isDeniedByItsEnd() {
        playing(ann, bob, cat);
        loses();
        happens(ann.id(), new Event.EndAsked("the match is over"));
        happens(ann.id(), new Event.Denied(claim().claimId(), ONE, Event.DenialReason.ENDED));
        assertTrue(isClosed(), others::toString);
        assertTrue(isRunning(Timer.GO));
        assertFalse(at(ann).changes(), "it asks no more");
        happens(ann.id(), new Event.TimerFired(Timer.GO));
        assertEquals("GameOver", at(ann).name());
    }

    @Test
    @DisplayName("P28 a server whose claim is denied because another has ended the game closes at once")
    void isDeniedByAnotherEnd() {
        playing(ann, bob, cat);
        loses();
        happens(ann.id(), new Event.Denied(claim().claimId(), ONE, Event.DenialReason.ENDED));
        assertTrue(isClosed(), others::toString);
        assertEquals("GameOver", at(ann).name());
    }

    @Test
    @DisplayName("P28 P70 a server that ends the game replaces no permit: without a turn it tells the end, and goes")
    void endsWithoutTheDead() {
        playing(ann, bob, cat);
        happens(ann.id(), new Event.EndAsked("the match is over"));
        lost = one -> one.from().equals(cat.id());
        happens(ann.id(), new Event.EndConfirmed());
        quiet();
        loses();
        happens(ann.id(), new Event.ChangeAsked(List.of(ann.id())));
        quiet();
        assertFalse(at(ann).changes());
        assertTrue(others.stream().noneMatch(Effect.Claim.class::isInstance), others::toString);
        happens(ann.id(), new Event.TimerFired(Timer.END));
        assertTrue(isClosed(), others::toString);
        assertTrue(isRunning(Timer.GO));
    }
}
