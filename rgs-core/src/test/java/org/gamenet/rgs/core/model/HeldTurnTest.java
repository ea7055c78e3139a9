package org.gamenet.rgs.core.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.gamenet.rgs.core.reconfiguration.LocalMember;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a server does, and does not, in a turn that it has already (P69): nothing behind the end. */
class HeldTurnTest extends AskingGame {

    private Effect.Claim claim() {
        return others.stream()
                .filter(Effect.Claim.class::isInstance)
                .map(Effect.Claim.class::cast)
                .findFirst()
                .orElseThrow();
    }

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
}
