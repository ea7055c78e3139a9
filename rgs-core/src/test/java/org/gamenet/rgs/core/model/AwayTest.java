package org.gamenet.rgs.core.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.machine.GameRules;
import org.gamenet.rgs.core.machine.Incarnation;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.machine.Listing;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.machine.Payload;
import org.gamenet.rgs.core.machine.SeatToken;
import org.gamenet.rgs.core.ordering.EntryBody;
import org.gamenet.rgs.core.ordering.Log;
import org.gamenet.rgs.core.ordering.LogEntry;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.gamenet.rgs.core.reconfiguration.LocalMember;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.gamenet.rgs.core.reconfiguration.PackedState;
import org.gamenet.rgs.core.reconfiguration.Timer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Players that are lost and kept (P76). */
class AwayTest extends OneMachine {
    private static final long SECRET = 77;
    private static final int TURNS = 50;
    private static final GameRules FORGETS =
            new GameRules("away", 3, List.of(Failover.PROMOTED_PLAYER), 1_000, 30_000, 50, Map.of());
    private static final GameRules KEEPS = FORGETS.rejoiningWithin(10_000);

    private final LocalMember server = self(1, Kind.PLAYER);
    private final LocalMember ann = seated(2, 1);
    private final LocalMember bob = seated(3, 1);

    /** A player with a token of its own, in this attempt. */
    private static LocalMember seated(long peer, long attempt) {
        Member plain = self(peer, Kind.PLAYER).me();
        MemberId id = new MemberId(peer, new Incarnation(attempt, peer));
        Member me = new Member(id, plain.name(), plain.kind(), plain.endpoint(), SeatToken.hash(SECRET, peer));
        return new LocalMember(me, 1, Payload.EMPTY, 1, SECRET);
    }

    private static Message.JoinRequest asks(LocalMember who) {
        return new Message.JoinRequest(who.me(), 1, 1, SECRET);
    }

    private MemberState admits(MemberState serving, LocalMember who) {
        MemberState state = hears(serving, who.id(), asks(who));
        state = step(state, new Event.InitialStateTaken(who.id(), state.log().end(), Optional.empty()));
        return hears(state, who.id(), new Message.Confirmed(state.log().end()));
    }

    /** With ann and bob in, and listed. */
    private MemberState serves(LocalMember by, GameRules rules) {
        MemberState serving = MemberState.found(by, rules, ONE).state();
        for (LocalMember each : List.of(ann, bob)) serving = admits(serving, each);
        return listed(serving, 1, by, ann, bob);
    }

    private MemberState listed(MemberState serving, long count, LocalMember... who) {
        List<MemberId> ids = new ArrayList<>();
        for (LocalMember each : who) ids.add(each.id());
        return step(serving, new Event.Listed(serving.epoch(), new Listing(ids, count)));
    }

    /** Bob is gone, and off the list. */
    private MemberState loses(MemberState serving, LocalMember by) {
        return listed(step(serving, new Event.MemberGone(bob.id())), 2, by, ann);
    }

    private MemberState turns(MemberState serving, int times) {
        MemberState state = serving;
        for (int i = 0; i < times; i++) state = step(state, new Event.TimerFired(Timer.AWAY));
        return state;
    }

    private boolean starts(Timer timer) {
        return effects.stream().anyMatch(e -> e instanceof Effect.StartTimer started && started.timer() == timer);
    }

    private boolean stops(Timer timer) {
        return effects.stream().anyMatch(e -> e instanceof Effect.StopTimer stopped && stopped.timer() == timer);
    }

    private List<EntryBody> said() {
        return effects.stream()
                .filter(Effect.Delivered.class::isInstance)
                .map(e -> ((Effect.Delivered) e).entry().body())
                .toList();
    }

    private static List<Long> in(MemberState state) {
        return state.log().roster().players().stream().map(m -> m.id().peer()).toList();
    }

    private static List<Long> away(MemberState state) {
        return state.log().roster().away();
    }

    @Test
    @DisplayName("P76: a lost player is away, off the arbiter's list, and its seat is not sold")
    void aLostPlayerIsKept() {
        MemberState serving = loses(serves(server, KEEPS), server);
        assertEquals(List.of(1L, 2L), in(serving));
        assertEquals(List.of(3L), away(serving));
        assertTrue(((EntryBody.Exited) said().get(0)).kept());
        assertTrue(starts(Timer.AWAY));
        assertEquals(List.of(server.id(), ann.id()), serving.listing().members());
        LocalMember eve = seated(5, 1);
        hears(serving, eve.id(), new Message.JoinRequest(eve.me(), 1, 1, 0));
        assertEquals(Reason.FULL, sent(Message.JoinDenied.class).orElseThrow().reason());
        // Nobody waits for it: what ann has delivered is stable.
        MemberState heard =
                step(serving, new Event.EchoSeen(ann.id(), serving.log().end()));
        assertTrue(heard.log().kept().isEmpty(), () -> "kept for nobody: " + heard.log());
    }

    @Test
    @DisplayName(
            "P76: without rejoinWithin a lost player is out at once, and so is who left, or was put out, or serves")
    void othersAreOut() {
        MemberState forgets = loses(serves(server, FORGETS), server);
        assertEquals(List.of(), away(forgets));
        assertFalse(((EntryBody.Exited) said().get(0)).kept());
        assertFalse(starts(Timer.AWAY));
        MemberState serving = serves(server, KEEPS);
        assertEquals(List.of(), away(hears(serving, bob.id(), new Message.LeaveRequest())));
        assertEquals(List.of(), away(step(serving, new Event.KickAsked(3, "rude"))));
    }

    @Test
    @DisplayName("P76: a player that is away comes back to its seat by its token, and nobody else does")
    void comesBack() {
        MemberState serving = loses(serves(server, KEEPS), server);
        LocalMember back = seated(3, 2);
        hears(serving, back.id(), new Message.JoinRequest(back.me(), 1, 1, SECRET + 1));
        assertEquals(
                Reason.NOT_ADMITTED,
                sent(Message.JoinDenied.class).orElseThrow().reason());
        MemberState state = hears(serving, back.id(), asks(back));
        assertEquals(List.of(new EntryBody.Joined(back.me(), true)), said());
        assertTrue(stops(Timer.AWAY));
        assertEquals(List.of(1L, 2L, 3L), in(state));
        assertEquals(List.of(), away(state));
        assertEquals(List.of(), away(turns(state, TURNS + 1)));
        assertEquals(List.of(1L, 2L, 3L), in(turns(state, TURNS + 1)));
    }

    @Test
    @DisplayName("P76: each has its whole time; when that is over it is out for good, and its seat is another's")
    void theTimeEnds() {
        MemberState serving = loses(serves(server, KEEPS), server);
        serving = turns(serving, TURNS / 2);
        serving = listed(step(serving, new Event.MemberGone(ann.id())), 3, server);
        assertEquals(List.of(3L, 2L), away(serving));
        serving = turns(serving, TURNS / 2 - 1);
        assertEquals(List.of(3L, 2L), away(serving));
        serving = turns(serving, 1);
        assertEquals(List.of(2L), away(serving));
        EntryBody.Exited exit = (EntryBody.Exited) said().get(0);
        assertEquals(bob.id(), exit.who());
        assertFalse(exit.kept());
        serving = turns(serving, TURNS / 2);
        assertEquals(List.of(2L), away(serving));
        serving = turns(serving, 1);
        assertEquals(List.of(), away(serving));
        assertTrue(stops(Timer.AWAY));
        assertEquals(List.of(1L, 5L), in(admits(serving, seated(5, 1))));
    }

    @Test
    @DisplayName("P76 P18: a server that may not act puts out nobody; it does when it may")
    void notWhileItMayNotAct() {
        MemberState serving = loses(serves(server, KEEPS), server);
        serving = step(serving, new Event.MayAct(false));
        serving = turns(serving, TURNS + 3);
        assertEquals(List.of(3L), away(serving));
        serving = step(serving, new Event.MayAct(true));
        assertEquals(List.of(), away(turns(serving, 1)));
    }

    @Test
    @DisplayName(
            "P76 P27: a newer incarnation comes in the place of one that nobody missed: the others are told of both")
    void replaced() {
        LocalMember back = seated(3, 2);
        MemberState state = hears(serves(server, KEEPS), back.id(), asks(back));
        assertEquals(2, said().size());
        EntryBody.Exited exit = (EntryBody.Exited) said().get(0);
        assertEquals(Reason.REPLACED, exit.why());
        assertTrue(exit.kept());
        assertEquals(new EntryBody.Joined(back.me(), true), said().get(1));
        assertEquals(List.of(), away(state));
        hears(serves(server, FORGETS), back.id(), asks(back));
        assertEquals(List.of(new EntryBody.Joined(back.me(), true)), said());
    }

    @Test
    @DisplayName("P76 P28: a player that is away can be put out, and does not come back")
    void kickedWhileAway() {
        MemberState serving = loses(serves(server, KEEPS), server);
        MemberState state = step(serving, new Event.KickAsked(3, "rude"));
        assertEquals(List.of(), away(state));
        assertEquals(Reason.KICKED, ((EntryBody.Exited) said().get(0)).why());
        LocalMember back = seated(3, 2);
        hears(state, back.id(), asks(back));
        assertEquals(Reason.KICKED, sent(Message.JoinDenied.class).orElseThrow().reason());
    }

    @Test
    @DisplayName("P76 P28: a spare that took over does not end the game while somebody is away")
    void theLastPlayerIsAway() {
        MemberState serving = takesOver(self(9, Kind.SERVER), true);
        serving = listed(step(serving, new Event.MemberGone(ann.id())), 5, self(9, Kind.SERVER));
        assertEquals(List.of(), in(serving));
        assertFalse(starts(Timer.LAPSE), () -> "the game is to end: " + effects);
        serving = turns(serving, TURNS + 1);
        assertEquals(List.of(), away(serving));
        assertTrue(starts(Timer.LAPSE));
    }

    @Test
    @DisplayName(
            "P76: who is away stays so under a new server, with the whole time, and so does who was lost with the old one")
    void staysAwayThroughATakeover() {
        MemberState serving = takesOver(self(9, Kind.SERVER), true);
        assertEquals(List.of(3L, 1L), away(serving));
        assertTrue(starts(Timer.AWAY));
        assertEquals(List.of(2L), in(serving));
        MemberState later = turns(serving, TURNS - 1);
        assertEquals(List.of(3L, 1L), away(later));
        assertEquals(List.of(), away(turns(later, 1)));
        LocalMember back = seated(3, 2);
        assertEquals(List.of(2L, 3L), in(hears(serving, back.id(), asks(back))));
        assertEquals(List.of(), away(takesOver(self(9, Kind.SERVER), false)));
    }

    /** A spare takes the game over in which bob is away, and whose server, a player, dies. */
    private MemberState takesOver(LocalMember spare, boolean keeps) {
        GameRules rules = keeps ? KEEPS : FORGETS;
        Log log = loses(serves(server, rules), server).log();
        Event.Offered offer = new Event.Offered(7, rules, ONE, List.of(server.me(), ann.me()), List.of(ann.id()), 0);
        MemberState state = step(MemberState.standBy(spare), offer);
        long claim = did(Effect.Claim.class).orElseThrow().claimId();
        state = step(state, new Event.Granted(claim, TWO, List.of(server.id(), ann.id())));
        state = step(state, new Event.MemberGone(server.id()));
        PackedState packed = new PackedState(Payload.EMPTY, false, 5, ONE, 5, Map.of(), List.of(), 0);
        state = hears(
                state, ann.id(), new Message.CollectReply(TWO, 2, true, log, rules, 1, false, Optional.of(packed)));
        assertEquals("Restoring", state.name());
        state = step(state, new Event.RestoreDone(true, 3, "", List.of()));
        state = step(state, new Event.Activated(TWO, true, new Listing(List.of(spare.id(), ann.id()), 3)));
        assertEquals("Serving", state.name());
        LogEntry ack = state.log().kept().get(state.log().kept().size() - 1);
        assertEquals(0, ack.seq());
        return state;
    }
}
