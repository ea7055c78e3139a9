package org.gamenet.rgs.core.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.core.machine.Basis;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.GameRules;
import org.gamenet.rgs.core.machine.Incarnation;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.machine.Listing;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.machine.Payload;
import org.gamenet.rgs.core.ordering.EntryBody;
import org.gamenet.rgs.core.ordering.Log;
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

/** For whom a collect waits, who counts, and when it goes on or gives up (P37, P39, P73, P74). */
class WhoAnswersTest extends OneMachine {
    private static final GameRules RULES =
            new GameRules("collected", 8, List.of(Failover.PROMOTED_PLAYER), 1_000, 30_000, 50, Map.of());

    private final LocalMember server = self(1, Kind.SERVER);
    private final LocalMember ann = self(2, Kind.PLAYER);
    private final LocalMember bob = self(3, Kind.PLAYER);
    private final LocalMember x = self(8, Kind.SERVER);
    private MemberState serving;

    @BeforeEach
    void annAndBobAreIn() {
        serving = MemberState.found(server, RULES, ONE).state();
        for (LocalMember each : List.of(ann, bob))
            serving = hears(serving, each.id(), new Message.JoinRequest(each.me(), 1, 1, 0));
    }

    private Message.CollectReply reply(MemberState holder, Log log, double stateTime) {
        return reply(holder, 1, log, stateTime);
    }

    /** Where somebody was lost another round begins. */
    private Message.CollectReply reply(MemberState holder, int round, Log log, double stateTime) {
        PackedState packed = new PackedState(Payload.EMPTY, false, stateTime, ONE, stateTime, Map.of(), List.of(), 0);
        return new Message.CollectReply(holder.promise(), round, true, log, RULES, 0, false, Optional.of(packed));
    }

    /** The server hears of an epoch that came to nothing, and holds the next one: it has everything (P21). */
    private MemberState serverHolds() {
        MemberState holder = hears(serving, x.id(), new Message.Stale(TWO));
        holder = step(holder, new Event.GameStatusKnown(TWO, true, ONE, false, false));
        long claimId = did(Effect.Claim.class).orElseThrow().claimId();
        List<MemberId> listed = List.of(server.id(), ann.id(), bob.id());
        return step(holder, new Event.Granted(claimId, new Epoch(3, claimId), listed, List.of(server.id())));
    }

    /** A spare that was told of these members holds the next epoch. The arbiter has listed {@code listed}. */
    private MemberState spareHolds(List<LocalMember> told, MemberId served, MemberId... listed) {
        MemberState spare = MemberState.standBy(x);
        spare = step(
                spare,
                new Event.Offered(
                        7, RULES, ONE, told.stream().map(LocalMember::me).toList(), List.of(ann.id()), 0));
        long claim = did(Effect.Claim.class).orElseThrow().claimId();
        spare = step(spare, new Event.GroupJoined());
        return step(spare, new Event.Granted(claim, new Epoch(2, claim), List.of(listed), List.of(served)));
    }

    @Test
    @DisplayName(
            "P73 S9 whoever served, claimed the next number itself and gave it up, shows the next holder its package")
    void packsWhatItHeld() {
        MemberState holder = step(serverHolds(), new Event.MemberUnreachable(ann.id()));
        MemberState given = step(holder, new Event.MemberUnreachable(bob.id()));
        assertEquals("Suspecting", given.name());
        assertTrue(did(Effect.TakePackage.class).isPresent());
        Epoch four = new Epoch(4, 44);
        MemberState called = hears(given, x.id(), new Message.Collect(four, 1, Basis.REBUILD, x.me(), List.of()));
        MemberState promised = step(called, new Event.GameStatusKnown(four, false, ONE, false, false));
        assertTrue(sent(Message.CollectReply.class).isEmpty(), "its application packs yet");
        PackedState packed = new PackedState(Payload.EMPTY, true, 9, ONE, 9, Map.of(), List.of(), 0);
        step(promised, new Event.PackageTaken(Optional.of(packed)));
        assertEquals(
                Optional.of(packed),
                sent(Message.CollectReply.class).orElseThrow().packed());
    }

    @Test
    @DisplayName(
            "P37 who holds the state goes on with enough after a moment; with too few it waits until a dial tells who is gone")
    void waitsForTheDials() {
        MemberState holder = step(serverHolds(), new Event.TimerFired(Timer.COLLECT));
        assertEquals("Gathering", holder.name(), "one of three is too few, and nobody is known to be gone");
        assertEquals(Timer.COLLECT, did(Effect.StartTimer.class).orElseThrow().timer());
        MemberState answered = hears(holder, ann.id(), reply(holder, serving.log(), 1));
        assertEquals("Activating", answered.name(), "two of three, as soon as they are there");
        MemberState one = step(holder, new Event.MemberGone(ann.id()));
        assertEquals("Gathering", one.name(), "one of two");
        assertEquals("Activating", step(one, new Event.MemberGone(bob.id())).name());
        MemberState away = step(holder, new Event.MemberUnreachable(ann.id()));
        assertEquals("Gathering", away.name());
        assertEquals(
                "Suspecting", step(away, new Event.MemberUnreachable(bob.id())).name(), "too few can be reached");
        assertEquals(
                "Suspecting", step(holder, new Event.TimerFired(Timer.COLLECT)).name());
    }

    @Test
    @DisplayName("P41 who is gone has an exit in the ACK, and who answered has none")
    void putsOutWhoIsGone() {
        MemberState holder = step(serverHolds(), new Event.MemberGone(ann.id()));
        holder = hears(holder, bob.id(), reply(holder, serving.log(), 1));
        step(holder, new Event.Activated(holder.epoch(), true, Listing.NOBODY));
        EntryBody.Ack ack = (EntryBody.Ack)
                sent(Message.EpochStart.class).orElseThrow().ack().body();
        assertEquals(
                List.of(ann.id()),
                ack.exits().stream().map(EntryBody.Exited::who).toList());
    }

    @Test
    @DisplayName(
            "P74 whoever waits because half were out of reach waits no longer once one of them is known to be gone")
    void waitsNoLonger() {
        MemberState holder = step(serverHolds(), new Event.MemberUnreachable(ann.id()));
        MemberState waits = step(holder, new Event.MemberUnreachable(bob.id()));
        assertEquals("Suspecting", waits.name());
        assertTrue(did(Effect.Claim.class).isEmpty());
        step(waits, new Event.MemberUnreachable(bob.id()));
        assertTrue(did(Effect.SeekSpare.class).isEmpty()
                && did(Effect.AskGameStatus.class).isEmpty());
        step(waits, new Event.MemberGone(bob.id()));
        assertFalse(effects.isEmpty(), "its turn comes");
    }

    @Test
    @DisplayName(
            "P73 where nobody that has answered can be the witness the old server is waited for: it may hold everything")
    void waitsForTheWitness() {
        MemberState spare = spareHolds(List.of(server, ann, bob), server.id(), server.id(), bob.id());
        spare = step(spare, new Event.MemberGone(bob.id()));
        MemberState waits = hears(spare, ann.id(), reply(spare, 2, serving.log(), 1));
        assertEquals("Gathering", waits.name(), "Ann is not listed, and the server may live");
        assertEquals(
                "Restoring",
                hears(waits, server.id(), reply(spare, 2, serving.log(), 2)).name());
        assertEquals("Restoring", step(waits, new Event.MemberGone(server.id())).name(), "nobody listed is left");
        assertEquals(
                "StandingBy", step(waits, new Event.TimerFired(Timer.COLLECT)).name());
    }

    @Test
    @DisplayName(
            "P74 who served last, as the arbiter knows, is not waited for, though nobody that answers has heard of it")
    void leavesWhoServedLastAside() {
        Log withAnn = hears(
                        MemberState.found(server, RULES, ONE).state(),
                        ann.id(),
                        new Message.JoinRequest(ann.me(), 1, 1, 0))
                .log();
        LocalMember last = self(5, Kind.SERVER);
        MemberState spare = spareHolds(List.of(server, ann), last.id(), last.id(), ann.id());
        assertEquals(
                "Restoring", hears(spare, ann.id(), reply(spare, withAnn, 1)).name());
        spare = spareHolds(List.of(server, ann), server.id(), last.id(), ann.id());
        assertEquals(
                "Gathering", hears(spare, ann.id(), reply(spare, withAnn, 1)).name());
    }

    @Test
    @DisplayName("P74 the old server counts where it answers: it has given its epoch up for this one")
    void countsTheOldServer() {
        MemberState spare = spareHolds(List.of(server, ann, bob), server.id(), server.id(), ann.id(), bob.id());
        spare = step(spare, new Event.MemberUnreachable(bob.id()));
        assertEquals("Gathering", spare.name(), "with the old server it may be two of three");
        spare = step(spare, new Event.MemberUnreachable(server.id()));
        assertEquals("StandingBy", spare.name(), "one of two can be reached");
        spare = spareHolds(List.of(server, ann, bob), server.id(), server.id(), ann.id(), bob.id());
        spare = hears(spare, server.id(), reply(spare, serving.log(), 2));
        spare = hears(spare, ann.id(), reply(spare, serving.log(), 1));
        assertEquals(
                "Restoring", step(spare, new Event.TimerFired(Timer.COLLECT)).name(), "two of three");
    }

    @Test
    @DisplayName("P74 a process that is gone is gone in each incarnation of its session, whichever of them is listed")
    void isGoneInEachIncarnation() {
        MemberId again =
                new MemberId(3, new Incarnation(9, bob.id().incarnation().nonce()));
        MemberId elsewhere = new MemberId(3, new Incarnation(9, 99));
        for (MemberId listed : List.of(again, elsewhere)) {
            MemberState spare = spareHolds(List.of(server, ann, bob), server.id(), server.id(), ann.id(), listed);
            spare = hears(spare, ann.id(), reply(spare, serving.log(), 1));
            assertEquals("Gathering", spare.name());
            spare = step(spare, new Event.MemberGone(bob.id()));
            spare = hears(spare, ann.id(), reply(spare, 2, serving.log(), 1));
            boolean same = listed.equals(again);
            assertEquals(same ? "Restoring" : "Gathering", spare.name(), "another process may live");
        }
    }

    @Test
    @DisplayName(
            "P39 P42 P75 whose history is not part of what others hold was left behind: it comes back, and keeps what it has")
    void comesBack() {
        MemberState following = step(
                serving, new Event.InitialStateTaken(ann.id(), serving.log().end(), Optional.empty()));
        Message.InitialAck initial = sent(Message.InitialAck.class).orElseThrow();
        MemberState anns = hears(MemberState.join(ann, RULES, Epoch.NONE).state(), server.id(), initial);
        anns = step(anns, new Event.HolderSuspected(server.id(), "gone", 1));
        long claimId = did(Effect.Claim.class).orElseThrow().claimId();
        anns = hears(anns, bob.id(), new Message.Suspicion(ONE, false, false));
        MemberState holder = step(
                anns,
                new Event.Granted(
                        claimId,
                        new Epoch(2, claimId),
                        List.of(server.id(), ann.id(), bob.id()),
                        List.of(server.id())));
        holder = step(holder, new Event.PackageTaken(Optional.empty()));
        MemberState put = step(following, new Event.KickAsked(ann.id().peer(), "out"));
        MemberState out = hears(holder, bob.id(), reply(holder, put.log(), 1));
        assertEquals("GameOver", out.name(), "put out in what Bob holds");
        assertEquals(holder.epoch(), did(Effect.Release.class).orElseThrow().epoch());
        Effect.Rejoin back = did(Effect.Rejoin.class).orElseThrow();
        assertEquals(holder.epoch(), back.promise());
        assertEquals(anns.log(), back.log(), "it may be the last that has it");
    }

    @Test
    @DisplayName("P39 P73 the freshest package of this history counts, also of a server that is out of the game by now")
    void countsWhoIsOut() {
        MemberState left = step(serving, new Event.KickAsked(bob.id().peer(), "out"));
        MemberState spare = spareHolds(List.of(server, ann), server.id(), server.id(), ann.id());
        spare = hears(spare, bob.id(), reply(spare, serving.log(), 4));
        spare = hears(spare, ann.id(), reply(spare, left.log(), 3));
        assertEquals("Restoring", spare.name());
        assertEquals(
                List.of(bob.id(), ann.id()),
                did(Effect.Restore.class).orElseThrow().packages().stream()
                        .map(each -> each.from().id())
                        .toList());
    }

    @Test
    @DisplayName("P74 what was out of reach as one incarnation can be reached once another of its session is heard")
    void canBeReachedAgain() {
        MemberId again =
                new MemberId(3, new Incarnation(9, bob.id().incarnation().nonce()));
        MemberState anns = step(
                serving, new Event.InitialStateTaken(ann.id(), serving.log().end(), Optional.empty()));
        Message.InitialAck initial = sent(Message.InitialAck.class).orElseThrow();
        anns = hears(MemberState.join(ann, RULES, Epoch.NONE).state(), server.id(), initial);
        anns = step(anns, new Event.MemberUnreachable(bob.id()));
        anns = step(anns, new Event.HolderSuspected(server.id(), "gone", 1));
        long claimId = did(Effect.Claim.class).orElseThrow().claimId();
        anns = hears(anns, again, new Message.Suspicion(ONE, false, false));
        List<MemberId> listed = List.of(server.id(), ann.id(), again);
        Event granted = new Event.Granted(claimId, new Epoch(2, claimId), listed, List.of(server.id()));
        assertEquals("Gathering", step(anns, granted).name(), "it is one process");
    }
}
