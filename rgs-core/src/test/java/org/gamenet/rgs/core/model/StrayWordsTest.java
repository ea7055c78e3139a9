package org.gamenet.rgs.core.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.machine.Payload;
import org.gamenet.rgs.core.ordering.Position;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Events and messages that come late, twice, or to the wrong member. */
class StrayWordsTest extends AnnBacksUp {

    private void nothing(MemberState before, Event event) {
        assertEquals(before, step(before, event));
        assertEquals(List.of(), effects);
    }

    @Test
    @DisplayName("P69 a server that gives all entries their places itself shows none on request")
    void showsNothingOnRequest() {
        Position before = serving.log().end();
        orders(bob);
        nothing(serving, new Event.Heard(bob.id(), new Message.ShownWanted(before)));
    }

    @Test
    @DisplayName("P25 a member that is not on the roster is put out of nothing, however silent it is")
    void putsNoStrangerOut() {
        nothing(serving, new Event.MemberOverdue(self(9, Kind.PLAYER).id(), "silent"));
    }

    @Test
    @DisplayName("P28 a game ends once: neither a second end nor a leave of its server is begun meanwhile")
    void endsOnce() {
        MemberState ending = step(serving, new Event.EndAsked("the match is over"));
        assertTrue(did(Effect.TellEnd.class).isPresent());
        nothing(ending, new Event.EndAsked("once more"));
        nothing(ending, new Event.LeaveAsked());
    }

    @Test
    @DisplayName("P25 a newcomer that is put out before it was let in comes again, and is not closed")
    void comesAgain() {
        MemberState joining =
                MemberState.join(self(9, Kind.PLAYER), rules, Epoch.NONE).state();
        Message.JoinDenied denied = new Message.JoinDenied(Reason.CRASHED, "silent", Payload.EMPTY);
        assertEquals("GameOver", hears(joining, server.id(), denied).name());
        assertTrue(did(Effect.Rejoin.class).isPresent());
        assertTrue(did(Effect.Close.class).isEmpty());
    }

    @Test
    @DisplayName("P33 a suspicion that a follower heard before it suspects the server supports its claim")
    void remembersWhoSuspects() {
        backup = hears(backup, bob.id(), new Message.Suspicion(backup.epoch(), false, false));
        step(backup, new Event.HolderSuspected(server.id(), "gone", 1));
        assertTrue(did(Effect.Claim.class).orElseThrow().supporters().contains(bob.id()));
    }
}
