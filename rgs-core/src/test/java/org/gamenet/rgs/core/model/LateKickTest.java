package org.gamenet.rgs.core.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.GameRules;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.machine.Listing;
import org.gamenet.rgs.core.machine.PeerRequest;
import org.gamenet.rgs.core.ordering.EntryBody;
import org.gamenet.rgs.core.ordering.Log;
import org.gamenet.rgs.core.ordering.LogEntry;
import org.gamenet.rgs.core.ordering.Position;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.gamenet.rgs.core.reconfiguration.LocalMember;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A player that is kicked while the server cannot stamp. */
class LateKickTest extends AnnFollows {
    private final Event kick = new Event.KickAsked(ann.id().peer(), "rude");

    private static boolean hasAnn(MemberState state) {
        return state.log().roster().ids().size() == 2;
    }

    /** The exits that the last step told. */
    private List<EntryBody.Exited> exits() {
        return effects.stream()
                .filter(Effect.Delivered.class::isInstance)
                .map(told -> ((Effect.Delivered) told).entry().body())
                .filter(EntryBody.Exited.class::isInstance)
                .map(EntryBody.Exited.class::cast)
                .toList();
    }

    private final EntryBody.Exited out = new EntryBody.Exited(ann.id(), Reason.KICKED, "rude");

    /** A backup is being named: the claim is under way. */
    private MemberState changing() {
        return step(serving, new Event.ChangeAsked(List.of(server.id(), ann.id())));
    }

    @Test
    @DisplayName("P28 P45: it is out, once, as soon as the planned change is over, in its epoch")
    void afterAChange() {
        MemberState state = changing();
        long claimId = did(Effect.Claim.class).orElseThrow().claimId();
        Epoch next = new Epoch(2, claimId);
        state = step(step(state, kick), kick);
        assertTrue(hasAnn(state));
        state = step(state, new Event.Granted(claimId, next, List.of(server.id(), ann.id())));
        assertTrue(hasAnn(state));
        state = step(state, new Event.Activated(next, true, new Listing(List.of(server.id(), ann.id()), 2)));
        assertEquals(List.of(out), exits());
        assertFalse(hasAnn(state));
        assertEquals(next, state.log().end().epoch());
    }

    @Test
    @DisplayName("P28 P45: it is out when the arbiter denies the change")
    void afterADenial() {
        MemberState state = changing();
        long claimId = did(Effect.Claim.class).orElseThrow().claimId();
        state = step(step(state, kick), new Event.Denied(claimId, ONE, Event.DenialReason.OVERTAKEN));
        assertEquals(List.of(out), exits());
        assertEquals(ONE, state.log().end().epoch());
    }

    @Test
    @DisplayName("P28 P18: it is out as soon as the server may act again")
    void whileItMayNotAct() {
        MemberState mute = step(step(serving, new Event.MayAct(false)), kick);
        assertTrue(hasAnn(mute));
        step(mute, new Event.MayAct(true));
        assertEquals(List.of(out), exits());
    }

    @Test
    @DisplayName("P28 P49: one that plays nothing, and says once that it goes, is out when the change is over")
    void goesMeanwhile() {
        LocalMember spare = self(4, Kind.SERVER);
        GameRules takes = new GameRules("spare", 8, List.of(Failover.SPARE_SERVER), 1_000, 30_000, 50, Map.of());
        MemberState state = MemberState.found(server, takes, ONE).state();
        state = hears(state, spare.id(), new Message.JoinRequest(spare.me(), 1, 1, 0));
        state = step(state, new Event.ChangeAsked(List.of(server.id())));
        long claimId = did(Effect.Claim.class).orElseThrow().claimId();
        state = hears(state, spare.id(), new Message.LeaveRequest());
        assertTrue(state.log().roster().has(spare.id()));
        state = step(state, new Event.Denied(claimId, ONE, Event.DenialReason.OVERTAKEN));
        assertFalse(state.log().roster().has(spare.id()));
    }

    @Test
    @DisplayName("P49 one that plays nothing, and is out of the game, says that it goes: its voice may be waited for")
    void saysThatItGoes() {
        LocalMember spare = self(4, Kind.SERVER);
        Position end = serving.log().end();
        Log in = serving.log().with(new LogEntry(end.next(), new EntryBody.Joined(spare.me(), false)));
        MemberState follows = hears(
                MemberState.join(spare, RULES, Epoch.NONE).state(),
                server.id(),
                new Message.InitialAck(ONE, in, RULES, Optional.empty()));
        EntryBody out = new EntryBody.Exited(spare.id(), Reason.CRASHED, "silent");
        hears(follows, server.id(), new Message.EntryNews(new LogEntry(in.end().next(), out)));
        assertEquals(
                new Message.LeaveRequest(), did(Effect.Cast.class).orElseThrow().message());
        assertEquals(Reason.CUT_OFF, did(Effect.Close.class).orElseThrow().reason());
    }

    @Test
    @DisplayName("P28 P21: a server that was deposed refuses what it could not do, and says so")
    void afterItsTime() {
        MemberState mute = step(step(serving, new Event.MayAct(false)), kick);
        step(mute, new Event.GameStatusKnown(TWO, false, TWO, true, false, Optional.empty()));
        assertEquals(ann.id().peer(), did(Effect.Refuse.class).orElseThrow().peer());
    }

    @Test
    @DisplayName("P28 P21: so does one that was to end its game, and had no word from the arbiter of that")
    void endsNothingAfterItsTime() {
        MemberState host = MemberState.found(self(5, Kind.PLAYER), RULES, ONE).state();
        MemberState ends = step(step(host, new Event.MayAct(false)), new Event.EndAsked("the match is over"));
        step(ends, new Event.GameStatusKnown(TWO, false, TWO, true, false, Optional.empty()));
        assertEquals(PeerRequest.END, did(Effect.Refuse.class).orElseThrow().request());
    }

    @Test
    @DisplayName("P21 P28: one that is to end its game makes no use of a number that it claimed in a dispute")
    void endsInADispute() {
        MemberState host = MemberState.found(self(5, Kind.PLAYER), RULES, ONE).state();
        MemberState asks = step(host, new Event.GameStatusKnown(TWO, true, ONE, true, false, Optional.empty()));
        Effect.Claim claim = did(Effect.Claim.class).orElseThrow();
        MemberState ends = step(asks, new Event.EndAsked("the match is over"));
        Epoch next = new Epoch(claim.expected() + 1, claim.claimId());
        MemberState waits = step(
                ends,
                new Event.Granted(claim.claimId(), next, List.of(host.self().id())));
        assertEquals(next, did(Effect.Release.class).orElseThrow().epoch());
        assertEquals(ONE, did(Effect.TellEnd.class).orElseThrow().epoch());
        step(waits, new Event.EndConfirmed());
        assertEquals(Reason.ENDED, did(Effect.Close.class).orElseThrow().reason());
    }
}
