package org.gamenet.rgs.core.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.machine.Listing;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.gamenet.rgs.core.reconfiguration.LocalMember;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.gamenet.rgs.core.reconfiguration.Timer;
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

    private MemberState granted(MemberState state) {
        return step(state, new Event.Granted(claimId, next(), List.of(server.id(), ann.id())));
    }

    private MemberState changed(MemberState state) {
        return step(state, new Event.Activated(next(), true, new Listing(List.of(server.id(), ann.id()), 2)));
    }

    private Epoch next() {
        return new Epoch(2, claimId);
    }

    private MemberState denied(MemberState state) {
        return step(state, new Event.Denied(claimId, ONE, Event.DenialReason.OVERTAKEN));
    }

    private List<MemberId> newcomers() {
        return effects.stream()
                .filter(Effect.TakeInitialState.class::isInstance)
                .map(taken -> ((Effect.TakeInitialState) taken).newcomer())
                .toList();
    }

    @Test
    @DisplayName("P26 P45: they are told to wait, and are let in, each once, as soon as the change is over")
    void afterAChange() {
        MemberState state = asks(asks(asks(changing(), bob), cyd), bob);
        assertEquals(new Message.FrozenWait(ONE), sent(Message.FrozenWait.class).orElseThrow());
        state = granted(state);
        assertFalse(state.log().roster().has(bob.id()));
        state = changed(state);
        assertEquals(List.of(bob.id(), cyd.id()), newcomers());
        assertEquals(new Epoch(2, claimId), state.log().end().epoch());
    }

    @Test
    @DisplayName("P26 P45: they are let in in the old epoch if the arbiter denies the change")
    void afterADenial() {
        MemberState state = denied(asks(changing(), bob));
        assertEquals(List.of(bob.id()), newcomers());
        assertEquals(ONE, state.log().end().epoch());
    }

    @Test
    @DisplayName("P26: a newcomer that has not repeated its request when the arbiter is asked again may be dead")
    void untilTheArbiterIsAskedAgain() {
        MemberState state = asks(asks(changing(), bob), cyd);
        state = asks(step(state, new Event.TimerFired(Timer.ASK_ARBITER)), cyd);
        state = denied(state);
        assertFalse(state.log().roster().has(bob.id()));
        assertTrue(state.log().roster().has(cyd.id()));
    }

    @Test
    @DisplayName("P26 P28: a newcomer that went meanwhile, or died, is not let in")
    void wentMeanwhile() {
        MemberState state = asks(asks(changing(), bob), cyd);
        state = hears(state, bob.id(), new Message.LeaveRequest());
        state = step(state, new Event.MemberGone(cyd.id()));
        denied(state);
        assertEquals(List.of(), newcomers());
    }

    @Test
    @DisplayName("P26: no more wait than the game has seats, and each takes one place however often it asks")
    void noMoreThanSeats() {
        MemberState state = asks(changing(), self(10, Kind.PLAYER));
        for (int peer = 10; peer < 10 + RULES.maxPlayers(); peer++) state = asks(state, self(peer, Kind.PLAYER));
        denied(asks(state, bob));
        // Ann has a seat: the last of those that were kept comes too late, and Bob, who was not, is told nothing.
        assertEquals(RULES.maxPlayers() - 1, newcomers().size());
        List<Long> turnedDown = effects.stream()
                .filter(effect -> effect instanceof Effect.Send send && send.message() instanceof Message.JoinDenied)
                .map(effect -> ((Effect.Send) effect).to().peer())
                .toList();
        assertEquals(List.of(9L + RULES.maxPlayers()), turnedDown);
    }

    @Test
    @DisplayName("P26 P18: a server that may not act keeps none: another may have let them in")
    void whileItMayNotAct() {
        MemberState mute = asks(step(changing(), new Event.MayAct(false)), bob);
        assertFalse(denied(step(mute, new Event.MayAct(true))).log().roster().has(bob.id()));
    }

    @Test
    @DisplayName("P26 P28: a server that ends its game keeps none")
    void whileItEnds() {
        MemberState ends = asks(step(changing(), new Event.EndAsked("over")), bob);
        assertFalse(denied(ends).log().roster().has(bob.id()));
        assertFalse(sent(Message.JoinDenied.class).isPresent());
    }
}
