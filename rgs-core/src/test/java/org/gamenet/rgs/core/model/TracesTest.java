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
import org.gamenet.rgs.core.machine.SeatToken;
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
import org.gamenet.rgs.core.reconfiguration.PackedState;
import org.gamenet.rgs.core.reconfiguration.Timer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Traces that broke drafts of the protocol, as far as one or two machines show them. */
class TracesTest extends OneMachine {

    private static final GameRules RULES =
            new GameRules("traces", 8, List.of(Failover.PROMOTED_PLAYER), 1_000, 30_000, 50, Map.of());
    private static final long SECRET = 77;

    private final LocalMember server = self(1, Kind.SERVER);
    private final LocalMember ann = self(2, Kind.PLAYER);
    private final Member x = self(8, Kind.SERVER).me();
    private final Member y = self(9, Kind.SERVER).me();
    private MemberState serving;
    private MemberState following;

    @BeforeEach
    void annIsIn() {
        serving = MemberState.found(server, RULES, ONE).state();
        MemberState joining = MemberState.join(ann, RULES, Epoch.NONE).state();
        serving = hears(serving, ann.id(), new Message.JoinRequest(ann.me(), 1, 1, 0));
        assertTrue(
                effects.stream()
                        .noneMatch(e -> e instanceof Effect.Send s && s.message() instanceof Message.InitialAck),
                "HG11");
        serving = step(
                serving, new Event.InitialStateTaken(ann.id(), serving.log().end(), Optional.empty()));
        Message.InitialAck initial = sent(Message.InitialAck.class).orElseThrow();
        assertTrue(initial.log().roster().has(ann.id()), "HG11 it contains the JOIN");
        following = hears(joining, server.id(), initial);
        assertEquals("Following", following.name());
    }

    private MemberState answers(MemberState state, Epoch epoch, Member holder) {
        MemberState asks = hears(state, holder.id(), new Message.Collect(epoch, 1, Basis.REBUILD, holder, List.of()));
        return step(asks, new Event.GameStatusKnown(epoch, false, ONE, false, false));
    }

    @Test
    @DisplayName("HG2 HG23 S20 who has answered 3 turns 2 away, its advertisement and its ACK")
    void neverGoesBack() {
        MemberState bound = answers(following, THREE, y);
        assertEquals(THREE, bound.promise());
        bound = hears(bound, x.id(), new Message.Collect(TWO, 1, Basis.REBUILD, x, List.of()));
        assertEquals(THREE, sent(Message.Stale.class).orElseThrow().promise());
        bound = hears(bound, x.id(), new Message.Collect(new Epoch(3, 44), 1, Basis.REBUILD, x, List.of()));
        assertEquals(THREE, sent(Message.Stale.class).orElseThrow().promise());
        assertEquals(THREE, bound.promise());
    }

    @Test
    @DisplayName(
            "P36 who has answered one holder answers a later one, though the arbiter does not say in time that its grant is real")
    void answersTheNextHolderUnchecked() {
        MemberState bound = answers(following, TWO, x);
        bound = hears(bound, y.id(), new Message.Collect(THREE, 1, Basis.REBUILD, y, List.of()));
        assertEquals(TWO, bound.promise());
        assertEquals(THREE, step(bound, new Event.TimerFired(Timer.CHECK)).promise());
    }

    @Test
    @DisplayName("HG10 P21 a frame of epoch 999 only makes a server ask the arbiter")
    void doubtsAndGoesOn() {
        serving = hears(serving, ann.id(), new Message.Stale(new Epoch(999, 1)));
        assertFalse(serving.plays());
        assertTrue(did(Effect.AskGameStatus.class).isPresent());
        serving = step(serving, new Event.GameStatusKnown(ONE, false, ONE, false, false));
        assertTrue(serving.plays());
        assertTrue(did(Effect.Thaw.class).isPresent());
    }

    @Test
    @DisplayName("HG13 P6 HA19 a claim is repeated with its id, and given up with it")
    void keepsItsClaimId() {
        MemberState suspecting = step(following, new Event.HolderSuspected(server.id(), "gone", 1));
        Effect.Claim claim = did(Effect.Claim.class).orElseThrow();
        suspecting = step(suspecting, new Event.TimerFired(Timer.CLAIM));
        assertEquals(claim.claimId(), did(Effect.Claim.class).orElseThrow().claimId());
        suspecting = step(suspecting, new Event.HolderAnswered(server.id()));
        assertEquals("Following", suspecting.name());
        assertEquals(
                new Epoch(2, claim.claimId()),
                did(Effect.Release.class).orElseThrow().epoch());
        step(suspecting, new Event.Granted(claim.claimId(), new Epoch(2, claim.claimId()), List.of()));
        assertEquals(
                new Epoch(2, claim.claimId()),
                did(Effect.Release.class).orElseThrow().epoch());
    }

    @Test
    @DisplayName("HG17 P8 nothing is resumed before the arbiter has confirmed, and nothing if it refuses")
    void waitsForTheArbiter() {
        MemberState suspecting = step(following, new Event.HolderSuspected(server.id(), "gone", 1));
        Effect.Claim claim = did(Effect.Claim.class).orElseThrow();
        Epoch granted = new Epoch(2, claim.claimId());
        MemberState collecting = step(suspecting, new Event.Granted(claim.claimId(), granted, List.of()));
        collecting = step(collecting, new Event.PackageTaken(Optional.empty()));
        assertTrue(did(Effect.Activate.class).isPresent());
        assertTrue(did(Effect.Resume.class).isEmpty());
        assertEquals(
                "Suspecting",
                step(collecting, new Event.Activated(granted, false, Listing.NOBODY))
                        .name());
        assertTrue(did(Effect.Resume.class).isEmpty());
        assertEquals(
                "Serving",
                step(collecting, new Event.Activated(granted, true, Listing.NOBODY))
                        .name());
        assertTrue(did(Effect.Resume.class).isPresent());
    }

    @Test
    @DisplayName("HG25 P42 HA30 a newcomer says that it is not full, and no ACK resumes it")
    void doesNotResumeWithoutState() {
        LocalMember eve = self(3, Kind.PLAYER);
        MemberState joining = answers(MemberState.join(eve, RULES, Epoch.NONE).state(), TWO, x);
        Message.CollectReply answer = sent(Message.CollectReply.class).orElseThrow();
        assertFalse(answer.full());
        assertEquals(TWO, joining.promise());
        joining = hears(joining, server.id(), new Message.InitialAck(ONE, serving.log(), RULES, Optional.empty()));
        assertEquals("Joining", joining.name(), "HG23 an InitialAck of the older epoch is too late");
        Message.EpochStart ack =
                new Message.EpochStart(serving.log().kept().stream().findFirst().orElseThrow(), List.of());
        assertEquals("Joining", hears(joining, x.id(), ack).name());
    }

    @Test
    @DisplayName("HA6 a holder that is lost is suspected in its turn, and its number claimed over")
    void suspectsTheNewHolder() {
        MemberState bound = answers(following, TWO, x);
        MemberState again = step(bound, new Event.HolderSuspected(x.id(), "gone", 1));
        assertEquals("Suspecting", again.name());
        assertEquals(TWO, again.promise());
        assertEquals(2, did(Effect.Claim.class).orElseThrow().expected());
    }

    @Test
    @DisplayName("P22 frames come without gaps, and a gap is asked for")
    void asksForAGap() {
        MemberState early = hears(serving, ann.id(), new Message.OrderRequest(1, 5, 1, Payload.EMPTY));
        early = hears(early, ann.id(), new Message.OrderRequest(2, 5, 1, Payload.EMPTY));
        Log log = early.log();
        hears(
                following,
                server.id(),
                new Message.EntryNews(log.entryAt(log.end()).orElseThrow()));
        assertTrue(did(Effect.Delivered.class).isEmpty());
        assertEquals(
                new Position(ONE, 1),
                sent(Message.EntriesWanted.class).orElseThrow().after());
    }

    @Test
    @DisplayName(
            "P22 L8 what was asked for comes frame by frame: it is not asked for with each of them, but again when time has passed")
    void asksForAGapOnce() {
        MemberState late = serving;
        for (int number = 1; number <= 5; number++)
            late = hears(late, ann.id(), new Message.OrderRequest(number, 5, 1, Payload.EMPTY));
        List<LogEntry> frames = late.log().after(following.log().end());
        MemberState waits = hears(following, server.id(), new Message.EntryNews(frames.get(4)));
        assertEquals(
                following.log().end(),
                sent(Message.EntriesWanted.class).orElseThrow().after());
        waits = hears(waits, server.id(), new Message.EntryNews(frames.get(3)));
        assertTrue(did(Effect.Send.class).isEmpty());
        waits = hears(waits, server.id(), new Message.EntryNews(frames.get(0)));
        assertTrue(did(Effect.Send.class).isEmpty());
        step(
                waits,
                new Event.HeartbeatSeen(
                        server.id(), ONE, late.log().end(), following.log().end()));
        assertTrue(did(Effect.Send.class).isEmpty());
        step(waits, new Event.TimerFired(Timer.FETCH));
        assertEquals(
                waits.log().end(),
                sent(Message.EntriesWanted.class).orElseThrow().after());
    }

    private Message.JoinRequest asks(int attempt) {
        Member me = ann.me();
        MemberId id = new MemberId(me.id().peer(), new Incarnation(attempt, 1_000 - attempt));
        return new Message.JoinRequest(
                new Member(
                        id,
                        me.name(),
                        me.kind(),
                        me.endpoint(),
                        SeatToken.hash(SECRET, me.id().peer())),
                1,
                1,
                SECRET);
    }

    private MemberState asked(MemberState state, Message.JoinRequest request) {
        return hears(state, request.me().id(), request);
    }

    @Test
    @DisplayName(
            "P27 a late request of an incarnation that its player has given up brings nobody back, whether the newer one is in or out")
    void doesNotGoBackToAnOlderIncarnation() {
        MemberState state = MemberState.found(server, RULES, ONE).state();
        state = asked(state, asks(1));
        state = asked(state, asks(3));
        MemberId newest = asks(3).me().id();
        assertEquals(List.of(server.id(), newest), state.log().roster().ids());

        state = asked(state, asks(2));
        assertEquals(
                Reason.REPLACED, sent(Message.JoinDenied.class).orElseThrow().reason());
        assertEquals(List.of(server.id(), newest), state.log().roster().ids());

        state = step(state, new Event.MemberGone(newest));
        state = asked(state, asks(2));
        assertEquals(
                Reason.CRASHED, sent(Message.JoinDenied.class).orElseThrow().reason());
        assertEquals(List.of(server.id()), state.log().roster().ids());

        state = asked(state, asks(4));
        assertTrue(state.log().roster().has(asks(4).me().id()));
        Log before = state.log();
        assertEquals(before, asked(state, asks(4)).log(), "a repeated request is stamped once");
    }

    @Test
    @DisplayName(
            "P18 P25 an exit that could not be stamped is stamped later, but not if its member was heard meanwhile")
    void forgivesWhoIsHeardAgain() {
        MemberState owing = step(step(serving, new Event.MayAct(false)), new Event.MemberOverdue(ann.id(), "silent"));
        assertTrue(did(Effect.Cast.class).isEmpty());
        assertFalse(step(owing, new Event.MayAct(true)).log().roster().has(ann.id()));
        for (Position at : List.of(Position.NONE, owing.log().end())) {
            MemberState heard = step(owing, new Event.EchoSeen(ann.id(), at));
            assertTrue(
                    step(heard, new Event.MayAct(true)).log().roster().has(ann.id()),
                    "a newcomer has delivered nothing, and is heard too");
        }
        Event another =
                new Event.EchoSeen(self(3, Kind.PLAYER).id(), owing.log().end());
        assertFalse(step(step(owing, another), new Event.MayAct(true))
                .log()
                .roster()
                .has(ann.id()));
    }

    /** Ann's, granted epoch 2 with her own answer given; Bob and Eve are in the game too. */
    private MemberState annCollects() {
        MemberState now = following;
        for (long peer : List.of(3L, 4L)) {
            LocalMember other = self(peer, Kind.PLAYER);
            serving = hears(serving, other.id(), new Message.JoinRequest(other.me(), 1, 1, 0));
            now = hears(
                    now,
                    server.id(),
                    new Message.EntryNews(
                            serving.log().entryAt(serving.log().end()).orElseThrow()));
        }
        now = step(now, new Event.HolderSuspected(server.id(), "gone", 1));
        long claimId = did(Effect.Claim.class).orElseThrow().claimId();
        now = step(
                now,
                new Event.Granted(
                        claimId,
                        new Epoch(2, claimId),
                        List.of(
                                server.id(),
                                ann.id(),
                                self(3, Kind.PLAYER).id(),
                                self(4, Kind.PLAYER).id())));
        return step(now, new Event.PackageTaken(Optional.empty()));
    }

    @Test
    @DisplayName(
            "P33 a negotiator whose process coordinates the transport group asks the others first, and itself when they will not")
    void coordinatesRatherThanServes() {
        LocalMember bob = self(3, Kind.PLAYER);
        serving = hears(serving, bob.id(), new Message.JoinRequest(bob.me(), 1, 1, 0));
        MemberState now = hears(
                following,
                server.id(),
                new Message.EntryNews(serving.log().entryAt(serving.log().end()).orElseThrow()));
        MemberState alone = step(now, new Event.HolderSuspected(server.id(), "gone", 1));
        assertTrue(did(Effect.Claim.class).isPresent());
        step(alone, new Event.Coordinates(true));
        assertTrue(effects.isEmpty());

        now = step(now, new Event.Coordinates(true));
        now = step(now, new Event.HolderSuspected(server.id(), "gone", 1));
        assertTrue(did(Effect.Claim.class).isEmpty());
        assertEquals(
                List.of(ann.id()), sent(Message.Promote.class).orElseThrow().supporters());
        assertTrue(
                did(Effect.Cast.class).orElseThrow().message() instanceof Message.Suspicion s && s.coordinates(),
                "and the others learn of it");
        hears(now, bob.id(), new Message.PromoteAnswer(ONE, false, "I hear the server"));
        assertTrue(did(Effect.Claim.class).isPresent());
    }

    @Test
    @DisplayName("P74 HG13 listed members that are merely out of reach may be at play elsewhere: one of three "
            + "does not go on without them before the game's time for that")
    void countsTheUnreachable() {
        MemberId bob = self(3, Kind.PLAYER).id();
        MemberId eve = self(4, Kind.PLAYER).id();
        MemberState alone =
                step(step(annCollects(), new Event.MemberUnreachable(bob)), new Event.MemberUnreachable(eve));
        assertEquals("Suspecting", alone.name(), "at once: whatever else comes, it is not more than half");
        assertTrue(did(Effect.Release.class).isPresent());
        assertTrue(did(Effect.Claim.class).isEmpty(), "and leaves the next number to others for a while");
        MemberState late = step(annCollects(), new Event.TimerFired(Timer.LAST_RESORT));
        step(step(late, new Event.MemberUnreachable(bob)), new Event.MemberUnreachable(eve));
        assertTrue(did(Effect.Activate.class).isPresent());
    }

    @Test
    @DisplayName("P74 who leaves the number to others because too few answered does so no longer once fewer "
            + "will do, or one is heard that was out of reach, and counts that one")
    void leavesItToOthersNoLonger() {
        MemberId bob = self(3, Kind.PLAYER).id();
        MemberState alone = step(
                step(annCollects(), new Event.MemberUnreachable(bob)),
                new Event.MemberUnreachable(self(4, Kind.PLAYER).id()));
        step(alone, new Event.TimerFired(Timer.LAST_RESORT));
        assertTrue(did(Effect.Claim.class).isPresent(), "fewer will do");
        hears(alone, ann.id(), new Message.Stale(ONE));
        assertTrue(did(Effect.StartTimer.class).isEmpty(), "nobody was heard that had not been");
        MemberState turn = hears(alone, bob, new Message.Stale(ONE));
        assertEquals(
                Optional.of(new Effect.StartTimer(Timer.NEGOTIATE, 250)),
                did(Effect.StartTimer.class),
                "bob may go first");
        MemberState asks = step(turn, new Event.TimerFired(Timer.NEGOTIATE));
        assertTrue(sent(Message.Promote.class).isPresent());
        MemberState claims = hears(asks, bob, new Message.PromoteAnswer(alone.promise(), false, "not me"));
        Effect.Claim claim = did(Effect.Claim.class).orElseThrow();
        MemberState holder = step(
                claims,
                new Event.Granted(
                        claim.claimId(),
                        new Epoch(3, claim.claimId()),
                        List.of(server.id(), ann.id(), bob, self(4, Kind.PLAYER).id())));
        assertEquals("Gathering", holder.name(), "two of three are enough");
    }

    @Test
    @DisplayName("P74 members whose processes are gone are nowhere: the one that is left goes on at once")
    void goesOnWithoutTheGone() {
        step(
                step(annCollects(), new Event.MemberGone(self(3, Kind.PLAYER).id())),
                new Event.MemberGone(self(4, Kind.PLAYER).id()));
        assertTrue(did(Effect.Activate.class).isPresent());
    }

    @Test
    @DisplayName("P36 who was out of reach and answers counts again")
    void welcomesBack() {
        LocalMember bob = self(3, Kind.PLAYER);
        MemberState alone = step(annCollects(), new Event.MemberUnreachable(bob.id()));
        int round = effects.stream()
                .filter(e -> e instanceof Effect.Cast c && c.message() instanceof Message.Nack)
                .map(e -> ((Message.Nack) ((Effect.Cast) e).message()).round())
                .findFirst()
                .orElseThrow();
        MemberState heard = hears(
                alone,
                bob.id(),
                new Message.CollectReply(
                        alone.promise(), round, true, serving.log(), RULES, 1, false, Optional.empty()));
        assertTrue(did(Effect.Activate.class).isEmpty());
        step(heard, new Event.TimerFired(Timer.COLLECT));
        assertTrue(did(Effect.Activate.class).isPresent());
    }

    @Test
    @DisplayName("P28 a kicked player that did not hear its exit, and asks for its seat, is told that it was kicked")
    void doesNotComeBackAfterAKick() {
        MemberState state = asked(MemberState.found(server, RULES, ONE).state(), asks(1));
        state = step(state, new Event.KickAsked(ann.me().id().peer(), "rude"));
        Log before = state.log();
        state = asked(state, asks(2));
        assertEquals(Reason.KICKED, sent(Message.JoinDenied.class).orElseThrow().reason());
        assertEquals(before, state.log());
        MemberState back = MemberState.rejoin(
                        new LocalMember(asks(2).me(), 1, Payload.EMPTY, 1, SECRET), RULES, ONE, Log.EMPTY)
                .state();
        assertEquals(
                "GameOver",
                hears(back, server.id(), new Message.JoinDenied(Reason.KICKED, "", Payload.EMPTY))
                        .name());
        assertEquals(Reason.KICKED, did(Effect.Close.class).orElseThrow().reason());
    }

    /** A spare that was granted the next epoch, is in the group and asks for answers. */
    private MemberState collects(Member... roster) {
        return collects(ONE, List.of(ann.id()), roster);
    }

    /** A spare that agreed to serve after this epoch. */
    private MemberState offered(Epoch failed, List<MemberId> supporters, Member... roster) {
        return step(
                MemberState.standBy(self(8, Kind.SERVER)),
                new Event.Offered(1, RULES, failed, List.of(roster), supporters, 0));
    }

    /** A spare that was granted the epoch after this one. */
    private MemberState collects(Epoch failed, List<MemberId> supporters, Member... roster) {
        MemberState spare = offered(failed, supporters, roster);
        long claim = did(Effect.Claim.class).orElseThrow().claimId();
        spare = step(spare, new Event.GroupJoined());
        return step(spare, new Event.Granted(claim, new Epoch(failed.number() + 1, claim), supporters));
    }

    private static Message.CollectReply answer(Epoch epoch, Log log) {
        return new Message.CollectReply(epoch, 1, true, log, RULES, 0, false, Optional.empty());
    }

    @Test
    @DisplayName("HG24 P39 the history ends where everybody can be brought, not behind a newcomer who has the "
            + "longest log and not the frames before it")
    void endsBeforeTheHole() {
        LocalMember eve = self(3, Kind.PLAYER);
        Log before = following.log();
        MemberState ahead = hears(serving, ann.id(), new Message.OrderRequest(1, 5, 1, Payload.EMPTY));
        ahead = hears(ahead, eve.id(), new Message.JoinRequest(eve.me(), 1, 1, 0));
        Log whole = ahead.log();
        Log holed = new Log(
                whole.end(),
                whole.roster(),
                whole.authority(),
                whole.ordered(),
                List.of(whole.entryAt(whole.end()).orElseThrow()),
                false);

        MemberState holder = collects(server.me(), ann.me(), eve.me());
        Epoch two = holder.epoch();
        holder = hears(holder, eve.id(), answer(two, holed));
        holder = hears(holder, ann.id(), answer(two, before));
        holder = step(holder, new Event.Activated(two, true, Listing.NOBODY));
        Message.EpochStart ack = sent(Message.EpochStart.class).orElseThrow();
        assertEquals(before.end(), ((EntryBody.Ack) ack.ack().body()).end());

        MemberState bound = answers(following, two, x);
        hears(bound, x.id(), ack);
        assertTrue(did(Effect.Resume.class).isPresent(), "ann is brought there");
    }

    @Test
    @DisplayName(
            "P39 P71 HG24 a member that is out of the list and still answers does not shorten the history of those who are in")
    void doesNotWaitForWhoIsOut() {
        LocalMember bob = self(4, Kind.PLAYER);
        MemberState state = hears(serving, bob.id(), new Message.JoinRequest(bob.me(), 1, 1, 0));
        Log whenAnnWasIn = state.log();
        state = hears(state, ann.id(), new Message.OrderRequest(1, 5, 1, Payload.EMPTY));
        state = step(state, new Event.KickAsked(ann.id().peer(), "out"));
        Log stable = state.log().stableUpTo(state.log().end());
        state = hears(state, bob.id(), new Message.OrderRequest(1, 5, 1, Payload.EMPTY));
        Log longest = stable.with(state.log().entryAt(state.log().end()).orElseThrow());

        MemberState holder = collects(ONE, List.of(server.id(), bob.id()), server.me(), ann.me(), bob.me());
        Epoch two = holder.epoch();
        holder = hears(holder, ann.id(), answer(two, whenAnnWasIn));
        holder = hears(holder, bob.id(), answer(two, longest));
        step(holder, new Event.Activated(two, true, Listing.NOBODY));
        assertEquals(
                longest.end(),
                ((EntryBody.Ack) sent(Message.EpochStart.class)
                                .orElseThrow()
                                .ack()
                                .body())
                        .end());
    }

    @Test
    @DisplayName(
            "P39 HG24 who is on the roster, and came in by a server that was replaced, does not pull the game back into its history")
    void doesNotGoBackToWhomAnOldServerLetIn() {
        LocalMember bob = self(4, Kind.PLAYER);
        Log old = hears(serving, bob.id(), new Message.JoinRequest(bob.me(), 1, 1, 0))
                .log();
        Log newer = replacedAndJoinedBy(bob);
        Log later = newer.stableUpTo(newer.end()).with(ack(THREE, newer.end(), y.id(), List.of(), Map.of(), false));

        for (Log shown : List.of(newer.stableUpTo(newer.end()), newer, later)) {
            MemberState holder = collects(shown.end().epoch(), List.of(ann.id()), ann.me(), bob.me());
            Epoch granted = holder.epoch();
            holder = hears(holder, bob.id(), answer(granted, old));
            holder = hears(holder, ann.id(), answer(granted, shown));
            step(holder, new Event.Activated(granted, true, Listing.NOBODY));
            assertEquals(
                    shown.end(),
                    ((EntryBody.Ack) sent(Message.EpochStart.class)
                                    .orElseThrow()
                                    .ack()
                                    .body())
                            .end());
        }
    }

    @Test
    @DisplayName("P38 HA43 where the only one left holds another history than the one that ended, no spare "
            + "begins anew: the next one hears that one alone")
    void doesNotServeWhoCannotGoOn() {
        LocalMember bob = self(4, Kind.PLAYER);
        Log old = hears(serving, bob.id(), new Message.JoinRequest(bob.me(), 1, 1, 0))
                .log();
        Log newer = replacedAndJoinedBy(bob);
        MemberState holder = collects(TWO, List.of(ann.id()), ann.me(), bob.me());
        Epoch granted = holder.epoch();
        holder = hears(holder, ann.id(), answer(granted, newer.stableUpTo(newer.end())));
        holder = step(holder, new Event.MemberGone(ann.id()));
        hears(holder, bob.id(), new Message.CollectReply(granted, 2, true, old, RULES, 0, false, Optional.empty()));
        assertEquals(granted, did(Effect.Release.class).orElseThrow().epoch());
    }

    /** The log of ann once y serves in the server's place, and this newcomer came in. */
    private Log replacedAndJoinedBy(LocalMember newcomer) {
        LogEntry ack = new LogEntry(
                new Position(TWO, 0),
                EntryBody.Ack.of(
                        following.log().end(),
                        List.of(y.id()),
                        Optional.of(y),
                        List.of(ann.id(), y.id()),
                        List.of(),
                        List.of(new EntryBody.Exited(server.id(), Reason.CRASHED, "")),
                        Map.of(),
                        false,
                        Double.NaN,
                        Double.NaN,
                        0,
                        false));
        return following
                .log()
                .with(ack)
                .with(new LogEntry(ack.at().next(), new EntryBody.Joined(newcomer.me(), false)));
    }

    @Test
    @DisplayName("P2 P26 who found the game in epoch 2 is not let in by the server of epoch 1, and lets that know")
    void isNotLetInByAServerThatWasReplaced() {
        LocalMember eve = self(3, Kind.PLAYER);
        serving = hears(serving, eve.id(), new Message.JoinRequest(eve.me(), 1, 1, 0));
        serving = step(
                serving, new Event.InitialStateTaken(eve.id(), serving.log().end(), Optional.empty()));
        Message.InitialAck old = sent(Message.InitialAck.class).orElseThrow();
        assertEquals(
                "Following",
                hears(MemberState.join(eve, RULES, ONE).state(), server.id(), old)
                        .name());
        assertEquals(
                "Joining",
                hears(MemberState.join(eve, RULES, TWO).state(), server.id(), old)
                        .name());
        hears(serving, eve.id(), sent(Message.Stale.class).orElseThrow());
        assertTrue(did(Effect.AskGameStatus.class).isPresent());
    }

    @Test
    @DisplayName(
            "P2 HG23 a newcomer that answered a later holder is not let in by the older one, though it is in its roster")
    void isNotLetInByAnOlderHolder() {
        LocalMember eve = self(3, Kind.PLAYER);
        serving = hears(serving, eve.id(), new Message.JoinRequest(eve.me(), 1, 1, 0));
        serving = step(
                serving, new Event.InitialStateTaken(eve.id(), serving.log().end(), Optional.empty()));
        Message.InitialAck late = sent(Message.InitialAck.class).orElseThrow();
        MemberState bound = answers(MemberState.join(eve, RULES, Epoch.NONE).state(), TWO, x);
        assertEquals("Joining", hears(bound, server.id(), late).name());
        assertEquals(TWO, sent(Message.Stale.class).orElseThrow().promise());
        assertEquals(
                "Following",
                hears(MemberState.join(eve, RULES, Epoch.NONE).state(), server.id(), late)
                        .name());
    }

    @Test
    @DisplayName("P27 a seat is given back to nobody who does not know its token")
    void keepsTheSeat() {
        MemberState state = asked(MemberState.found(server, RULES, ONE).state(), asks(1));
        Message.JoinRequest next = asks(2);
        Log before = state.log();
        assertEquals(
                before,
                hears(state, next.me().id(), new Message.JoinRequest(next.me(), 1, 1, SECRET + 1))
                        .log());
        assertEquals(
                Reason.NOT_ADMITTED,
                sent(Message.JoinDenied.class).orElseThrow().reason());
        assertTrue(asked(state, next).log().roster().has(next.me().id()));
    }

    @Test
    @DisplayName(
            "P27 a seat whose player was lost is given back to nobody who does not know its token, though the game lets newcomers in")
    void keepsTheLapsedSeat() {
        MemberState state = asked(MemberState.found(server, RULES, ONE).state(), asks(1));
        state = step(state, new Event.MemberGone(asks(1).me().id()));
        Message.JoinRequest next = asks(2);
        for (long wrong : new long[] {0, SECRET + 1}) {
            assertEquals(state, hears(state, next.me().id(), new Message.JoinRequest(next.me(), 1, 1, wrong)));
            assertEquals(
                    Reason.NOT_ADMITTED,
                    sent(Message.JoinDenied.class).orElseThrow().reason());
        }
        assertTrue(asked(state, next).log().roster().has(next.me().id()));
    }

    @Test
    @DisplayName("HA41 P27 two live processes claim one player: the newer one that knows the token has the "
            + "seat, the older one is told that it was replaced")
    void oneSeatForTwoProcesses() {
        MemberState state = asked(MemberState.found(server, RULES, ONE).state(), asks(1));
        state = hears(state, asks(2).me().id(), new Message.JoinRequest(asks(2).me(), 1, 1, SECRET + 1));
        assertEquals(
                List.of(server.id(), asks(1).me().id()), state.log().roster().ids());
        state = asked(state, asks(2));
        assertEquals(
                List.of(server.id(), asks(2).me().id()), state.log().roster().ids());

        Member newer = new Member(
                new MemberId(ann.id().peer(), new Incarnation(8, 8)), "ann", Kind.PLAYER, new Endpoint("y", 1, 1), 5);
        LogEntry joined = new LogEntry(following.log().end().next(), new EntryBody.Joined(newer, true));
        assertEquals(
                "GameOver",
                hears(following, server.id(), new Message.EntryNews(joined)).name());
        assertEquals(Reason.REPLACED, did(Effect.Close.class).orElseThrow().reason());
    }

    @Test
    @DisplayName(
            "HG31 P27 S7 who was put out does not come back as the one that it was, and what its old incarnation answers counts for nobody")
    void anIncarnationIsOverOnce() {
        MemberState state = asked(MemberState.found(server, RULES, ONE).state(), asks(1));
        state = step(state, new Event.MemberGone(asks(1).me().id()));
        assertEquals(List.of(server.id()), asked(state, asks(1)).log().roster().ids());
        assertTrue(asked(state, asks(2)).log().roster().has(asks(2).me().id()));

        MemberState holder = collects(server.me(), ann.me());
        MemberId before = new MemberId(ann.id().peer(), new Incarnation(6, 6));
        hears(holder, before, answer(holder.epoch(), following.log()));
        assertTrue(did(Effect.Activate.class).isEmpty());
        hears(holder, ann.id(), answer(holder.epoch(), following.log()));
        assertTrue(did(Effect.Activate.class).isPresent());
    }

    @Test
    @DisplayName(
            "HG30 P2 two epochs have one number: who is bound to one of them turns the other away, whichever claim is the greater")
    void nobodyIsInBothOfOneNumber() {
        MemberState bound = answers(following, TWO, x);
        for (Epoch other : List.of(new Epoch(2, 21), new Epoch(2, 23))) {
            bound = hears(bound, y.id(), new Message.Collect(other, 1, Basis.REBUILD, y, List.of()));
            assertEquals(TWO, sent(Message.Stale.class).orElseThrow().promise());
            bound = hears(
                    bound,
                    y.id(),
                    new Message.EpochStart(
                            new LogEntry(
                                    new Position(other, 0),
                                    EntryBody.Ack.of(
                                            following.log().end(),
                                            List.of(y.id()),
                                            Optional.of(y),
                                            List.of(y.id(), ann.id()),
                                            List.of(),
                                            List.of(),
                                            Map.of(),
                                            false,
                                            Double.NaN,
                                            Double.NaN,
                                            1,
                                            false)),
                            List.of()));
            assertEquals(TWO, bound.promise());
            assertEquals(ONE, bound.epoch());
        }
    }

    @Test
    @DisplayName("P40 HA4 who is lost after the end is settled has an ordinary exit behind the ACK")
    void putsTheLostOutAfterTheAck() {
        MemberState holder = collects(server.me(), ann.me());
        Epoch two = holder.epoch();
        holder = hears(holder, ann.id(), answer(two, following.log()));
        holder = step(holder, new Event.MemberGone(ann.id()));
        holder = step(holder, new Event.Activated(two, true, Listing.NOBODY));
        LogEntry exit = did(Effect.Delivered.class).orElseThrow().entry();
        assertEquals(new Position(two, 1), exit.at());
        assertEquals(ann.id(), ((EntryBody.Exited) exit.body()).who());
    }

    @Test
    @DisplayName("P9 HG26 a backup that was passed over by an active epoch does not claim to hold the state any more")
    void claimsToRebuildOncePassedOver() {
        LogEntry change = new LogEntry(
                new Position(TWO, 0),
                EntryBody.Ack.of(
                        following.log().end(),
                        List.of(server.id(), ann.id()),
                        Optional.empty(),
                        following.log().roster().ids(),
                        List.of(),
                        List.of(),
                        Map.of(),
                        true,
                        Double.NaN,
                        Double.NaN,
                        0,
                        false));
        PackedState copy = new PackedState(Payload.EMPTY, true, 1, ONE, 1, Map.of(), List.of(), 0)
                .at(following.log().end());
        MemberState copied = step(following, new Event.CopyHeld(server.id(), ONE, 1, copy));
        MemberState backup = hears(copied, server.id(), new Message.EpochStart(change, List.of()));
        assertEquals(Basis.HELD, claimAfter(backup, TWO));
        assertEquals(Basis.REBUILD, claimAfter(backup, THREE));
    }

    /** From what it claims, when its server is lost and the arbiter says that this epoch is the last active one. */
    private Basis claimAfter(MemberState backup, Epoch active) {
        MemberState lost = step(backup, new Event.HolderSuspected(server.id(), "gone", 1));
        Optional<Effect.Claim> claim = did(Effect.Claim.class);
        step(lost, new Event.GameStatusKnown(active, true, active, false, false));
        return did(Effect.Claim.class).or(() -> claim).orElseThrow().basis();
    }

    @Test
    @DisplayName("P44 who hears of a new server before it missed the old one is told Frozen before Resumed")
    void freezesBeforeItResumes() {
        LogEntry ack = new LogEntry(
                new Position(TWO, 0),
                EntryBody.Ack.of(
                        following.log().end(),
                        List.of(x.id()),
                        Optional.of(x),
                        List.of(ann.id(), x.id()),
                        List.of(),
                        List.of(new EntryBody.Exited(server.id(), Reason.CRASHED, "")),
                        Map.of(),
                        false,
                        Double.NaN,
                        Double.NaN,
                        0,
                        false));
        hears(following, x.id(), new Message.EpochStart(ack, List.of()));
        List<Class<?>> told = new ArrayList<>();
        for (Effect e : effects) if (e instanceof Effect.Freeze || e instanceof Effect.Resume) told.add(e.getClass());
        assertEquals(List.of(Effect.Freeze.class, Effect.Resume.class), told);
    }

    @Test
    @DisplayName("P41 P44 the ACK says when its base was made and until when the old server was heard")
    void saysWhenItsBaseWasMade() {
        PackedState packed = new PackedState(Payload.EMPTY, false, 7, ONE, 5.5, Map.of(), List.of(), 0);
        MemberState holder = collects(server.me(), ann.me());
        Epoch two = holder.epoch();
        holder = hears(
                holder,
                ann.id(),
                new Message.CollectReply(two, 1, true, following.log(), RULES, 6, false, Optional.of(packed)));
        holder = step(
                step(holder, new Event.RestoreDone(true, 1, "", List.of())),
                new Event.Activated(two, true, Listing.NOBODY));
        EntryBody.Ack ack = (EntryBody.Ack)
                sent(Message.EpochStart.class).orElseThrow().ack().body();
        assertEquals(6, ack.heardAt());
        assertEquals(5.5, ack.baseAt());
    }

    @Test
    @DisplayName("P43 HG14 who did not answer in time stays in the game")
    void keepsTheSilent() {
        LocalMember bob = self(4, Kind.PLAYER);
        Log both = hears(serving, bob.id(), new Message.JoinRequest(bob.me(), 1, 1, 0))
                .log();
        MemberState holder = collects(server.me(), ann.me(), bob.me());
        Epoch two = holder.epoch();
        holder = hears(holder, ann.id(), answer(two, both));
        holder = step(step(holder, new Event.TimerFired(Timer.LAST_RESORT)), new Event.TimerFired(Timer.COLLECT));
        holder = step(holder, new Event.Activated(two, true, Listing.NOBODY));
        assertTrue(holder.log().roster().has(bob.id()));
        assertTrue(((EntryBody.Ack)
                        sent(Message.EpochStart.class).orElseThrow().ack().body())
                .members()
                .contains(bob.id()));
    }

    @Test
    @DisplayName(
            "P37 P39 whoever is listed is waited for, on the holder's roster or not: it may hold more of the history")
    void waitsForThoseListed() {
        LocalMember bob = self(3, Kind.PLAYER);
        MemberState suspecting = step(following, new Event.HolderSuspected(server.id(), "gone", 1));
        long claimId = did(Effect.Claim.class).orElseThrow().claimId();
        suspecting = hears(suspecting, bob.id(), new Message.Suspicion(ONE, false, false));
        MemberState collecting = step(
                suspecting,
                new Event.Granted(claimId, new Epoch(2, claimId), List.of(server.id(), ann.id(), bob.id())));
        collecting = step(collecting, new Event.PackageTaken(Optional.empty()));
        assertTrue(did(Effect.Activate.class).isEmpty());

        serving = hears(serving, bob.id(), new Message.JoinRequest(bob.me(), 1, 1, 0));
        serving = step(serving, new Event.KickAsked(ann.id().peer(), "out"));
        MemberState out = hears(
                collecting,
                bob.id(),
                new Message.CollectReply(
                        collecting.promise(), 1, true, serving.log(), RULES, 1, false, Optional.empty()));
        assertEquals("GameOver", out.name(), "put out in what Bob holds");
    }

    /**
     * A spare that holds epoch 2. The arbiter lists bob alone, who came after ann was put out, for all that is known;
     * ann has answered.
     */
    private MemberState needsBob(LocalMember bob) {
        MemberState spare = offered(ONE, List.of(ann.id()), server.me(), ann.me());
        long claim = did(Effect.Claim.class).orElseThrow().claimId();
        spare = step(spare, new Event.GroupJoined());
        spare = step(spare, new Event.Granted(claim, new Epoch(2, claim), List.of(bob.id())));
        spare = hears(spare, ann.id(), answer(spare.promise(), following.log()));
        assertTrue(did(Effect.Activate.class).isEmpty());
        return spare;
    }

    @Test
    @DisplayName(
            "P73 HG24 one that the arbiter lists must answer, though nobody who has answered knows it: it may hold what nobody else does")
    void waitsForOneThatIsListed() {
        LocalMember bob = self(3, Kind.PLAYER);
        MemberState spare = needsBob(bob);
        serving = hears(serving, bob.id(), new Message.JoinRequest(bob.me(), 1, 1, 0));
        hears(spare, bob.id(), answer(spare.promise(), serving.log()));
        assertTrue(did(Effect.Activate.class).isPresent());
    }

    @Test
    @DisplayName("P73 P74 nobody goes on with those alone that the arbiter does not list: what was confirmed "
            + "may be in no package of theirs. Not before the game's time for that")
    void goesOnWithNobodyUnlisted() {
        MemberState spare = needsBob(self(3, Kind.PLAYER));
        assertEquals(
                "StandingBy", step(spare, new Event.TimerFired(Timer.COLLECT)).name());
        assertTrue(did(Effect.Release.class).isPresent());
        step(step(spare, new Event.TimerFired(Timer.LAST_RESORT)), new Event.TimerFired(Timer.COLLECT));
        assertTrue(did(Effect.Activate.class).isPresent(), "then whoever is there goes on");
    }

    @Test
    @DisplayName(
            "P75 a listed member that began anew holds nothing any more: where nobody listed is left, those go on that are there")
    void countsOnNobodyWhoBeganAnew() {
        LocalMember bob = self(3, Kind.PLAYER);
        MemberState spare = needsBob(bob);
        MemberId again = new MemberId(
                bob.id().peer(), new Incarnation(bob.id().incarnation().attempt() + 1, 7));
        spare = hears(
                spare,
                again,
                new Message.CollectReply(spare.promise(), 1, false, Log.EMPTY, RULES, 0, false, Optional.empty()));
        assertTrue(did(Effect.Activate.class).isPresent());
    }

    @Test
    @DisplayName(
            "P38 whoever began anew is not somebody whom a spare could go on with: all that was known is gone with those who are")
    void servesNobodyWhoBeganAnew() {
        LocalMember bob = self(3, Kind.PLAYER);
        serving = hears(serving, bob.id(), new Message.JoinRequest(bob.me(), 1, 1, 0));
        MemberState spare = collects(ONE, List.of(bob.id()), server.me(), ann.me(), bob.me());
        spare = hears(spare, bob.id(), answer(spare.promise(), serving.log()));
        spare = step(spare, new Event.MemberGone(bob.id()));
        assertEquals("Gathering", spare.name(), "ann may still have all of it");
        MemberId again = new MemberId(
                ann.id().peer(), new Incarnation(ann.id().incarnation().attempt() + 1, 7));
        spare = hears(
                spare,
                again,
                new Message.CollectReply(spare.promise(), 2, false, Log.EMPTY, RULES, 0, false, Optional.empty()));
        assertEquals("StandingBy", spare.name());
        assertTrue(did(Effect.Release.class).isPresent());
    }

    @Test
    @DisplayName("P74 one of two that are listed is not more than half: the number is given up; two of three are")
    void needsMoreThanHalf() {
        LocalMember bob = self(3, Kind.PLAYER);
        MemberState spare = collects(ONE, List.of(ann.id(), bob.id()), server.me(), ann.me(), bob.me());
        spare = hears(spare, ann.id(), answer(spare.promise(), following.log()));
        assertTrue(did(Effect.Activate.class).isEmpty());
        assertEquals(
                "StandingBy", step(spare, new Event.TimerFired(Timer.COLLECT)).name());
        LocalMember eve = self(4, Kind.PLAYER);
        spare = collects(
                ONE, List.of(server.id(), ann.id(), bob.id(), eve.id()), server.me(), ann.me(), bob.me(), eve.me());
        spare = hears(spare, ann.id(), answer(spare.promise(), following.log()));
        spare = hears(spare, eve.id(), answer(spare.promise(), following.log()));
        assertTrue(did(Effect.Activate.class).isEmpty());
        step(spare, new Event.TimerFired(Timer.COLLECT));
        assertTrue(did(Effect.Activate.class).isPresent());
    }

    private static Message.CollectReply answer(Epoch epoch, Log log, double stateTime) {
        return new Message.CollectReply(epoch, 1, true, log, RULES, 0, false, Optional.of(packed(stateTime)));
    }

    private static PackedState packed(double stateTime) {
        return new PackedState(Payload.EMPTY, false, 1, ONE, stateTime, Map.of(), List.of(), 0);
    }

    @Test
    @DisplayName(
            "P73 what is restored is at least as fresh as the package of somebody listed: without such a witness the number is given up")
    void needsAWitness() {
        LocalMember bob = self(3, Kind.PLAYER);
        MemberState both = collects(ONE, List.of(server.id(), bob.id()), server.me(), ann.me(), bob.me());
        both = hears(both, ann.id(), answer(both.promise(), following.log(), 5));
        both = hears(both, bob.id(), answer(both.promise(), following.log(), 4));
        assertEquals(
                5,
                did(Effect.Restore.class)
                        .orElseThrow()
                        .packages()
                        .get(0)
                        .packed()
                        .stateTime());

        Log elsewhere = hears(serving, ann.id(), new Message.OrderRequest(1, 5, 1, Payload.EMPTY))
                .log();
        Log other = new Log(
                new Position(ONE, elsewhere.end().seq() + 7),
                elsewhere.roster(),
                elsewhere.authority(),
                elsewhere.ordered(),
                List.of(),
                false);
        MemberState stale = collects(ONE, List.of(server.id(), bob.id()), server.me(), ann.me(), bob.me());
        stale = hears(stale, ann.id(), answer(stale.promise(), following.log(), 3));
        stale = hears(stale, bob.id(), answer(stale.promise(), other, 4));
        assertTrue(did(Effect.Restore.class).isEmpty());
        assertEquals("StandingBy", stale.name());
        assertTrue(did(Effect.Release.class).isPresent());
    }

    @Test
    @DisplayName("P73 whose log is of another history may be the witness all the same: what it has packaged "
            + "must be contained in what is restored")
    void countsTheWitnessOfAnotherHistory() {
        LocalMember bob = self(4, Kind.PLAYER);
        Log old = hears(serving, bob.id(), new Message.JoinRequest(bob.me(), 1, 1, 0))
                .log();
        Log newer = replacedAndJoinedBy(bob);
        for (double fresh : new double[] {3, 5}) {
            MemberState holder = collects(TWO, List.of(y.id(), bob.id()), ann.me(), bob.me());
            Epoch granted = holder.epoch();
            holder = hears(holder, bob.id(), answer(granted, old, 4));
            holder = hears(holder, ann.id(), answer(granted, newer, fresh));
            assertEquals(fresh > 4, did(Effect.Restore.class).isPresent(), () -> fresh + " " + effects);
            assertEquals(fresh < 4, did(Effect.Release.class).isPresent());
        }
    }

    @Test
    @DisplayName(
            "P73 N8 a witness that cannot be read is none, and the marks of the ACK are those of the package that was")
    void doesNotCountWhatCannotBeRead() {
        LocalMember bob = self(3, Kind.PLAYER);
        Log both = hears(serving, bob.id(), new Message.JoinRequest(bob.me(), 1, 1, 0))
                .log();
        MemberState holder = collects(ONE, List.of(server.id(), ann.id(), bob.id()), server.me(), ann.me(), bob.me());
        Epoch two = holder.promise();
        holder = hears(holder, ann.id(), answer(two, both, 5));
        holder = hears(holder, bob.id(), answer(two, both, 4));
        MemberState read = step(holder, new Event.RestoreDone(true, 1, "", List.of(ann.id())));
        step(read, new Event.Activated(two, true, Listing.NOBODY));
        assertEquals(
                4,
                ((EntryBody.Ack) sent(Message.EpochStart.class)
                                .orElseThrow()
                                .ack()
                                .body())
                        .baseAt());
        step(holder, new Event.RestoreDone(true, 1, "", List.of(ann.id(), bob.id())));
        assertEquals(two, did(Effect.Release.class).orElseThrow().epoch());
        assertTrue(did(Effect.Activate.class).isEmpty());
    }

    @Test
    @DisplayName("P75 who goes on with nobody listed left says so in the ACK; who has a witness does not")
    void saysThatSomethingMayBeLost() {
        LocalMember bob = self(3, Kind.PLAYER);
        for (boolean dead : List.of(true, false)) {
            MemberState holder =
                    collects(ONE, List.of(server.id(), dead ? bob.id() : ann.id()), server.me(), ann.me(), bob.me());
            Epoch two = holder.promise();
            holder = hears(holder, ann.id(), answer(two, following.log(), 5));
            holder = step(step(holder, new Event.MemberGone(server.id())), new Event.MemberGone(bob.id()));
            holder = hears(
                    holder,
                    ann.id(),
                    new Message.CollectReply(
                            two,
                            2,
                            true,
                            following.log(),
                            RULES,
                            0,
                            false,
                            answer(two, following.log(), 5).packed()));
            holder = step(holder, new Event.RestoreDone(true, 1, "", List.of()));
            step(holder, new Event.Activated(two, true, Listing.NOBODY));
            assertEquals(
                    dead,
                    ((EntryBody.Ack) sent(Message.EpochStart.class)
                                    .orElseThrow()
                                    .ack()
                                    .body())
                            .lastResort());
        }
    }

    @Test
    @DisplayName(
            "P71 N2 a lost member gets its exit when the arbiter has taken it off the list, not before, and none if it is heard meanwhile")
    void putsOutWhatIsOffTheList() {
        LocalMember bob = self(3, Kind.PLAYER);
        LocalMember eve = self(4, Kind.PLAYER);
        MemberState state = serving;
        for (LocalMember other : List.of(bob, eve))
            state = hears(state, other.id(), new Message.JoinRequest(other.me(), 1, 1, 0));
        for (LocalMember other : List.of(ann, bob, eve)) {
            state = step(
                    state, new Event.InitialStateTaken(other.id(), state.log().end(), Optional.empty()));
            state = hears(state, other.id(), new Message.Confirmed(state.log().end()));
        }
        state = step(state, new Event.Listed(ONE, new Listing(List.of(server.id(), ann.id(), bob.id(), eve.id()), 3)));
        MemberState before = state;
        state = step(state, new Event.MemberOverdue(ann.id(), "silent"));
        assertEquals(
                List.of(server.id(), bob.id(), eve.id()),
                did(Effect.Enlist.class).orElseThrow().members());
        assertTrue(state.log().roster().has(ann.id()));
        MemberState heard = step(state, new Event.EchoSeen(ann.id(), state.log().end()));
        heard = step(heard, new Event.Listed(ONE, new Listing(List.of(server.id(), bob.id(), eve.id()), 4)));
        assertTrue(heard.log().roster().has(ann.id()));
        assertTrue(did(Effect.Enlist.class).orElseThrow().members().contains(ann.id()), "and is listed again");
        state = step(state, new Event.Listed(ONE, new Listing(List.of(server.id(), bob.id(), eve.id()), 4)));
        assertFalse(state.log().roster().has(ann.id()));

        MemberState most = step(
                step(before, new Event.MemberOverdue(ann.id(), "silent")),
                new Event.Listed(ONE, new Listing(List.of(server.id(), ann.id(), bob.id(), eve.id()), 3)));
        most = step(
                step(before, new Event.MemberUnreachable(ann.id())),
                new Event.Listed(ONE, new Listing(before.log().roster().ids(), 4)));
        most = step(most, new Event.MemberUnreachable(bob.id()));
        assertTrue(
                did(Effect.Enlist.class).isEmpty(), "two of three at once: it gives them time to find another server");
        step(most, new Event.TimerFired(Timer.ENLIST));
        assertEquals(
                List.of(server.id(), eve.id()),
                did(Effect.Enlist.class).orElseThrow().members());
    }

    @Test
    @DisplayName(
            "P37 P39 who is still packaging does not take the history of those that were put out for the end of it: its own is longer")
    void countsItsOwnLogAtOnce() {
        LocalMember bob = self(3, Kind.PLAYER);
        LocalMember eve = self(4, Kind.PLAYER);
        serving = step(serving, new Event.MemberGone(ann.id()));
        serving = hears(serving, bob.id(), new Message.JoinRequest(bob.me(), 1, 1, 0));
        Log bobs = serving.log();
        serving = step(serving, new Event.MemberGone(bob.id()));
        serving = hears(serving, eve.id(), new Message.JoinRequest(eve.me(), 1, 1, 0));
        step(serving, new Event.InitialStateTaken(eve.id(), serving.log().end(), Optional.empty()));
        MemberState last = hears(
                MemberState.join(eve, RULES, Epoch.NONE).state(),
                server.id(),
                sent(Message.InitialAck.class).orElseThrow());

        last = step(last, new Event.HolderSuspected(server.id(), "gone", 1));
        long claimId = did(Effect.Claim.class).orElseThrow().claimId();
        last = hears(last, bob.id(), new Message.Suspicion(ONE, false, false));
        last = step(last, new Event.Granted(claimId, new Epoch(2, claimId), List.of()));
        last = hears(last, bob.id(), answer(last.promise(), bobs));
        assertTrue(did(Effect.Release.class).isEmpty(), "bob is out, and his history ends before hers");
        step(last, new Event.PackageTaken(Optional.empty()));
        assertTrue(did(Effect.Activate.class).isPresent());
    }

    @Test
    @DisplayName(
            "P37 P39 a first answer that lags behind ends no round: whom a supporter knows is waited for, and stays")
    void waitsForWhomASupporterKnows() {
        LocalMember bob = self(3, Kind.PLAYER);
        LocalMember cat = self(4, Kind.PLAYER);
        for (LocalMember one : List.of(bob, cat))
            serving = hears(serving, one.id(), new Message.JoinRequest(one.me(), 1, 1, 0));
        MemberState holder = collects(ONE, List.of(bob.id()), server.me(), ann.me(), bob.me(), cat.me());
        Epoch two = holder.epoch();
        holder = hears(holder, ann.id(), answer(two, following.log()));
        assertTrue(did(Effect.Activate.class).isEmpty(), "all whom ann knows have answered");
        holder = hears(holder, bob.id(), answer(two, serving.log()));
        assertTrue(did(Effect.Activate.class).isEmpty());
        holder = hears(holder, cat.id(), answer(two, serving.log()));
        assertTrue(did(Effect.Activate.class).isPresent());
        step(holder, new Event.Activated(two, true, Listing.NOBODY));
        EntryBody.Ack ack = (EntryBody.Ack)
                sent(Message.EpochStart.class).orElseThrow().ack().body();
        assertTrue(ack.members().containsAll(List.of(ann.id(), bob.id(), cat.id())));
    }

    @Test
    @DisplayName("P39 P42 HG3 a joiner that nobody who answered knows comes back by itself, as the same peer")
    void comesBackThoughNobodyKnewIt() {
        LocalMember bob = self(3, Kind.PLAYER);
        serving = hears(serving, bob.id(), new Message.JoinRequest(bob.me(), 1, 1, 0));
        serving = step(
                serving, new Event.InitialStateTaken(bob.id(), serving.log().end(), Optional.empty()));
        MemberState joined = hears(
                MemberState.join(bob, RULES, Epoch.NONE).state(),
                server.id(),
                sent(Message.InitialAck.class).orElseThrow());
        MemberState suspecting = step(joined, new Event.HolderSuspected(server.id(), "gone", 1));

        MemberState holder = collects(server.me(), ann.me());
        Epoch two = holder.epoch();
        holder = hears(holder, ann.id(), answer(two, following.log()));
        holder = step(holder, new Event.Activated(two, true, Listing.NOBODY));
        assertFalse(holder.log().roster().has(bob.id()));
        hears(suspecting, holder.self().id(), sent(Message.EpochStart.class).orElseThrow());
        Epoch promise = did(Effect.Rejoin.class).orElseThrow().promise();

        Member again = new Member(
                new MemberId(bob.id().peer(), new Incarnation(8, 5)),
                "bob",
                Kind.PLAYER,
                bob.me().endpoint(),
                bob.me().tokenHash());
        MemberState back = MemberState.rejoin(
                        new LocalMember(again, 1, Payload.EMPTY, 1, SECRET), RULES, promise, Log.EMPTY)
                .state();
        holder = hears(holder, again.id(), new Message.JoinRequest(again, 1, 1, SECRET));
        step(holder, new Event.InitialStateTaken(again.id(), holder.log().end(), Optional.empty()));
        assertEquals(
                "Following",
                hears(back, holder.self().id(), sent(Message.InitialAck.class).orElseThrow())
                        .name());
    }

    // ---- left behind, and nobody else is left

    private final LocalMember annAgain = new LocalMember(
            new Member(
                    new MemberId(
                            ann.me().id().peer(),
                            new Incarnation(8, ann.me().id().incarnation().nonce())),
                    "ann",
                    Kind.PLAYER,
                    ann.me().endpoint(),
                    ann.me().tokenHash()),
            1,
            Payload.EMPTY,
            1,
            SECRET);

    /** Ann, put out by the server in epoch 1, which died then: the list has that one alone, or another. */
    private MemberState leftBehind() {
        hears(following, server.id(), new Message.JoinDenied(Reason.CRASHED, "put out", Payload.EMPTY));
        Effect.Rejoin again = did(Effect.Rejoin.class).orElseThrow();
        return MemberState.rejoin(annAgain, RULES, again.promise(), again.log()).state();
    }

    private MemberState isSilent(MemberState state, Epoch current) {
        step(state, new Event.TimerFired(Timer.NO_GAME));
        assertTrue(did(Effect.AskGameStatus.class).isPresent());
        return step(
                step(state, new Event.TimerFired(Timer.NO_GAME)),
                new Event.GameStatusKnown(current, false, current, false, false));
    }

    private MemberState isGranted(MemberState claiming, MemberId... listed) {
        Effect.Claim claim = did(Effect.Claim.class).orElseThrow();
        assertEquals(List.of(annAgain.id()), claim.authority());
        assertEquals(Basis.REBUILD, claim.basis());
        return step(
                claiming,
                new Event.Granted(claim.claimId(), new Epoch(claim.expected() + 1, claim.claimId()), List.of(listed)));
    }

    @Test
    @DisplayName(
            "N5 P75 who was left behind keeps its log and package, and goes on with them where nobody listed is left")
    void goesOnAloneWithWhatItKept() {
        MemberState collecting = isGranted(isSilent(leftBehind(), ONE), server.id());
        assertTrue(did(Effect.TakeKept.class).isPresent());
        collecting = step(collecting, new Event.MemberGone(server.id()));
        assertTrue(did(Effect.Restore.class).isEmpty(), "its own package is waited for");
        PackedState mine = packed(5);
        collecting = step(collecting, new Event.PackageTaken(Optional.of(mine)));
        assertEquals(
                List.of(new Effect.Contribution(annAgain.me(), mine)),
                did(Effect.Restore.class).orElseThrow().packages());
        collecting = step(collecting, new Event.RestoreDone(true, 3, "", List.of()));
        Epoch two = collecting.epoch();
        assertEquals(
                List.of(annAgain.id()),
                did(Effect.Activate.class).orElseThrow().members().stream()
                        .filter(m -> m.peer() == 2)
                        .toList());
        MemberState alone = step(collecting, new Event.Activated(two, true, Listing.of(annAgain.id())));
        assertEquals("Serving", alone.name());
        Effect.Resume resumed = did(Effect.Resume.class).orElseThrow();
        EntryBody.Ack ack =
                (EntryBody.Ack) resumed.path().get(resumed.path().size() - 1).body();
        assertTrue(ack.lastResort(), "told");
        assertEquals(5, ack.baseAt());
        assertEquals(
                List.of(annAgain.id()),
                alone.log().roster().players().stream().map(Member::id).toList());
    }

    @Test
    @DisplayName(
            "N5 P74 P75 while somebody listed may be there it gives the number up, asks on, and keeps what it has until its time has come")
    void leavesItToWhoIsListed() {
        MemberState collecting = isGranted(isSilent(leftBehind(), ONE), server.id(), x.id());
        collecting = step(collecting, new Event.PackageTaken(Optional.of(packed(5))));
        MemberState asking = step(collecting, new Event.TimerFired(Timer.COLLECT));
        assertEquals("Joining", asking.name());
        assertEquals(collecting.epoch(), did(Effect.Release.class).orElseThrow().epoch());
        step(asking, new Event.TimerFired(Timer.ASK));
        assertTrue(effects.stream()
                .anyMatch(e -> e instanceof Effect.Cast c && c.message() instanceof Message.JoinRequest));
        asking = step(asking, new Event.TimerFired(Timer.LAST_RESORT));
        assertTrue(did(Effect.AskGameStatus.class).isPresent(), "at once: nobody answered its collect");
        asking = step(asking, new Event.GameStatusKnown(collecting.epoch(), true, collecting.epoch(), false, false));
        collecting = isGranted(asking, server.id(), x.id());
        collecting = step(collecting, new Event.PackageTaken(Optional.of(packed(5))));
        step(collecting, new Event.TimerFired(Timer.COLLECT));
        assertTrue(did(Effect.Restore.class).isPresent());
    }

    @Test
    @DisplayName("N5 P6 who is let in, or answers another, withdraws its claim; a denial says nothing of the next")
    void withdrawsWhenLetIn() {
        MemberState claiming = isSilent(leftBehind(), ONE);
        Effect.Claim claim = did(Effect.Claim.class).orElseThrow();
        Epoch wanted = new Epoch(2, claim.claimId());
        answers(claiming, THREE, y);
        assertEquals(wanted, did(Effect.Release.class).orElseThrow().epoch());
        step(claiming, new Event.LeaveAsked());
        assertEquals(wanted, did(Effect.Release.class).orElseThrow().epoch());
        step(leftBehind(), new Event.Granted(7, new Epoch(2, 7), List.of()));
        assertEquals(new Epoch(2, 7), did(Effect.Release.class).orElseThrow().epoch());
        MemberState denied = step(claiming, new Event.Denied(claim.claimId(), ONE, Event.DenialReason.NOT_NOW));
        isSilent(denied, ONE);
        assertEquals(claim, did(Effect.Claim.class).orElseThrow());
        assertEquals(Reason.ENDED, closes(claiming, new Event.Denied(claim.claimId(), ONE, Event.DenialReason.ENDED)));
    }

    private Reason closes(MemberState state, Event event) {
        step(state, event);
        return did(Effect.Close.class).orElseThrow().reason();
    }

    @Test
    @DisplayName(
            "N5 P26 who may not serve asks on until it gives up, for another may go on yet; as long as somebody answers, "
                    + "or serves, nobody claims")
    void claimsOnlyInSilence() {
        hears(following, server.id(), new Message.JoinDenied(Reason.CRASHED, "put out", Payload.EMPTY));
        Log kept = did(Effect.Rejoin.class).orElseThrow().log();
        GameRules spares = new GameRules("traces", 8, List.of(Failover.SPARE_SERVER), 1_000, 30_000, 50, Map.of());
        MemberState watching =
                isSilent(MemberState.rejoin(annAgain, spares, ONE, kept).state(), ONE);
        assertTrue(did(Effect.Claim.class).isEmpty());
        watching = step(watching, new Event.TimerFired(Timer.NO_GAME));
        step(watching, new Event.GameStatusKnown(ONE, false, ONE, false, false));
        watching = step(watching, new Event.TimerFired(Timer.LAST_RESORT));
        for (int asks = 0; asks < 3; asks++) {
            step(watching, new Event.GameStatusKnown(ONE, false, ONE, false, false));
            assertTrue(effects.isEmpty(), "another may go on");
            watching = step(watching, new Event.TimerFired(Timer.NO_GAME));
        }
        assertEquals(Reason.CUT_OFF, closes(watching, new Event.TimerFired(Timer.GIVE_UP)));
        step(watching, new Event.GameStatusKnown(ONE, false, ONE, true, false));
        assertTrue(effects.isEmpty(), "it is served");
        MemberState heard =
                hears(step(leftBehind(), new Event.TimerFired(Timer.NO_GAME)), x.id(), new Message.FrozenWait(ONE));
        step(heard, new Event.GameStatusKnown(ONE, false, ONE, false, false));
        assertTrue(did(Effect.Claim.class).isEmpty(), "somebody answers");
        MemberState empty =
                isSilent(MemberState.rejoin(annAgain, RULES, ONE, Log.EMPTY).state(), ONE);
        assertTrue(did(Effect.Claim.class).isEmpty(), "it has nothing to go on from");
        assertEquals("Joining", empty.name());
    }

    @Test
    @DisplayName(
            "N5 P40 P75 a member whose restoreState failed asks on, and goes on with what it kept where nobody answers")
    void triesOnceMoreAfterAFailure() {
        MemberState collecting = isGranted(isSilent(leftBehind(), ONE), server.id());
        collecting = step(
                step(collecting, new Event.MemberGone(server.id())), new Event.PackageTaken(Optional.of(packed(5))));
        MemberState asking = step(collecting, new Event.RestoreDone(false, 3, "threw", List.of()));
        assertEquals("Joining", asking.name());
        assertTrue(
                effects.contains(new Effect.StartTimer(Timer.NO_GAME, 2_000 + RULES.suspectAfterMillis())),
                "others first");
        isSilent(asking, collecting.epoch());
        assertTrue(did(Effect.Claim.class).isPresent(), "or nobody ever would");
    }

    private static LogEntry ack(
            Epoch epoch,
            Position end,
            MemberId server,
            List<MemberId> packaged,
            Map<MemberId, Marks> marks,
            boolean planned) {
        return new LogEntry(
                new Position(epoch, 0),
                EntryBody.Ack.of(
                        end,
                        List.of(server),
                        Optional.empty(),
                        List.of(server),
                        packaged,
                        List.of(),
                        marks,
                        planned,
                        Double.NaN,
                        Double.NaN,
                        0,
                        false));
    }

    @Test
    @DisplayName("P21 P23 a server that goes on in a later epoch keeps what it has had: nobody repeats it; "
            + "what another restored counts until the next")
    void keepsItsMarks() {
        Log log = following.log();
        Map<MemberId, Marks> marks = Map.of(ann.id(), new Marks(3, List.of()));
        LogEntry held = ack(TWO, log.end(), server.id(), List.of(), Map.of(), false);
        assertEquals(Optional.empty(), log.restoredAlong(List.of(held)));
        LogEntry rebuilt = ack(TWO, log.end(), x.id(), List.of(ann.id()), marks, false);
        assertEquals(Optional.of(marks), log.restoredAlong(List.of(rebuilt)));
        LogEntry after = ack(THREE, rebuilt.at(), x.id(), List.of(), Map.of(), true);
        assertEquals(Optional.of(marks), log.restoredAlong(List.of(rebuilt, after)), "missed both");
    }
}
