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
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.GameRules;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.machine.Listing;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.machine.Payload;
import org.gamenet.rgs.core.ordering.EntryBody;
import org.gamenet.rgs.core.ordering.Log;
import org.gamenet.rgs.core.ordering.LogEntry;
import org.gamenet.rgs.core.ordering.Position;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.gamenet.rgs.core.reconfiguration.LocalMember;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.gamenet.rgs.core.reconfiguration.PackedState;
import org.gamenet.rgs.core.reconfiguration.Timer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A server that goes or stays while its authority changes, and what a holder owes once its epoch is on. */
class TakeoverCornersTest extends OneMachine {
    private static final GameRules RULES =
            new GameRules("corners", 8, List.of(Failover.PROMOTED_PLAYER), 1_000, 30_000, 50, Map.of());

    private final LocalMember ann = self(2, Kind.PLAYER);
    private final LocalMember bob = self(3, Kind.PLAYER);
    private final LocalMember carol = self(4, Kind.PLAYER);

    /** With bob in. */
    private MemberState serves(LocalMember server) {
        MemberState serving = MemberState.found(server, RULES, ONE).state();
        serving = hears(serving, bob.id(), new Message.JoinRequest(bob.me(), 1, 1, 0));
        serving = step(
                serving, new Event.InitialStateTaken(bob.id(), serving.log().end(), Optional.empty()));
        serving = hears(serving, bob.id(), new Message.Confirmed(serving.log().end()));
        return step(serving, new Event.Listed(ONE, new Listing(List.of(server.id(), bob.id()), 1)));
    }

    private MemberState changes(MemberState serving) {
        return step(serving, new Event.ChangeAsked(List.of(serving.self().id())));
    }

    private Event granted(MemberState changing) {
        long claim = did(Effect.Claim.class).orElseThrow().claimId();
        return new Event.Granted(claim, TWO, List.of(changing.self().id(), bob.id()));
    }

    private List<Epoch> released() {
        return effects.stream()
                .filter(Effect.Release.class::isInstance)
                .map(e -> ((Effect.Release) e).epoch())
                .toList();
    }

    @Test
    @DisplayName("P7: a server that goes before its planned change is on releases that epoch, too")
    void aChangeThatIsGrantedGoesWithTheServer() {
        MemberState changing = changes(serves(ann));
        changing = step(changing, granted(changing));
        changing = step(changing, new Event.LeaveAsked());
        MemberState gone = step(changing, new Event.TimerFired(Timer.DEPART));
        assertEquals("Departing", gone.name());
        assertEquals(List.of(ONE, TWO), released());
    }

    @Test
    @DisplayName("P7: a planned change that is granted after its server took leave is given back")
    void aChangeThatIsGrantedTooLateIsGivenBack() {
        MemberState changing = changes(serves(ann));
        Event late = granted(changing);
        MemberState departing = step(step(changing, new Event.LeaveAsked()), new Event.TimerFired(Timer.DEPART));
        assertEquals("Departing", departing.name());
        assertEquals(List.of(ONE), released());
        step(departing, late);
        assertEquals(List.of(TWO), released());
    }

    @Test
    @DisplayName("P21 P45: a server that may not act, and waits with its change, asks whose the game is")
    void aChangeKeepsNoDisputeFromBeingSettled() {
        MemberState changing = changes(serves(ann));
        changing = step(step(changing, granted(changing)), new Event.MayAct(false));
        changing = step(changing, new Event.Activated(TWO, true, new Listing(List.of(bob.id()), 2)));
        assertTrue(changing.changes(), "the change is on, and waits for the right to act");
        changing = step(hears(changing, bob.id(), new Message.Stale(THREE)), new Event.TimerFired(Timer.ASK_ARBITER));
        assertTrue(did(Effect.Activate.class).isPresent());
        assertTrue(did(Effect.AskGameStatus.class).isPresent());
        changing = step(changing, new Event.Activated(TWO, false, Listing.NOBODY));
        step(changing, new Event.GameStatusKnown(THREE, false, THREE, true, false));
        assertTrue(did(Effect.Rejoin.class).isPresent());
    }

    @Test
    @DisplayName("P21 P45: a server whose change is denied while it may not act goes on asking whose the game is")
    void aDenialSettlesNoDispute() {
        MemberState changing = changes(serves(ann));
        long claim = did(Effect.Claim.class).orElseThrow().claimId();
        changing = hears(changing, bob.id(), new Message.Stale(THREE));
        MemberState doubts = step(changing, new Event.Denied(claim, ONE, Event.DenialReason.NEVER));
        assertFalse(doubts.plays(), "nobody has said whose the game is");
        assertFalse(effects.contains(new Effect.StopTimer(Timer.ASK_ARBITER)), () -> "it asks no more: " + effects);
        doubts = step(doubts, new Event.TimerFired(Timer.ASK_ARBITER));
        assertTrue(did(Effect.AskGameStatus.class).isPresent());
        assertTrue(step(doubts, new Event.GameStatusKnown(ONE, false, ONE, true, false))
                .plays());
        assertTrue(effects.contains(new Effect.StopTimer(Timer.ASK_ARBITER)));
    }

    @Test
    @DisplayName("P28: a server that wants to go, and whose planned change is denied for a later epoch, goes")
    void aLeaveOutlivesTheDenial() {
        MemberState changing = changes(serves(ann));
        long claim = did(Effect.Claim.class).orElseThrow().claimId();
        MemberState leaving = step(changing, new Event.LeaveAsked());
        MemberState gone = step(leaving, new Event.Denied(claim, THREE, Event.DenialReason.OVERTAKEN));
        assertEquals("Departing", gone.name());
        assertEquals(List.of(ONE), released());
    }

    @Test
    @DisplayName("P28: a server that registered the game keeps it open after a planned change, when nobody plays")
    void aFounderKeepsItsGameAfterAChange() {
        MemberState changing = changes(serves(self(1, Kind.SERVER)));
        MemberState serving = step(changing, granted(changing));
        serving = step(serving, new Event.Activated(TWO, true, new Listing(List.of(bob.id()), 2)));
        assertEquals(TWO, serving.epoch());
        serving = hears(serving, bob.id(), new Message.LeaveRequest());
        assertTrue(serving.log().roster().players().isEmpty());
        assertFalse(runs(Timer.LAPSE), () -> "the game is to end: " + effects);
    }

    @Test
    @DisplayName("P21 P28: a server that registered the game keeps it open after it outdid a number that burnt")
    void aFounderKeepsItsGameAfterADispute() {
        LocalMember server = self(1, Kind.SERVER);
        MemberState serving = wins(disputes(serves(server)), List.of(server.id(), bob.id()));
        serving = hears(serving, bob.id(), new Message.LeaveRequest());
        assertTrue(serving.log().roster().players().isEmpty());
        assertFalse(runs(Timer.LAPSE), () -> "the game is to end: " + effects);
    }

    /** A number above its own burnt: it claims the next. */
    private MemberState disputes(MemberState serving) {
        MemberState doubts = hears(serving, bob.id(), new Message.Stale(TWO));
        return step(doubts, new Event.GameStatusKnown(TWO, true, ONE, true, false));
    }

    /** It is granted what it has claimed, and bob goes on with it. */
    private MemberState wins(MemberState disputing, List<MemberId> all) {
        long claim = did(Effect.Claim.class).orElseThrow().claimId();
        Epoch next = new Epoch(3, claim);
        MemberState holds = step(disputing, new Event.Granted(claim, next, all));
        Message answer =
                new Message.CollectReply(next, 1, true, holds.log(), RULES, Double.NaN, false, Optional.empty());
        holds = hears(holds, bob.id(), answer);
        assertTrue(did(Effect.Activate.class).isPresent(), () -> "it waits: " + effects);
        MemberState serving = step(holds, new Event.Activated(next, true, new Listing(all, 2)));
        assertEquals("Serving", serving.name());
        return serving;
    }

    @Test
    @DisplayName("P75: a holder whose only witness cannot be read says that it goes on as a last resort")
    void anUnreadableWitnessIsNoWitness() {
        MemberState restoring = restoring(true);
        MemberState activating = step(restoring, new Event.RestoreDone(true, 3, "", List.of(bob.id())));
        MemberState serving = step(activating, activated());
        assertEquals("Serving", serving.name());
        EntryBody.Ack ack = (EntryBody.Ack) ackOf(serving).body();
        assertEquals(5, ack.baseAt());
        assertTrue(ack.lastResort());
    }

    @Test
    @DisplayName("P71: a new server doubts itself where most are merely out of its reach")
    void outOfReachIsNotDead() {
        MemberState serving =
                servesWithout(new Event.MemberUnreachable(bob.id()), new Event.MemberUnreachable(carol.id()));
        assertTrue(did(Effect.Enlist.class).isEmpty(), () -> "it takes them off at once: " + effects);
        assertTrue(runs(Timer.ENLIST));
        assertEquals("Serving", serving.name());
    }

    @Test
    @DisplayName("P71: a new server has the dead taken off at once")
    void theDeadAreTakenOff() {
        servesWithout(new Event.MemberGone(bob.id()), new Event.MemberGone(carol.id()));
        assertEquals(List.of(ann.id()), did(Effect.Enlist.class).orElseThrow().members());
    }

    @Test
    @DisplayName("P35: a spare whose epoch does not come on gives it up when the game has been frozen for too long")
    void aSpareGivesUp() {
        Event.Offered offer = new Event.Offered(7, RULES, ONE, List.of(ann.me(), bob.me()), List.of(ann.id()), 0);
        MemberState claiming = step(MemberState.standBy(self(9, Kind.SERVER)), offer);
        long claim = did(Effect.Claim.class).orElseThrow().claimId();
        MemberState gathering = step(claiming, new Event.Granted(claim, TWO, List.of(ann.id(), bob.id())));
        assertEquals("Gathering", gathering.name());
        assertTrue(runs(Timer.GIVE_UP));
        assertEquals(
                "StandingBy",
                step(gathering, new Event.TimerFired(Timer.GIVE_UP)).name());
        assertEquals(List.of(TWO), released());
    }

    @Test
    @DisplayName("P22: a follower takes the entry that closes a gap however many wait behind it")
    void aGapIsClosedWhateverWaits() {
        LocalMember server = self(1, Kind.SERVER);
        Log log = joined(MemberState.found(server, RULES, ONE).state().log());
        MemberState following = hears(
                MemberState.join(ann, RULES, ONE).state(),
                server.id(),
                new Message.InitialAck(ONE, log, RULES, Optional.empty()));
        assertEquals("Following", following.name());
        LogEntry missing = word(log.end().next());
        Position at = missing.at();
        for (int i = 0; i < 1_100; i++) {
            at = at.next();
            following = hears(following, server.id(), new Message.EntryNews(word(at)));
        }
        assertEquals(log.end(), following.log().end());
        following = hears(following, server.id(), new Message.EntryNews(missing));
        assertTrue(following.log().end().seq() > missing.seq() + 1_000, () -> "it stays deaf");
    }

    private Log joined(Log log) {
        return log.with(new LogEntry(log.end().next(), new EntryBody.Joined(ann.me(), false)));
    }

    private LogEntry word(Position at) {
        return new LogEntry(at, new EntryBody.Ordered(bob.id(), at.seq(), 1, 0, Payload.EMPTY));
    }

    private MemberState servesWithout(Event... lost) {
        MemberState restoring = restoring(false);
        for (Event event : lost) restoring = step(restoring, event);
        return step(step(restoring, new Event.RestoreDone(true, 3, "", List.of())), activated());
    }

    private Event activated() {
        return new Event.Activated(TWO, true, new Listing(List.of(ann.id(), bob.id(), carol.id()), 2));
    }

    private LogEntry ackOf(MemberState serving) {
        return serving.log().kept().get(serving.log().kept().size() - 1);
    }

    /** Ann, whose server died, holds the next epoch, and its application restores: bob's package is the freshest. */
    private MemberState restoring(boolean late) {
        MemberState state = gathering(late ? List.of(Timer.LAST_RESORT) : List.of());
        Log log = state.log();
        for (Map.Entry<Member, Integer> other :
                Map.of(bob.me(), 10, carol.me(), 4).entrySet())
            state = hears(
                    state,
                    other.getKey().id(),
                    new Message.CollectReply(
                            TWO, 1, true, log, RULES, 1, false, Optional.of(packed(other.getValue()))));
        assertEquals("Restoring", state.name());
        return state;
    }

    /** Ann, whose server died, and for whom these ran out before the next epoch was granted to her. */
    private MemberState gathering(List<Timer> before) {
        LocalMember server = self(1, Kind.PLAYER);
        Log log = MemberState.found(server, RULES, ONE).state().log();
        for (LocalMember m : List.of(ann, bob, carol))
            log = log.with(new LogEntry(log.end().next(), new EntryBody.Joined(m.me(), false)));
        MemberState state = MemberState.join(ann, RULES, ONE).state();
        state = hears(state, server.id(), new Message.InitialAck(ONE, log, RULES, Optional.empty()));
        List<Effect> said = new ArrayList<>();
        List<Event> events = new ArrayList<>(List.of(
                new Event.HolderSuspected(server.id(), "silent", 1),
                new Event.PackageTaken(Optional.of(packed(5))),
                new Event.MemberGone(server.id())));
        before.forEach(timer -> events.add(new Event.TimerFired(timer)));
        events.add(new Event.Heard(bob.id(), new Message.Promote(ONE, List.of(bob.id()))));
        for (Event event : events) {
            state = step(state, event);
            said.addAll(effects);
        }
        long claim = said.stream()
                .filter(Effect.Claim.class::isInstance)
                .mapToLong(e -> ((Effect.Claim) e).claimId())
                .reduce((first, last) -> last)
                .orElseThrow();
        List<MemberId> listed = List.of(server.id(), bob.id());
        return step(state, new Event.Granted(claim, TWO, listed, List.of(server.id())));
    }

    @Test
    @DisplayName("P35: a game that was frozen for too long is closed, though a number was granted just then")
    void aGrantStopsNoClosing() {
        MemberState gathering = gathering(List.of(Timer.GIVE_UP));
        assertFalse(effects.contains(new Effect.StopTimer(Timer.CLOSE)), () -> "nothing closes it: " + effects);
        MemberState restoring = restoring(false);
        MemberState activating = step(restoring, new Event.RestoreDone(true, 3, "", List.of()));
        assertEquals("Activating", activating.name());
        for (MemberState holder : List.of(gathering, restoring, activating)) {
            step(holder, new Event.TimerFired(Timer.CLOSE));
            assertEquals(
                    Reason.NO_NEW_SERVER, did(Effect.Close.class).orElseThrow().reason(), holder.name());
            assertEquals(List.of(TWO), released(), holder.name());
        }
    }

    private static PackedState packed(double at) {
        return new PackedState(Payload.EMPTY, false, at, ONE, at, Map.of(), List.of(), 0);
    }

    @Test
    @DisplayName(
            "P65: a server that hears of another side's number claims one above it, and lets those in that promised it")
    void takesANumberAbove() {
        Epoch nine = new Epoch(9, 5);
        MemberState changing = step(serves(ann), new Event.ChangeAsked(List.of(ann.id()), nine.number()));
        Effect.Claim claim = did(Effect.Claim.class).orElseThrow();
        assertEquals(9, claim.expected());
        Epoch ten = new Epoch(10, claim.claimId());
        changing = step(changing, new Event.Granted(claim.claimId(), ten, List.of(ann.id(), bob.id())));
        MemberState serving =
                step(changing, new Event.Activated(ten, true, new Listing(List.of(ann.id(), bob.id()), 2)));
        assertEquals(ten, serving.epoch());
        serving = hears(serving, carol.id(), new Message.JoinRequest(carol.me(), 1, 1, 0));
        MemberState newcomer = MemberState.rejoin(carol, RULES, nine, Log.EMPTY).state();
        newcomer = hears(newcomer, ann.id(), new Message.InitialAck(ten, serving.log(), RULES, Optional.empty()));
        assertEquals("Following", newcomer.name());
    }

    @Test
    @DisplayName(
            "P65: a newcomer that is bound to another side's number comes in anew, once the server is above it, and nobody else does")
    void comesInAnew() {
        Epoch two = new Epoch(2, 5);
        MemberState serving = hears(serves(ann), carol.id(), new Message.JoinRequest(carol.me(), 1, 1, 0));
        serving = step(
                serving, new Event.InitialStateTaken(carol.id(), serving.log().end(), Optional.empty()));
        MemberState changing = step(serving, new Event.ChangeAsked(List.of(ann.id()), two.number()));
        Effect.Claim claim = did(Effect.Claim.class).orElseThrow();
        Epoch three = new Epoch(3, claim.claimId());
        changing = step(changing, new Event.Granted(claim.claimId(), three, List.of(ann.id(), bob.id())));
        serving = step(changing, new Event.Activated(three, true, new Listing(List.of(ann.id(), bob.id()), 2)));
        MemberState same = serving;
        assertEquals(same, hears(serving, bob.id(), new Message.Stale(two)), "a member");
        assertEquals(same, hears(serving, carol.id(), new Message.Stale(ONE)), "it may come in with that");
        serving = hears(serving, carol.id(), new Message.Stale(two));
        assertFalse(serving.log().roster().has(carol.id()));
        hears(serving, carol.id(), new Message.JoinRequest(carol.me(), 1, 1, 0));
        assertEquals(
                Reason.CRASHED, sent(Message.JoinDenied.class).orElseThrow().reason());
    }
}
