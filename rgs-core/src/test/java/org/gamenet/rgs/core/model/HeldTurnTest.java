package org.gamenet.rgs.core.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.gamenet.rgs.core.reconfiguration.LocalMember;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A server in a turn that it has already (P69): behind the end, and while it may not act. */
class HeldTurnTest extends AskingGame {

    private void isOver(LocalMember... some) {
        for (LocalMember each : some) assertEquals("GameOver", at(each).name());
    }

    /** Ann asked for a change, has its turn for it, and wants to say something after it; bob waits for ann. */
    private Effect.Claim changes() {
        playing(ann, bob, cat);
        happens(ann.id(), new Event.ChangeAsked(List.of(ann.id())));
        wants(ann, 1);
        quiet();
        wants(bob, 1);
        quiet();
        assertTrue(at(ann).changes());
        said.clear();
        return claim();
    }

    private void saysNothing() {
        quiet();
        assertEquals(0, at(ann).log().orderedOf(ann.id()), "it stamps nothing");
        assertEquals(0, count(Message.Permit.class), "it answers nobody");
    }

    private void goesOn() {
        quiet();
        for (LocalMember each : List.of(ann, bob, cat)) assertEquals(List.of("1/1", "2/1"), told(each));
    }

    @Test
    @DisplayName("P28 P69 what waits behind the end in one turn is not stamped, and all are shown the end")
    void behindTheEnd() {
        playing(ann, bob, cat);
        happens(ann.id(), new Event.EndAsked("it is over"));
        happens(ann.id(), new Event.EndConfirmed());
        wants(ann, 1);
        quiet();
        assertTrue(at(ann).log().ended());
        assertEquals(0, at(ann).log().orderedOf(ann.id()));
        isOver(bob, cat);
    }

    @Test
    @DisplayName("P28 P69 an end that comes in the turn of a change is the last that it stamps")
    void endsItsChange() {
        changes();
        happens(ann.id(), new Event.EndAsked("it is over"));
        happens(ann.id(), new Event.EndConfirmed());
        quiet();
        assertTrue(at(ann).log().ended());
        assertEquals(0, at(ann).log().orderedOf(ann.id()));
        isOver(bob, cat);
    }

    @Test
    @DisplayName("P18 P69 a server that may not act, and whose change is denied, does nothing in its turn until it may")
    void mayNotAct() {
        Effect.Claim claim = changes();
        happens(ann.id(), new Event.MayAct(false));
        happens(ann.id(), new Event.Denied(claim.claimId(), ONE, Event.DenialReason.NOT_ADMITTED));
        saysNothing();
        happens(ann.id(), new Event.MayAct(true));
        goesOn();
    }

    @Test
    @DisplayName(
            "P21 P69 a server whose change was overtaken does nothing in its turn until it knows whose the game is")
    void doubts() {
        Effect.Claim claim = changes();
        happens(ann.id(), new Event.Denied(claim.claimId(), TWO, Event.DenialReason.OVERTAKEN));
        saysNothing();
        happens(ann.id(), new Event.GameStatusKnown(ONE, false, ONE, true, false, Optional.of(ann.id())));
        goesOn();
    }

    @Test
    @DisplayName(
            "P18 P69 a server that has all permits, and may not act, takes no turn, nor answers whoever waits for it")
    void takesNoTurn() {
        playing(ann, bob, cat);
        lost = one -> one.message() instanceof Message.Permit && one.from().equals(cat.id());
        wants(ann, 1);
        quiet();
        lost = one -> false;
        wants(bob, 1);
        quiet();
        long stamp = at(ann).permission().orElseThrow().wish().orElseThrow().stamp();
        happens(ann.id(), new Event.MayAct(false));
        said.clear();
        happens(ann.id(), new Event.Heard(cat.id(), new Message.Permit(ONE, stamp, 0)));
        saysNothing();
        happens(ann.id(), new Event.MayAct(true));
        goesOn();
    }
}
