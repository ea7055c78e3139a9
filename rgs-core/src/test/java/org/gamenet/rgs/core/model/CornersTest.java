package org.gamenet.rgs.core.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.arbiter.Evidence;
import org.gamenet.rgs.core.arbiter.Ledger;
import org.gamenet.rgs.core.arbiter.Term;
import org.gamenet.rgs.core.machine.Basis;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.GameRules;
import org.gamenet.rgs.core.machine.Incarnation;
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

/** Corners of the machines where neither the search nor chance comes often enough to miss a guard. */
class CornersTest extends OneMachine {
    private static final Event ENDED = new Event.GameStatusKnown(TWO, false, TWO, true, true);

    private final LocalMember server = self(1, Kind.SERVER);
    private final LocalMember ann = self(2, Kind.PLAYER);
    private final LocalMember bob = self(3, Kind.PLAYER);
    private final Member x = self(8, Kind.SERVER).me();

    private static GameRules rules(Failover... ways) {
        return new GameRules("corners", 8, List.of(ways), 1_000, 30_000, 50, Map.of());
    }

    private boolean closed(MemberState state, Reason why) {
        return state.name().equals("GameOver")
                && did(Effect.Close.class).filter(c -> c.reason() == why).isPresent();
    }

    /** With these players in, in this order. */
    private MemberState serves(GameRules rules, LocalMember... players) {
        MemberState serving = MemberState.found(server, rules, ONE).state();
        for (LocalMember player : players) {
            serving = hears(serving, player.id(), new Message.JoinRequest(player.me(), 1, 1, 0));
            serving = step(
                    serving,
                    new Event.InitialStateTaken(player.id(), serving.log().end(), Optional.empty()));
            serving = hears(
                    serving, player.id(), new Message.Confirmed(serving.log().end()));
        }
        return serving;
    }

    private MemberState follows(GameRules rules, LocalMember... players) {
        Log log = serves(rules, players).log();
        return hears(
                MemberState.join(players[0], rules, Epoch.NONE).state(),
                server.id(),
                new Message.InitialAck(ONE, log, rules, Optional.empty()));
    }

    private MemberState follows() {
        return follows(rules(Failover.PROMOTED_PLAYER), ann);
    }

    private MemberState suspects(MemberState state) {
        return step(state, new Event.HolderSuspected(server.id(), "gone", 1));
    }

    private MemberState answers(MemberState state, Epoch epoch) {
        MemberState asks = hears(state, x.id(), new Message.Collect(epoch, 1, Basis.REBUILD, x, List.of()));
        return step(asks, new Event.GameStatusKnown(epoch, false, ONE, false, false));
    }

    private static LogEntry ack(
            Epoch epoch, Position end, Member chief, List<MemberId> members, EntryBody.Exited... exits) {
        return new LogEntry(
                new Position(epoch, 0),
                EntryBody.Ack.of(
                        end,
                        List.of(chief.id()),
                        Optional.of(chief),
                        members,
                        List.of(),
                        List.of(exits),
                        Map.of(),
                        false,
                        Double.NaN,
                        Double.NaN,
                        0,
                        false));
    }

    /** A spare that was granted epoch 2 of a game of these. */
    private MemberState collects(MemberState of, MemberId... supporters) {
        MemberState spare = MemberState.standBy(self(8, Kind.SERVER));
        spare = step(
                spare,
                new Event.Offered(
                        1, rules(Failover.SPARE_SERVER), ONE, of.log().roster().members(), List.of(supporters), 0));
        long claimId = did(Effect.Claim.class).orElseThrow().claimId();
        return step(
                step(spare, new Event.Granted(claimId, new Epoch(2, claimId), List.of(supporters))),
                new Event.GroupJoined());
    }

    @Test
    @DisplayName("P29 P36 a spare asks for answers over its links at once, whether or not the group has let it "
            + "in; with an answer it goes on without the group")
    void asksWithoutTheGroup() {
        MemberState following = follows();
        MemberState spare = MemberState.standBy(self(8, Kind.SERVER));
        spare = step(
                spare,
                new Event.Offered(
                        1,
                        rules(Failover.SPARE_SERVER),
                        ONE,
                        following.log().roster().members(),
                        List.of(ann.id()),
                        0));
        long claimId = did(Effect.Claim.class).orElseThrow().claimId();
        MemberState holder = step(
                spare, new Event.Granted(claimId, new Epoch(2, claimId), List.of(server.id(), ann.id(), bob.id())));
        assertTrue(effects.stream()
                .anyMatch(e -> e instanceof Effect.Cast cast && cast.message() instanceof Message.Collect));
        Event failed = new Event.GroupFailed(Reason.NETWORK, "nobody answers");
        assertEquals("StandingBy", step(holder, failed).name(), "nobody hears it at all");
        MemberState heard = answer(holder, ann, true, following.log(), false);
        assertEquals("Gathering", step(heard, failed).name());
    }

    private MemberState answer(MemberState holder, LocalMember from, boolean full, Log log, boolean serverLeaves) {
        return hears(
                holder,
                from.id(),
                new Message.CollectReply(
                        holder.epoch(), 1, full, full ? log : Log.EMPTY, rules(), 1, serverLeaves, Optional.empty()));
    }

    private EntryBody.Ack shownAck() {
        return (EntryBody.Ack)
                sent(Message.EpochStart.class).orElseThrow().ack().body();
    }

    @Test
    @DisplayName("P32 P74 a server that served the last active epoch claims it first itself, once the game has "
            + "stood still for long: no spare goes on with nobody but it")
    void claimsFirstAsLastResort() {
        MemberState doubting = step(
                serves(rules(Failover.SPARE_SERVER), ann), new Event.GameStatusKnown(TWO, true, ONE, false, false));
        Effect.Claim held = did(Effect.Claim.class).orElseThrow();
        Epoch three = new Epoch(3, held.claimId());
        MemberState holder = step(
                doubting,
                new Event.Granted(held.claimId(), three, doubting.log().roster().ids()));
        MemberState alone =
                step(step(holder, new Event.MemberUnreachable(ann.id())), new Event.TimerFired(Timer.COLLECT));
        assertEquals("Suspecting", alone.name(), "ann may be at play elsewhere");
        step(alone, new Event.TimerFired(Timer.NEGOTIATE));
        assertTrue(did(Effect.SeekSpare.class).isEmpty(), "nor would a spare reach her");
        step(alone, new Event.TimerFired(Timer.LAST_RESORT));
        assertTrue(did(Effect.SeekSpare.class).isEmpty());
        assertEquals(
                Basis.HELD,
                did(Effect.Claim.class).orElseThrow().basis(),
                "it waits no longer because too few answered: fewer will do");

        MemberState passedOver = step(alone, new Event.GameStatusKnown(three, false, three, false, false));
        step(passedOver, new Event.TimerFired(Timer.LAST_RESORT));
        assertTrue(
                did(Effect.SeekSpare.class).isPresent(),
                "another epoch was active since: it does not hold the state of that");
    }

    @Test
    @DisplayName(
            "P38 where nobody else is left but newcomers that wait for their seats, the answer of whoever served is enough")
    void isEnoughForNewcomers() {
        MemberState old = serves(rules(Failover.SPARE_SERVER), ann);
        MemberState holder = answer(collects(old, server.id()), ann, false, Log.EMPTY, false);
        assertTrue(did(Effect.Activate.class).isEmpty());
        answer(holder, server, true, old.log(), false);
        assertTrue(did(Effect.Activate.class).isPresent());
    }

    // ---- the end

    @Test
    @DisplayName("P28 whoever hears from the arbiter that the game has ended is told so, whatever it waits for")
    void hearsOfTheEnd() {
        assertTrue(closed(step(answers(follows(), TWO), ENDED), Reason.ENDED));
        assertTrue(closed(step(MemberState.join(bob, rules(), Epoch.NONE).state(), ENDED), Reason.ENDED));
        assertTrue(closed(step(collects(follows()), ENDED), Reason.ENDED));
    }

    @Test
    @DisplayName(
            "P18 P28 a server that may not act ends its game without a frame, and goes at once when the arbiter knows")
    void endsWithoutActing() {
        MemberState silenced = step(step(serves(rules(), ann), new Event.MayAct(false)), new Event.EndAsked("enough"));
        assertTrue(closed(step(silenced, new Event.EndConfirmed()), Reason.ENDED));
        Log before = silenced.log();
        MemberState late = step(silenced, new Event.TimerFired(Timer.END));
        assertEquals(before, late.log());
        assertTrue(
                did(Effect.Delivered.class).isEmpty() && did(Effect.Close.class).isPresent());
    }

    // ---- who leaves, and who is left

    @Test
    @DisplayName("P28 a server that said goodbye has left; one that did not was lost")
    void saysWhyTheServerIsGone() {
        for (boolean goodbye : new boolean[] {true, false}) {
            MemberState following = follows();
            MemberState holder = answer(collects(following, ann.id()), ann, true, following.log(), goodbye);
            if (goodbye) holder = answer(holder, server, true, following.log(), true);
            step(holder, new Event.Activated(holder.epoch(), true, Listing.NOBODY));
            assertEquals(
                    List.of(goodbye ? Reason.LEFT : Reason.CRASHED),
                    shownAck().exits().stream().map(EntryBody.Exited::why).toList());
        }
    }

    @Test
    @DisplayName(
            "P32 where a game names no way to another server, its server leaves at once, and its players are told at once when it is gone")
    void namesNoWay() {
        assertEquals(
                "GameOver", step(serves(rules(), ann), new Event.LeaveAsked()).name());
        assertTrue(
                closed(step(suspects(follows(rules(), ann)), new Event.MemberGone(server.id())), Reason.NO_NEW_SERVER));
        MemberState bound = step(answers(follows(rules(), ann), TWO), new Event.MemberGone(x.id()));
        assertTrue(closed(step(bound, new Event.HolderSuspected(x.id(), "gone", 1)), Reason.NO_NEW_SERVER));
    }

    @Test
    @DisplayName("P37 a server that goes answers the next round, too")
    void departsThroughTheRounds() {
        MemberState departing = step(serves(rules(Failover.SPARE_SERVER), ann), new Event.LeaveAsked());
        departing = hears(departing, x.id(), new Message.Collect(TWO, 1, Basis.REBUILD, x, List.of()));
        hears(departing, x.id(), new Message.Nack(TWO, 2));
        assertEquals(2, sent(Message.CollectReply.class).orElseThrow().round());
    }

    @Test
    @DisplayName("P36 a server that goes tells a holder that it is overtaken, once it has answered a later one")
    void departsBoundToThePromise() {
        MemberState departing = step(serves(rules(Failover.SPARE_SERVER), ann), new Event.LeaveAsked());
        departing = hears(departing, x.id(), new Message.Collect(THREE, 1, Basis.REBUILD, x, List.of()));
        departing = hears(departing, x.id(), new Message.Collect(TWO, 1, Basis.REBUILD, x, List.of()));
        assertEquals(THREE, sent(Message.Stale.class).orElseThrow().promise());
        assertTrue(sent(Message.CollectReply.class).isEmpty());
    }

    @Test
    @DisplayName("P25 P28 who missed its exit and hears the ACK is told why it is out")
    void hearsOfItsExitInAnAck() {
        MemberState following = follows();
        LogEntry ack = ack(
                TWO,
                following.log().end(),
                x,
                List.of(x.id()),
                new EntryBody.Exited(ann.id(), Reason.KICKED, "cheats"));
        assertTrue(closed(hears(following, x.id(), new Message.EpochStart(ack, List.of())), Reason.KICKED));
    }

    @Test
    @DisplayName("P27 whose player came in as another process is told that it was replaced")
    void isReplaced() {
        MemberState following = follows();
        Member again =
                new Member(new MemberId(2, new Incarnation(7, 99)), "m2", Kind.PLAYER, new Endpoint("x", 1, 1), 5);
        LogEntry joined = new LogEntry(following.log().end().next(), new EntryBody.Joined(again, true));
        assertTrue(closed(hears(following, server.id(), new Message.EntryNews(joined)), Reason.REPLACED));
    }

    @Test
    @DisplayName("P26 nobody waits for the InitialAck of a game that it is not in")
    void letsNobodyWait() {
        MemberState following = follows();
        MemberState holder = answer(
                answer(collects(following, ann.id()), bob, false, Log.EMPTY, false), ann, true, following.log(), false);
        step(holder, new Event.Activated(holder.epoch(), true, Listing.NOBODY));
        assertTrue(did(Effect.TakeInitialState.class).isEmpty());
    }

    // ---- frames

    @Test
    @DisplayName("P2 P22 a frame of an epoch that has not been resumed here is nothing to wait for")
    void keepsNothingOfALaterEpoch() {
        MemberState following = follows();
        LogEntry later = new LogEntry(new Position(TWO, 5), new EntryBody.Ended("over"));
        assertEquals(following, hears(following, x.id(), new Message.EntryNews(later)));
        assertEquals(List.of(), effects);
    }

    @Test
    @DisplayName("P22 P41 the ACK is kept until all have it, and asked for if it was missed")
    void keepsTheAck() {
        MemberState following = follows();
        MemberState holder = answer(collects(following, ann.id()), ann, true, following.log(), false);
        MemberState next = step(holder, new Event.Activated(holder.epoch(), true, Listing.NOBODY));
        assertEquals("Serving", next.name());
        assertTrue(next.log().entryAt(new Position(next.epoch(), 0)).isPresent());
        Log log = following.log();
        LogEntry third = ack(THREE, new Position(TWO, 0), x, List.of(ann.id(), x.id()));
        assertInstanceOf(Log.Catchup.Incomplete.class, log.catchUp(third, List.of()));
        LogEntry ended = new LogEntry(log.end().next(), new EntryBody.Ended("over"));
        assertInstanceOf(Log.Catchup.Incomplete.class, log.catchUp(third, List.of(ended)));
        assertInstanceOf(
                Log.Catchup.Diverged.class,
                log.with(ended).catchUp(ack(TWO, ended.at(), x, List.of(x.id())), List.of()));
    }

    @Test
    @DisplayName("P39 G6 of two packages the one of the later epoch is fresher, whatever their times say")
    void epochsGoBeforeTimes() {
        PackedState early = new PackedState(Payload.EMPTY, false, 9, ONE, 9, Map.of(), List.of(), 0);
        PackedState late = new PackedState(Payload.EMPTY, false, 5, TWO, 5, Map.of(), List.of(), 0);
        assertTrue(PackedState.freshestFirst(late, early) < 0);
    }

    // ---- claims and grants

    @Test
    @DisplayName("P36 who waits for the arbiter's word on another holder answers as soon as it has it")
    void answersAnother() {
        MemberState bound = answers(follows(), TWO);
        bound = hears(bound, bob.id(), new Message.Collect(THREE, 1, Basis.REBUILD, bob.me(), List.of()));
        assertEquals(
                THREE,
                step(bound, new Event.GameStatusKnown(THREE, false, ONE, false, false))
                        .promise());
        assertTrue(sent(Message.CollectReply.class).isPresent()
                || did(Effect.StopTimer.class).isPresent());
    }

    @Test
    @DisplayName("P45 a planned change outlasts an arbiter that cannot tell yet, and a doubt that it has settled")
    void changesInTheEnd() {
        MemberState changing = step(serves(rules(), ann), new Event.ChangeAsked(List.of(server.id(), ann.id())));
        long claimId = did(Effect.Claim.class).orElseThrow().claimId();
        Epoch granted = new Epoch(2, claimId);
        assertEquals(changing, step(changing, new Event.Denied(claimId, ONE, Event.DenialReason.NOT_NOW)));
        changing = hears(changing, ann.id(), new Message.Stale(granted));
        assertTrue(did(Effect.Freeze.class).isPresent());
        changing = step(
                step(changing, new Event.Granted(claimId, granted, List.of())),
                new Event.Activated(granted, true, Listing.NOBODY));
        assertTrue(changing.plays() && did(Effect.Thaw.class).isPresent());
    }

    @Test
    @DisplayName("P6 a denial that names no later epoch than the one that was lost makes nobody wait for a holder")
    void waitsForNobody() {
        MemberState suspecting = suspects(follows());
        long claimId = did(Effect.Claim.class).orElseThrow().claimId();
        step(suspecting, new Event.Denied(claimId, ONE, Event.DenialReason.OVERTAKEN));
        assertTrue(effects.stream()
                .noneMatch(e -> e instanceof Effect.StartTimer t && t.timer() == Timer.AWAIT_HOLDER));
    }

    @Test
    @DisplayName("P32 P6 a spare that agreed, and reaches nobody here, gives its number up: another is tried at once; "
            + "after two of them the next way")
    void triesTheNextWay() {
        MemberState seeks = suspects(follows(rules(Failover.SPARE_SERVER, Failover.PROMOTED_PLAYER), ann));
        seeks = step(seeks, new Event.SpareSought(ONE, true, "x"));
        assertTrue(effects.contains(new Effect.StartTimer(Timer.CLAIM, 100)));
        seeks = step(seeks, new Event.TimerFired(Timer.CLAIM));
        assertTrue(did(Effect.AskGameStatus.class).isPresent());
        seeks = step(seeks, new Event.GameStatusKnown(TWO, false, ONE, false, false));
        assertTrue(effects.contains(new Effect.StartTimer(Timer.AWAIT_HOLDER, 1_000)), "it may be heard yet");
        seeks = step(seeks, new Event.GameStatusKnown(TWO, true, ONE, false, false));
        assertTrue(did(Effect.SeekSpare.class).isPresent(), "that one may be broken");
        MemberState leaving = step(seeks, new Event.GameStatusKnown(THREE, true, THREE, false, false));
        assertTrue(did(Effect.SeekSpare.class).isPresent() && leaving.name().equals("Suspecting"), "it had served");
        step(seeks, new Event.GameStatusKnown(THREE, true, ONE, false, false));
        assertTrue(did(Effect.SeekSpare.class).isEmpty());
        assertEquals(3, did(Effect.Claim.class).orElseThrow().expected());
    }

    @Test
    @DisplayName("P32 P45 a holder that could not go on takes its game again when no spare is left")
    void takesItsGameAgain() {
        MemberState doubting = hears(serves(rules(Failover.SPARE_SERVER), ann), ann.id(), new Message.Stale(TWO));
        doubting = step(doubting, new Event.GameStatusKnown(TWO, true, ONE, false, false));
        long claimId = did(Effect.Claim.class).orElseThrow().claimId();
        Epoch three = new Epoch(3, claimId);
        MemberState holder = step(doubting, new Event.Granted(claimId, three, List.of()));
        assertEquals("Gathering", holder.name());
        MemberState suspecting = step(holder, new Event.GameStatusKnown(new Epoch(4, 44), true, ONE, false, false));
        assertEquals("Suspecting", suspecting.name());
        suspecting = step(suspecting, new Event.TimerFired(Timer.NEGOTIATE));
        assertTrue(did(Effect.Note.class)
                .filter(n -> n.text().startsWith("freeze view"))
                .isPresent());
        step(suspecting, new Event.SpareSought(three, false, "none"));
        assertEquals(Basis.HELD, did(Effect.Claim.class).orElseThrow().basis());
    }

    @Test
    @DisplayName("P40 whose application could not restore the state asks others to serve before itself")
    void asksOthersFirst() {
        MemberState two = follows(rules(Failover.PROMOTED_PLAYER), ann, bob);
        MemberState holder = suspects(two);
        long claimId = did(Effect.Claim.class).orElseThrow().claimId();
        holder = step(
                holder,
                new Event.Granted(
                        claimId, new Epoch(2, claimId), two.log().roster().ids()));
        holder = step(
                holder,
                new Event.PackageTaken(
                        Optional.of(new PackedState(Payload.EMPTY, false, 1, ONE, 1, Map.of(), List.of(), 0))));
        holder = answer(holder, bob, true, two.log(), false);
        holder = step(holder, new Event.RestoreDone(false, 1, "it throws", List.of()));
        assertEquals("Suspecting", holder.name());
        assertTrue(effects.contains(new Effect.StartTimer(Timer.NEGOTIATE, 3_000)));
        hears(holder, bob.id(), new Message.Promote(holder.promise(), List.of(bob.id())));
        assertFalse(sent(Message.PromoteAnswer.class).orElseThrow().agrees());
        step(holder, new Event.TimerFired(Timer.NEGOTIATE));
        assertTrue(sent(Message.Promote.class).isPresent()
                && did(Effect.Claim.class).isEmpty());
        holder = hears(answers(holder, THREE), x.id(), new Message.Released(THREE));
        step(holder, new Event.TimerFired(Timer.NEGOTIATE));
        assertTrue(
                sent(Message.Promote.class).isPresent()
                        && did(Effect.Claim.class).isEmpty(),
                "also when another could not go on");
    }

    @Test
    @DisplayName("P28 a number that is given up, and heard of twice, is no goodbye of the server that gave it up")
    void givenUpTwice() {
        MemberState gaveUp = hears(answers(follows(), TWO), x.id(), new Message.Released(TWO));
        assertEquals("Suspecting", gaveUp.name());
        assertEquals(gaveUp, hears(gaveUp, x.id(), new Message.Released(TWO)));
    }

    @Test
    @DisplayName("P12 a spare does not support itself, though somebody says that it is in the game")
    void sparesDoNotSupportThemselves() {
        assertEquals(
                1,
                Evidence.supporters(
                        List.of(bob.id()), ann.id(), true, Set.of(ann.id(), bob.id()), Optional.of(server.id())));
        assertEquals(
                2,
                Evidence.supporters(
                        List.of(bob.id()), ann.id(), false, Set.of(ann.id(), bob.id()), Optional.of(server.id())));
    }

    @Test
    @DisplayName("S18 no ledger has an active epoch above its current one, and no term is nobody's")
    void ledgersAreSound() {
        Term one = new Term(ONE, server.id(), List.of(server.id()), Basis.HELD, false);
        Term two = new Term(TWO, server.id(), List.of(server.id()), Basis.HELD, false);
        assertThrows(
                IllegalArgumentException.class, () -> new Ledger(one, two, Listing.NOBODY, true, false, false, false));
        assertThrows(IllegalArgumentException.class, () -> new Term(ONE, server.id(), List.of(), Basis.HELD, false));
        assertFalse(new Ledger(two, one, Listing.NOBODY, true, false, false, false).isActive(TWO));
    }
}
