package org.gamenet.rgs.core.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.core.machine.GameRules;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.gamenet.rgs.core.reconfiguration.LocalMember;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A server that leaves as its members do: it waits for nobody that could not go on. */
class AllLeaveTest extends AnnFollows {
    private final LocalMember bob = self(3, Kind.PLAYER);

    private MemberState letIn(MemberState state, LocalMember newcomer) {
        return hears(state, newcomer.id(), new Message.JoinRequest(newcomer.me(), 1, 1, 0));
    }

    private MemberState leaves(MemberState state) {
        return step(state, new Event.LeaveAsked());
    }

    @Test
    @DisplayName("P28: it goes when all others leave or have died, and tells them")
    void afterTheLast() {
        MemberState departing = leaves(letIn(serving, bob));
        departing = hears(departing, ann.id(), new Message.LeaveRequest());
        assertEquals("Departing", departing.name());
        departing = hears(departing, ann.id(), new Message.LeaveRequest());
        assertEquals("Departing", departing.name());
        departing = step(departing, new Event.MemberGone(bob.id()));
        assertEquals("GameOver", departing.name());
        assertEquals(
                new Message.LeaveRequest(), did(Effect.Cast.class).orElseThrow().message());
    }

    @Test
    @DisplayName("P28: a stranger that says goodbye is none of them")
    void notForStrangers() {
        MemberState departing = hears(leaves(serving), bob.id(), new Message.LeaveRequest());
        assertEquals("Departing", departing.name());
        assertEquals(
                "GameOver",
                hears(departing, ann.id(), new Message.LeaveRequest()).name());
    }

    @Test
    @DisplayName("P28 P49: it waits for a spare, which need not be in the game")
    void forASpare() {
        GameRules rules = new GameRules("ways", 8, List.of(Failover.SPARE_SERVER), 1_000, 30_000, 50, Map.of());
        MemberState departing =
                leaves(letIn(MemberState.found(server, rules, ONE).state(), bob));
        assertEquals(
                "Departing",
                hears(departing, bob.id(), new Message.LeaveRequest()).name());
    }

    @Test
    @DisplayName("P28: a follower that leaves goes when its server says that it goes as the last, and for no other")
    void followers() {
        MemberState leaving = leaves(following);
        assertEquals("Leaving", leaving.name());
        leaving = hears(leaving, bob.id(), new Message.LeaveRequest());
        assertEquals("Leaving", leaving.name());
        assertEquals(Optional.of(server.id()), leaving.watches());
        assertEquals(
                "GameOver",
                hears(leaving, server.id(), new Message.LeaveRequest()).name());
    }
}
