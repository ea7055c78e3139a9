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

/**
 * The end of a game, a kick, and members that leave, by permission and while another change is under way (P28, P46,
 * P69, P70).
 */
class AskingGoodbyesTest extends AskingGame {

    /** Ann wants to say one, and no permit reaches her. */
    private void waitsForItsTurn() {
        playing(ann, bob, cat);
        lost = one -> one.message() instanceof Message.Permit && one.to().equals(ann.id());
        wants(ann, 1);
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
        losesCat();
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
        losesCat();
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
        losesCat();
        happens(ann.id(), new Event.ChangeAsked(List.of(ann.id())));
        quiet();
        assertFalse(at(ann).changes());
        assertTrue(others.stream().noneMatch(Effect.Claim.class::isInstance), others::toString);
        happens(ann.id(), new Event.TimerFired(Timer.END));
        assertTrue(isClosed(), others::toString);
        assertTrue(isRunning(Timer.GO));
    }

    // ---- leaving

    @Test
    @DisplayName("HD6 P28 P69 a server that leaves says first what it had to say, and departs then")
    void serverLeaves() {
        waitsForItsTurn();
        wants(ann, 2);
        quiet();
        happens(ann.id(), new Event.LeaveAsked());
        quiet();
        assertTrue(at(ann).plays());
        assertFalse(others.contains(new Effect.Release(ONE)));
        lost = one -> false;
        later(Timer.PERMIT);
        assertEquals("Departing", at(ann).name());
        assertTrue(others.contains(new Effect.Release(ONE)));
        assertEquals(List.of("1/1", "1/2"), told(ann));
    }

    @Test
    @DisplayName("P28 P69 a server that leaves waits for its turn for a second")
    void serverLeavesInVain() {
        waitsForItsTurn();
        quiet();
        happens(ann.id(), new Event.LeaveAsked());
        assertTrue(isRunning(Timer.DEPART));
        happens(ann.id(), new Event.TimerFired(Timer.DEPART));
        assertEquals("Departing", at(ann).name());
    }

    @Test
    @DisplayName("P18 P69 a server that leaves and may not act waits for no turn")
    void frozenServerLeaves() {
        waitsForItsTurn();
        happens(ann.id(), new Event.MayAct(false));
        happens(ann.id(), new Event.LeaveAsked());
        assertEquals("Departing", at(ann).name());
    }

    /** A planned change, in a turn of Ann's. */
    private void changes(Runnable meanwhile) {
        if (!at(ann).changes()) happens(ann.id(), new Event.ChangeAsked(List.of(ann.id())));
        quiet();
        meanwhile.run();
        List<MemberId> list = List.of(ann.id(), bob.id(), cat.id());
        happens(ann.id(), new Event.Granted(claim().claimId(), TWO, list));
        happens(ann.id(), new Event.Activated(TWO, true, new Listing(list, 1)));
        quiet();
    }

    @Test
    @DisplayName("P45 P69 a server that leaves during a planned change says in the next epoch what it had to say")
    void serverLeavesDuringAChange() {
        playing(ann, bob, cat);
        happens(ann.id(), new Event.ChangeAsked(List.of(ann.id())));
        wants(ann, 1);
        changes(() -> {
            assertTrue(at(ann).changes());
            happens(ann.id(), new Event.LeaveAsked());
            assertTrue(at(ann).plays());
        });
        assertEquals("Departing", at(ann).name());
        assertEquals(TWO, at(bob).epoch());
        assertEquals(List.of("1/1"), told(ann));
    }

    @Test
    @DisplayName("HD6 P45 P69 who leaves while a planned change is under way says in the next epoch what it had to say")
    void leavesDuringAChange() {
        playing(ann, bob, cat);
        changes(() -> {
            wants(bob, 1);
            happens(bob.id(), new Event.LeaveAsked());
            quiet();
            assertEquals("Leaving", at(bob).name());
            assertEquals(0, count(Message.LeaveRequest.class));
        });
        later(Timer.PERMIT);
        for (LocalMember each : List.of(ann, cat)) {
            assertEquals(List.of("2/1"), told(each));
            assertFalse(at(each).log().roster().has(bob.id()));
        }
    }

    // ---- what is asked for while the next number is claimed

    private void isRefused(PeerRequest request) {
        Predicate<Effect> refusal = one -> one instanceof Effect.Refuse no && no.request() == request;
        assertEquals(1, others.stream().filter(refusal).count(), request + ": " + others);
    }

    @Test
    @DisplayName("P28 P46.3 an end and a kick that are kept for a number that is given up are refused, and forgotten")
    void isRefusedWithTheNumber() {
        playing(ann, bob, cat);
        losesCat();
        happens(ann.id(), new Event.EndAsked("the match is over"));
        happens(ann.id(), new Event.KickAsked(bob.id().peer(), "rude"));
        happens(ann.id(), new Event.Granted(claim().claimId(), TWO, List.of(ann.id(), bob.id())));
        assertEquals("Gathering", at(ann).name());
        Epoch later = new Epoch(3, 5);
        happens(ann.id(), new Event.GameStatusKnown(later, false, ONE, false, false, Optional.of(bob.id())));
        assertEquals("Suspecting", at(ann).name());
        isRefused(PeerRequest.END);
        isRefused(PeerRequest.KICK);
        assertFalse(
                at(ann).toString().contains("EndAsked") || at(ann).toString().contains("KickAsked"));
    }
}
