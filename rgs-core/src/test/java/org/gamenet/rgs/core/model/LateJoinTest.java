package org.gamenet.rgs.core.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.machine.Listing;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.gamenet.rgs.core.reconfiguration.LocalMember;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Newcomers that ask for a seat while the server changes its epoch. */
class LateJoinTest extends AnnFollows {
    private final LocalMember bob = self(3, Kind.PLAYER);
    private final LocalMember cyd = self(4, Kind.PLAYER);
    private long claimId;

    private MemberState changing() {
        MemberState state = step(serving, new Event.ChangeAsked(List.of(server.id(), ann.id())));
        claimId = did(Effect.Claim.class).orElseThrow().claimId();
        return state;
    }

    private MemberState asks(MemberState state, LocalMember newcomer) {
        return hears(state, newcomer.id(), new Message.JoinRequest(newcomer.me(), 1, 1, 0));
    }

    private MemberState changed(MemberState state) {
        Epoch next = new Epoch(2, claimId);
        MemberState granted = step(state, new Event.Granted(claimId, next, List.of(server.id(), ann.id())));
        return step(granted, new Event.Activated(next, true, new Listing(List.of(server.id(), ann.id()), 2)));
    }

    private MemberState denied(MemberState state) {
        return step(state, new Event.Denied(claimId, ONE, Event.DenialReason.OVERTAKEN));
    }

    @Test
    @DisplayName("P26 P45: they are told to wait, and are let in, each once, as soon as the change is over")
    void afterAChange() {
        MemberState state = asks(asks(asks(changing(), bob), cyd), bob);
        assertEquals(new Message.FrozenWait(ONE), sent(Message.FrozenWait.class).orElseThrow());
        assertFalse(state.log().roster().has(bob.id()));
        state = changed(state);
        assertEquals(
                List.of(bob.id(), cyd.id()),
                effects.stream()
                        .filter(Effect.TakeInitialState.class::isInstance)
                        .map(taken -> ((Effect.TakeInitialState) taken).newcomer())
                        .toList());
        assertEquals(2, state.log().end().epoch().number());
    }

    @Test
    @DisplayName("P26 P45: they are let in in the old epoch if the arbiter denies the change")
    void afterADenial() {
        MemberState state = denied(asks(changing(), bob));
        assertTrue(state.log().roster().has(bob.id()));
        assertEquals(ONE, state.log().end().epoch());
    }

    @Test
    @DisplayName("P26 P28: a newcomer that went meanwhile, or died, is not let in")
    void wentMeanwhile() {
        MemberState state = asks(asks(changing(), bob), cyd);
        state = hears(state, bob.id(), new Message.LeaveRequest());
        state = step(state, new Event.MemberGone(cyd.id()));
        assertEquals(2, denied(state).log().roster().ids().size());
    }

    @Test
    @DisplayName("P26: no more wait than the game has seats, and one that asks again has its place still")
    void noMoreThanSeats() {
        MemberState state = changing();
        for (int peer = 10; peer < 10 + RULES.maxPlayers(); peer++) state = asks(state, self(peer, Kind.PLAYER));
        state = asks(asks(state, bob), self(10, Kind.PLAYER));
        state = denied(state);
        assertFalse(state.log().roster().has(bob.id()));
        assertTrue(state.log().roster().has(self(10, Kind.PLAYER).id()));
    }

    @Test
    @DisplayName("P26 P18: a server that may not act forgets them: another may have let them in")
    void whileItMayNotAct() {
        MemberState mute = asks(step(serving, new Event.MayAct(false)), bob);
        assertFalse(step(mute, new Event.MayAct(true)).log().roster().has(bob.id()));
    }
}
