package org.gamenet.rgs.core.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.GameRules;
import org.gamenet.rgs.core.machine.Incarnation;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.machine.Payload;
import org.gamenet.rgs.core.machine.SeatToken;
import org.gamenet.rgs.core.membership.Roster;
import org.gamenet.rgs.core.ordering.EntryBody;
import org.gamenet.rgs.core.ordering.Log;
import org.gamenet.rgs.core.ordering.LogEntry;
import org.gamenet.rgs.core.ordering.Marks;
import org.gamenet.rgs.core.ordering.Position;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.gamenet.rgs.core.reconfiguration.LocalMember;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.gamenet.rgs.core.reconfiguration.Step;
import org.gamenet.rgs.core.reconfiguration.Timer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Messages that the machines refuse, each with a reason that its sender is told, or that a log names. */
class RefusalsTest {
    private static final Epoch ONE = new Epoch(1, 11);
    private static final int PLAYERS = 2;
    private static final int MEMBERS = 4;
    private static final int PENDING = 2;
    private static final long SECRET = 77;
    /** As Roster says. */
    private static final int LAPSED_MAX = 1_024;

    private static final GameRules RULES =
            new GameRules("refusals", PLAYERS, List.of(Failover.PROMOTED_PLAYER), 1_000, 30_000, 50, Map.of());

    private MemberState serving = MemberState.found(
                    new LocalMember(member(1, Kind.SERVER), 1, Payload.EMPTY, 1, 0, MEMBERS, PENDING, 3, true),
                    RULES,
                    ONE)
            .state();

    private static Member member(long peer, Kind kind) {
        return new Member(new MemberId(peer, new Incarnation(7, peer)), "m" + peer, kind, new Endpoint("x", 1, 1), 5);
    }

    private void asks(Member who) {
        serving = serving.on(new Event.Heard(who.id(), new Message.JoinRequest(who, 1, 1, 0)))
                .state();
    }

    private void isIn(Member who) {
        asks(who);
        serving = serving.on(new Event.InitialStateTaken(who.id(), serving.log().end(), Optional.empty()))
                .state();
        serving = serving.on(new Event.Heard(
                        who.id(), new Message.Confirmed(serving.log().end())))
                .state();
        assertTrue(serving.log().roster().has(who.id()));
    }

    private Message.JoinDenied denied(Message.JoinRequest request) {
        Step step = serving.on(new Event.Heard(request.me().id(), request));
        assertEquals(serving, step.state());
        return (Message.JoinDenied) ((Effect.Send) step.effects().get(0)).message();
    }

    private Reason why(Member who) {
        return denied(new Message.JoinRequest(who, 1, 1, 0)).reason();
    }

    @Test
    @DisplayName("P26 whoever speaks another version, or has other records, is told so")
    void speaksOtherwise() {
        Member ann = member(2, Kind.PLAYER);
        assertEquals(
                Reason.VERSIONS_DIFFER,
                denied(new Message.JoinRequest(ann, 1, 2, 0)).reason());
        assertEquals(
                Reason.RECORDS_DIFFER,
                denied(new Message.JoinRequest(ann, 2, 1, 0)).reason());
    }

    @Test
    @DisplayName("P26 a closed game lets no newcomer in")
    void isClosed() {
        serving = serving.on(new Event.OpenAsked(false)).state();
        assertEquals(Reason.NOT_ADMITTED, why(member(2, Kind.PLAYER)));
    }

    private Member backsUp(long peer, GameRules rules) {
        serving = MemberState.found(
                        new LocalMember(member(1, Kind.SERVER), 1, Payload.EMPTY, 1, 0, MEMBERS, PENDING, 3, true),
                        rules,
                        ONE)
                .state();
        return member(peer, Kind.SERVER);
    }

    @Test
    @DisplayName("P49 one process that plays nothing is let in to back the server up, open or not, and no second one")
    void letsOneInThatPlaysNothing() {
        Member spare = backsUp(2, ways(Failover.HOT_BACKUP));
        serving = serving.on(new Event.OpenAsked(false)).state();
        isIn(spare);
        assertEquals(Reason.NOT_ADMITTED, why(member(3, Kind.SERVER)));
        assertEquals(Reason.NOT_ADMITTED, why(member(4, Kind.PLAYER)), "it is closed");
        asks(spare);
        assertTrue(serving.log().roster().has(spare.id()), "its own request again");
    }

    @Test
    @DisplayName("P49 a game that names no such way, or is one of equals, wants no process that plays nothing")
    void wantsNobodyThatPlaysNothing() {
        isIn(backsUp(2, ways(Failover.SPARE_SERVER)));
        assertEquals(Reason.NOT_ADMITTED, why(backsUp(2, ways(Failover.PROMOTED_PLAYER))));
        assertEquals(
                Reason.NOT_ADMITTED, why(backsUp(2, ways(Failover.HOT_BACKUP).amongPeers())));
    }

    @Test
    @DisplayName("P49 P27 one that was in the game comes back, whoever has taken its place beside the server")
    void letsBackInThatPlaysNothing() {
        backsUp(2, ways(Failover.HOT_BACKUP));
        Member spare = spare(7);
        isIn(spare);
        serving = serving.on(new Event.Heard(spare.id(), new Message.LeaveRequest()))
                .state();
        isIn(member(3, Kind.SERVER));
        serving = serving.on(new Event.Heard(spare(8).id(), new Message.JoinRequest(spare(8), 1, 1, SECRET)))
                .state();
        assertTrue(serving.log().roster().has(spare(8).id()));
        serving = serving.on(new Event.Heard(spare(9).id(), new Message.JoinRequest(spare(9), 1, 1, SECRET)))
                .state();
        assertTrue(serving.log().roster().has(spare(9).id()), "its older self need not be missed first");
        Member player = new Member(
                new MemberId(4, new Incarnation(1, 4)), "m4", Kind.PLAYER, spare.endpoint(), SeatToken.hash(SECRET, 4));
        isIn(player);
        serving = serving.on(new Event.Heard(player.id(), new Message.LeaveRequest()))
                .state();
        MemberId other = new MemberId(4, new Incarnation(2, 4));
        Member poses = new Member(other, "m4", Kind.SERVER, spare.endpoint(), SeatToken.hash(SECRET, 4));
        assertEquals(
                Reason.NOT_ADMITTED,
                denied(new Message.JoinRequest(poses, 1, 1, SECRET)).reason());
    }

    private static Member spare(long attempt) {
        MemberId id = new MemberId(2, new Incarnation(attempt, 2));
        return new Member(id, "m2", Kind.SERVER, new Endpoint("x", 1, 1), SeatToken.hash(SECRET, 2));
    }

    private static GameRules ways(Failover way) {
        return new GameRules("refusals", PLAYERS, List.of(way), 1_000, 30_000, 50, Map.of());
    }

    @Test
    @DisplayName("P26 P52 no more players than seats, and no more members than the server takes")
    void isFull() {
        isIn(member(2, Kind.PLAYER));
        isIn(member(3, Kind.PLAYER));
        Message.JoinDenied player = denied(new Message.JoinRequest(member(4, Kind.PLAYER), 1, 1, 0));
        assertEquals(Reason.FULL, player.reason());
        assertTrue(player.detail().contains(PLAYERS + " seats"), player.detail());
        isIn(member(5, Kind.SPECTATOR));
        Message.JoinDenied any = denied(new Message.JoinRequest(member(6, Kind.SPECTATOR), 1, 1, 0));
        assertEquals(Reason.FULL, any.reason());
        assertTrue(any.detail().contains(MEMBERS + " members"), any.detail());
    }

    @Test
    @DisplayName("P26 P52 no more newcomers at a time than the server takes")
    void isBusy() {
        asks(member(2, Kind.PLAYER));
        asks(member(5, Kind.SPECTATOR));
        Message.JoinDenied third = denied(new Message.JoinRequest(member(3, Kind.PLAYER), 1, 1, 0));
        assertEquals(Reason.FULL, third.reason());
        assertTrue(third.detail().contains("wait"), third.detail());
    }

    @Test
    @DisplayName("P12 a spare counts nobody for a supporter whom the offer does not name")
    void countsNoStrangers() {
        Member ann = member(2, Kind.PLAYER);
        Event.Offered offer = new Event.Offered(1, RULES, ONE, List.of(ann), List.of(), 0);
        MemberState spare = MemberState.standBy(new LocalMember(member(9, Kind.SERVER), 1, Payload.EMPTY, 1, 0))
                .on(offer)
                .state();
        for (Member each : List.of(ann, member(3, Kind.PLAYER)))
            spare = spare.on(new Event.Heard(each.id(), new Message.Suspicion(ONE, false, false)))
                    .state();
        Effect.Claim claim = (Effect.Claim)
                spare.on(new Event.TimerFired(Timer.CLAIM)).effects().get(0);
        assertEquals(List.of(ann.id()), claim.supporters());
    }

    @Test
    @DisplayName("P22 a log takes what comes next and nothing else, and an epoch has an authority")
    void takesOnlyTheNextFrame() {
        LogEntry hole = new LogEntry(new Position(ONE, serving.log().end().seq() + 2), new EntryBody.Ended("over"));
        assertThrows(AssertionError.class, () -> serving.log().with(hole));
        assertThrows(
                IllegalArgumentException.class,
                () -> EntryBody.Ack.of(
                        Position.NONE,
                        List.of(),
                        Optional.empty(),
                        List.of(),
                        List.of(),
                        List.of(),
                        Map.of(),
                        false,
                        Double.NaN,
                        Double.NaN,
                        0,
                        false));
        Log over = serving.log().with(new LogEntry(serving.log().end().next(), new EntryBody.Ended("over")));
        assertTrue(
                !over.takes(new LogEntry(over.end().next(), new EntryBody.Ended("again"))),
                "nothing comes behind the end");
    }

    @Test
    @DisplayName("P23 marks hold each request once; what both contain is what each contains")
    void marksHoldEachOnce() {
        Marks some = Marks.NONE.with(1).with(3).with(3);
        assertEquals(new Marks(1, List.of(3L)), some);
        assertEquals(some, some.with(1));
        assertEquals(new Marks(1, List.of()), some.and(new Marks(1, List.of(5L))));
        assertEquals(new Marks(1, List.of(3L)), some.and(new Marks(4, List.of())));
    }

    @Test
    @DisplayName("P28 P52 so many lapsed seats are remembered and no more, the newest")
    void forgetsTheOldestSeat() {
        Roster roster = Roster.EMPTY;
        for (long peer = 1; peer <= LAPSED_MAX + 1; peer++) {
            Member one = member(peer, Kind.PLAYER);
            roster = roster.with(one).without(one.id(), true);
        }
        assertEquals(LAPSED_MAX, roster.lapsed().size());
        assertTrue(roster.findLapsed(1).isEmpty() && roster.findLapsed(2).isPresent());
    }

    @Test
    @DisplayName("P26 a newcomer that nobody answers says that it goes, first of all: it may have been let in")
    void goesWithAWord() {
        Step over = MemberState.join(
                        new LocalMember(member(2, Kind.PLAYER), 1, Payload.EMPTY, 1, 0, MEMBERS, PENDING, 3, true),
                        RULES,
                        Epoch.NONE)
                .state()
                .on(new Event.TimerFired(Timer.NO_GAME));
        assertEquals("GameOver", over.state().name());
        List<Effect> told = over.effects().stream()
                .filter(e -> e instanceof Effect.Cast || e instanceof Effect.Close)
                .toList();
        assertEquals(new Effect.Cast(new Message.LeaveRequest()), told.get(0));
        assertInstanceOf(Effect.Close.class, told.get(1));
    }

    @Test
    @DisplayName("P26.3 P75 a newcomer has 5 D to hear a word; a member that comes back asks the arbiter after 2 D")
    void waitsForAWord() {
        LocalMember self = new LocalMember(member(2, Kind.PLAYER), 1, Payload.EMPTY, 1, 0, MEMBERS, PENDING, 3, true);
        long suspect = RULES.suspectAfterMillis();
        Step joins = MemberState.join(self, RULES, Epoch.NONE);
        assertTrue(joins.effects().contains(new Effect.StartTimer(Timer.NO_GAME, 5 * suspect)));
        Step returns = MemberState.rejoin(self, RULES, ONE, Log.EMPTY);
        assertTrue(returns.effects().contains(new Effect.StartTimer(Timer.NO_GAME, 2 * suspect)));
    }

    @Test
    @DisplayName("P33 a member that waits for its seat declines to serve at once, and waits on")
    void cannotServeYet() {
        LocalMember self = new LocalMember(member(2, Kind.PLAYER), 1, Payload.EMPTY, 1, 0, MEMBERS, PENDING, 3, true);
        MemberId negotiator = member(3, Kind.PLAYER).id();
        MemberState waits = MemberState.join(self, RULES, Epoch.NONE).state();
        Step asked = waits.on(new Event.Heard(negotiator, new Message.Promote(ONE, List.of(negotiator))));
        assertEquals(waits, asked.state());
        Effect.Send said = assertInstanceOf(Effect.Send.class, asked.effects().get(0));
        assertEquals(negotiator, said.to());
        Message.PromoteAnswer answer = assertInstanceOf(Message.PromoteAnswer.class, said.message());
        assertFalse(answer.agrees());
        assertEquals(ONE, answer.failed());
    }
}
