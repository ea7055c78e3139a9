package org.gamenet.rgs.core.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.machine.Basis;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.machine.Listing;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.machine.Payload;
import org.gamenet.rgs.core.ordering.EntryBody;
import org.gamenet.rgs.core.ordering.Log;
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

/** The rules of durability for one machine, and messages that are repeated until they are heard. */
class DurabilityTest extends AnnFollows {

    private final LocalMember bob = self(3, Kind.PLAYER);
    private final Member x = self(8, Kind.SERVER).me();

    private List<MemberId> entry() {
        return did(Effect.Enlist.class).orElseThrow().members();
    }

    /** Ann has her InitialAck: an entry with her is under way. */
    private MemberState listsAnn() {
        return hears(serving, ann.id(), new Message.Confirmed(serving.log().end()));
    }

    private MemberState confirmed(MemberState state, int count, MemberId... members) {
        return step(state, new Event.Listed(ONE, new Listing(List.of(members), count)));
    }

    @Test
    @DisplayName("P71 a newcomer is in an entry once it has its InitialAck, or has reported a package, and not before")
    void listsWhoHasAState() {
        assertTrue(did(Effect.Enlist.class).isEmpty());
        listsAnn();
        assertEquals(List.of(server.id(), ann.id()), entry());
        step(serving, new Event.PackageReported(ann.id()));
        assertEquals(List.of(server.id(), ann.id()), entry());
        step(serving, new Event.PackageReported(bob.id()));
        assertTrue(effects.isEmpty(), "not in the game");
        MemberState early = step(serving, new Event.PackageReported(bob.id()));
        early = hears(early, bob.id(), new Message.JoinRequest(bob.me(), 1, 1, 0));
        assertTrue(
                did(Effect.Enlist.class).isEmpty(),
                "what was said of it before it came in was of no state that it has");
    }

    @Test
    @DisplayName(
            "P72 everybody in an entry counts for what is stable, confirmed or not; who is taken off counts until that is confirmed")
    void countsTheUnconfirmed() {
        MemberState asked = listsAnn();
        assertEquals(
                List.of(server.id(), ann.id()), asked.listed().stream().sorted().toList());
        assertEquals(List.of(server.id()), asked.listing().members());
        MemberState off = step(confirmed(asked, 1, server.id(), ann.id()), new Event.MemberGone(ann.id()));
        assertEquals(List.of(server.id()), entry());
        assertTrue(off.listed().contains(ann.id()));
        assertFalse(confirmed(off, 2, server.id()).listed().contains(ann.id()));
    }

    @Test
    @DisplayName(
            "P22 P72 S11 a frame is stable when everybody listed has it: also one that was kicked, until it is off")
    void keepsFramesForTheKicked() {
        MemberState state = confirmed(listsAnn(), 1, server.id(), ann.id());
        assertTrue(state.log().kept().isEmpty(), "everybody has all");
        state = step(state, new Event.KickAsked(ann.id().peer(), "rude"));
        assertEquals(List.of(server.id()), entry());
        state = hears(state, server.id(), new Message.OrderRequest(1, 4, 0, Payload.EMPTY));
        Position ordered = state.log().end();
        assertFalse(state.log().isStable(ordered), "Ann may not know that she is out, and win");
        state = hears(state, server.id(), new Message.OrderRequest(2, 4, 0, Payload.EMPTY));
        assertEquals(3, state.log().kept().size());
        state = confirmed(state, 2, server.id());
        assertTrue(state.log().isStable(ordered));
        assertTrue(state.log().kept().isEmpty());
    }

    @Test
    @DisplayName(
            "P71 who is lost while an entry with it is under way has no exit before the arbiter has answered, and is off its list")
    void keepsWhoMayBeListed() {
        MemberState lost = step(listsAnn(), new Event.MemberGone(ann.id()));
        assertTrue(lost.log().roster().has(ann.id()));
        lost = confirmed(lost, 1, server.id(), ann.id());
        assertTrue(lost.log().roster().has(ann.id()));
        assertEquals(List.of(server.id()), entry());
        assertEquals(1, did(Effect.Enlist.class).orElseThrow().count());
        lost = step(lost, new Event.TimerFired(Timer.ENLIST));
        assertEquals(List.of(server.id()), entry(), "again, until it is answered");
        assertEquals(1, did(Effect.Enlist.class).orElseThrow().count());
        assertTrue(confirmed(lost, 1, server.id()).log().roster().has(ann.id()), "not the answer to the last entry");
        MemberState elsewhere = step(lost, new Event.Listed(TWO, new Listing(List.of(server.id()), 2)));
        assertTrue(elsewhere.log().roster().has(ann.id()), "another epoch's");
        assertFalse(confirmed(lost, 2, server.id()).log().roster().has(ann.id()));
        assertTrue(did(Effect.Enlist.class).isEmpty());
    }

    @Test
    @DisplayName(
            "P71 N2 who misses more than half of its followers at once gives them time to find another server; a dead one is no doubt")
    void waitsWhenItMissesMost() {
        MemberState state = confirmed(listsAnn(), 1, server.id(), ann.id());
        assertTrue(did(Effect.Enlist.class).isEmpty());
        step(state, new Event.MemberGone(ann.id()));
        assertEquals(List.of(server.id()), entry());
        MemberState waits = step(state, new Event.MemberOverdue(ann.id(), "silent"));
        assertTrue(did(Effect.Enlist.class).isEmpty());
        waits = step(waits, new Event.MemberUnreachable(ann.id()));
        assertTrue(did(Effect.Enlist.class).isEmpty());
        step(waits, new Event.TimerFired(Timer.ENLIST));
        assertEquals(List.of(server.id()), entry());
        MemberState heard = step(waits, new Event.EchoSeen(ann.id(), waits.log().end()));
        step(heard, new Event.TimerFired(Timer.ENLIST));
        assertTrue(did(Effect.Enlist.class).isEmpty(), "heard meanwhile");
    }

    @Test
    @DisplayName("P71 while its authority changes nobody is taken off; an answer to an entry is heard all the same")
    void changesOneThingAtATime() {
        MemberState changing = step(
                confirmed(listsAnn(), 1, server.id(), ann.id()), new Event.ChangeAsked(List.of(server.id(), ann.id())));
        changing = step(changing, new Event.MemberGone(ann.id()));
        assertTrue(did(Effect.Enlist.class).isEmpty());
        changing = step(listsAnn(), new Event.ChangeAsked(List.of(server.id(), ann.id())));
        long claimId = did(Effect.Claim.class).orElseThrow().claimId();
        changing = step(changing, new Event.TimerFired(Timer.ENLIST));
        assertTrue(did(Effect.Enlist.class).isEmpty(), "the entry under way is not repeated meanwhile");
        assertTrue(
                effects.stream().anyMatch(e -> e instanceof Effect.StartTimer t && t.timer() == Timer.ENLIST),
                "but it is not forgotten");
        MemberState stays = step(changing, new Event.Denied(claimId, ONE, Event.DenialReason.OVERTAKEN));
        step(stays, new Event.TimerFired(Timer.ENLIST));
        assertTrue(did(Effect.Enlist.class).isPresent(), "and is repeated once nothing changes any more");
    }

    @Test
    @DisplayName("P71 a newcomer that may be listed as a planned change begins is listed after it, unless it is lost")
    void listsWhoMetAChange() {
        MemberState changing = step(listsAnn(), new Event.ChangeAsked(List.of(server.id())));
        long claimId = did(Effect.Claim.class).orElseThrow().claimId();
        Epoch next = new Epoch(2, claimId);
        changing = step(changing, new Event.Granted(claimId, next, List.of(server.id())));
        MemberState changed = step(changing, new Event.Activated(next, true, new Listing(List.of(server.id()), 1)));
        assertEquals(next, changed.epoch());
        if (did(Effect.Enlist.class).isEmpty()) step(changed, new Event.TimerFired(Timer.ENLIST));
        assertEquals(List.of(server.id(), ann.id()), entry());
    }

    @Test
    @DisplayName("P21 a holder in doubt whose own claim was granted repeats that claim, and claims nothing above it")
    void repeatsItsOwnClaim() {
        Epoch another = new Epoch(2, 77);
        MemberState doubts = step(serving, new Event.GameStatusKnown(another, true, ONE, true, false));
        Effect.Claim claim = did(Effect.Claim.class).orElseThrow();
        Epoch mine = new Epoch(claim.expected() + 1, claim.claimId());
        step(doubts, new Event.GameStatusKnown(mine, false, ONE, true, false));
        assertEquals(claim, did(Effect.Claim.class).orElseThrow());
        step(doubts, new Event.GameStatusKnown(mine, true, ONE, true, false));
        assertEquals(
                mine.number(),
                did(Effect.Claim.class).orElseThrow().expected(),
                "given back it is gone, and the next is claimed");
    }

    @Test
    @DisplayName("P21 P57 a holder whose own planned change another claim made active claims the number after that")
    void changedByAnother() {
        Epoch later = new Epoch(3, 77);
        step(serving, new Event.GameStatusKnown(later, true, TWO, false, false, Optional.empty(), true));
        Effect.Claim claim = did(Effect.Claim.class).orElseThrow();
        assertEquals(later.number(), claim.expected());
        assertEquals(Basis.HELD, claim.basis());
        step(serving, new Event.GameStatusKnown(later, true, TWO, false, false, Optional.empty(), false));
        assertTrue(did(Effect.Claim.class).isEmpty(), "where that epoch is another's it is deposed");
    }

    private static PackedState packed(Epoch epoch, double stateTime) {
        return new PackedState(Payload.EMPTY, false, 1, epoch, stateTime, Map.of(), List.of(), 0);
    }

    private static Message.CollectReply answer(Epoch epoch, Log log, double stateTime) {
        return answer(epoch, log, packed(ONE, stateTime));
    }

    private static Message.CollectReply answer(Epoch epoch, Log log, PackedState packed) {
        return new Message.CollectReply(epoch, 1, true, log, RULES, 0, false, Optional.of(packed));
    }

    /** Ann holds epoch 2, with a package of this time; Bob is in the game. */
    private MemberState annCollects(double stateTime, MemberId... listed) {
        serving = hears(serving, bob.id(), new Message.JoinRequest(bob.me(), 1, 1, 0));
        MemberState now = hears(
                following,
                server.id(),
                new Message.EntryNews(serving.log().entryAt(serving.log().end()).orElseThrow()));
        now = step(now, new Event.HolderSuspected(server.id(), "gone", 1));
        long claimId = did(Effect.Claim.class).orElseThrow().claimId();
        now = step(now, new Event.PackageTaken(Optional.of(packed(ONE, stateTime))));
        return step(now, new Event.Granted(claimId, new Epoch(2, claimId), List.of(listed)));
    }

    @Test
    @DisplayName("P73 what a holder has restored is its package from then on, also if its number is burnt")
    void answersWithWhatItRestored() {
        following = step(following, new Event.HolderSuspected(server.id(), "gone", 1));
        long claimId = did(Effect.Claim.class).orElseThrow().claimId();
        MemberState now = step(following, new Event.PackageTaken(Optional.of(packed(ONE, 3))));
        serving = hears(serving, bob.id(), new Message.JoinRequest(bob.me(), 1, 1, 0));
        now = step(now, new Event.Granted(claimId, new Epoch(2, claimId), List.of(server.id(), ann.id(), bob.id())));
        Epoch two = now.promise();
        now = hears(now, bob.id(), answer(two, serving.log(), 5));
        assertEquals(
                5,
                did(Effect.Restore.class)
                        .orElseThrow()
                        .packages()
                        .get(0)
                        .packed()
                        .stateTime());
        now = step(now, new Event.RestoreDone(true, 1, "", List.of()));
        now = step(now, new Event.Activated(two, false, Listing.NOBODY));
        assertEquals("Suspecting", now.name());
        now = hears(now, x.id(), new Message.Collect(THREE, 1, Basis.REBUILD, x, List.of()));
        step(now, new Event.GameStatusKnown(THREE, false, ONE, false, false));
        assertEquals(
                5,
                sent(Message.CollectReply.class)
                        .orElseThrow()
                        .packed()
                        .orElseThrow()
                        .stateTime());
    }

    @Test
    @DisplayName("P73 N8 a listed package that cannot be read is no witness for one that nobody listed made")
    void needsAWitnessThatCanBeRead() {
        MemberState spare = step(
                MemberState.standBy(self(8, Kind.SERVER)),
                new Event.Offered(1, RULES, ONE, List.of(server.me(), ann.me(), bob.me()), List.of(ann.id()), 0));
        long claim = did(Effect.Claim.class).orElseThrow().claimId();
        spare = step(spare, new Event.GroupJoined());
        serving = hears(serving, bob.id(), new Message.JoinRequest(bob.me(), 1, 1, 0));
        spare = step(spare, new Event.Granted(claim, new Epoch(2, claim), List.of(server.id(), ann.id())));
        Epoch two = spare.promise();
        spare = hears(spare, ann.id(), answer(two, serving.log(), 4));
        spare = hears(spare, bob.id(), answer(two, serving.log(), 5));
        step(spare, new Event.RestoreDone(true, 1, "", List.of(ann.id())));
        assertTrue(did(Effect.Activate.class).isEmpty());
        assertEquals(two, did(Effect.Release.class).orElseThrow().epoch());
        step(spare, new Event.RestoreDone(true, 1, "", List.of()));
        assertTrue(did(Effect.Activate.class).isPresent());
    }

    /** A spare that is in no group yet, and whose application restores what Ann and Bob have answered. */
    private MemberState restores() {
        MemberState spare = step(
                MemberState.standBy(self(8, Kind.SERVER)),
                new Event.Offered(1, RULES, ONE, List.of(server.me(), ann.me(), bob.me()), List.of(ann.id()), 0));
        long claim = did(Effect.Claim.class).orElseThrow().claimId();
        serving = hears(serving, bob.id(), new Message.JoinRequest(bob.me(), 1, 1, 0));
        spare = step(spare, new Event.Granted(claim, new Epoch(2, claim), List.of(ann.id(), bob.id())));
        spare = hears(spare, ann.id(), answer(spare.promise(), serving.log(), 4));
        spare = hears(spare, bob.id(), answer(spare.promise(), serving.log(), 5));
        assertEquals("Restoring", spare.name());
        return spare;
    }

    @Test
    @DisplayName("P36 a spare that comes into the group while its application restores calls everybody there as well")
    void callsTheGroup() {
        step(restores(), new Event.GroupJoined());
        assertTrue(did(Effect.Cast.class).orElseThrow().message() instanceof Message.Collect);
        assertTrue(runs(Timer.ADVERTISE));
    }

    @Test
    @DisplayName("P40 a spare that has restored a state, and whose number is burnt, is closed and stands by no more")
    void standsByNoMore() {
        MemberState spare = step(restores(), new Event.RestoreDone(true, 1, "", List.of()));
        assertEquals("Activating", spare.name());
        assertEquals(
                "GameOver",
                step(spare, new Event.Activated(spare.promise(), false, Listing.NOBODY))
                        .name());
        assertEquals(Reason.CUT_OFF, did(Effect.Close.class).orElseThrow().reason());
        assertTrue(did(Effect.StandByAgain.class).isEmpty());
    }

    /** The package that a spare restores first: Ann's was made at the end of the history, Bob's is fresher. */
    private PackedState base(Position ofBobs, MemberId... listed) {
        MemberState spare = step(
                MemberState.standBy(self(8, Kind.SERVER)),
                new Event.Offered(1, RULES, ONE, List.of(server.me(), ann.me(), bob.me()), List.of(ann.id()), 0));
        long claim = did(Effect.Claim.class).orElseThrow().claimId();
        spare = step(spare, new Event.GroupJoined());
        MemberState begun = hears(serving, bob.id(), new Message.JoinRequest(bob.me(), 1, 1, 0));
        Log log = begun.log().stableUpTo(begun.log().end());
        spare = step(spare, new Event.Granted(claim, new Epoch(2, claim), List.of(listed)));
        Epoch two = spare.promise();
        spare = hears(spare, ann.id(), answer(two, log, packed(ONE, 4).at(log.end())));
        hears(spare, bob.id(), answer(two, log, packed(ONE, 5).at(ofBobs)));
        return did(Effect.Restore.class).orElseThrow().packages().get(0).packed();
    }

    @Test
    @DisplayName(
            "P40 P73 what lies between a package and what is kept would be in nobody's state: another one is the base")
    void goesOnFromAPackageThatReachesTheEnd() {
        Position early = new Position(ONE, 0);
        assertEquals(4, base(early, ann.id(), bob.id()).stateTime());
        assertEquals(5, base(Position.NONE, ann.id(), bob.id()).stateTime(), "nobody knows where that one ends");
        assertEquals(5, base(early, bob.id()).stateTime(), "a package without a witness is no base");
    }

    @Test
    @DisplayName(
            "P71 P73 a player waits for those whom the grant lists, not for whom it knows: an unlisted one is no witness")
    void waitsForTheGrantsList() {
        MemberState now = annCollects(3, server.id(), bob.id());
        assertEquals("Gathering", now.name());
        now = step(now, new Event.MemberUnreachable(bob.id()));
        assertEquals(Optional.empty(), did(Effect.Restore.class));
        assertEquals("Suspecting", now.name(), "bob may have more");
    }

    @Test
    @DisplayName("P28 whoever says goodbye has its exit at once, and off the list goes who is out")
    void letsGo() {
        MemberState state =
                hears(confirmed(listsAnn(), 1, server.id(), ann.id()), ann.id(), new Message.LeaveRequest());
        EntryBody.Exited exit = (EntryBody.Exited)
                did(Effect.Delivered.class).orElseThrow().entry().body();
        assertEquals(new EntryBody.Exited(ann.id(), Reason.LEFT, "left"), exit);
        assertEquals(List.of(server.id()), entry());
        assertFalse(state.log().roster().has(ann.id()));
    }

    @Test
    @DisplayName("P28 the arbiter is told of the end, again and again until it answers")
    void tellsTheEnd() {
        MemberState ending = step(serving, new Event.EndAsked("over"));
        assertEquals(ONE, did(Effect.TellEnd.class).orElseThrow().epoch());
        assertTrue(effects.stream().anyMatch(e -> e instanceof Effect.StartTimer t && t.timer() == Timer.ASK_ARBITER));
        step(ending, new Event.TimerFired(Timer.ASK_ARBITER));
        assertEquals(ONE, did(Effect.TellEnd.class).orElseThrow().epoch());
    }

    @Test
    @DisplayName("P29 a suspicion is said again for as long as it is one")
    void suspectsAloud() {
        MemberState suspecting = step(following, new Event.HolderSuspected(server.id(), "gone", 1));
        step(suspecting, new Event.TimerFired(Timer.SUSPECT));
        assertTrue(did(Effect.Cast.class).orElseThrow().message() instanceof Message.Suspicion s
                && !s.revoked()
                && s.epoch().equals(ONE));
        assertTrue(effects.stream().anyMatch(e -> e instanceof Effect.StartTimer t && t.timer() == Timer.SUSPECT));
    }

    @Test
    @DisplayName("P29 P41 the ACK is shown again, alone, to whoever is not known to have it, and to nobody else")
    void showsTheAckAgain() {
        MemberState holder = annCollects(3, server.id(), ann.id());
        holder = hears(holder, bob.id(), answer(holder.promise(), serving.log(), 2));
        holder = step(holder, new Event.RestoreDone(true, 1, "", List.of()));
        holder = step(holder, new Event.Activated(holder.promise(), true, new Listing(List.of(ann.id()), 1)));
        assertEquals("Serving", holder.name());
        MemberState again = step(holder, new Event.TimerFired(Timer.RESEND));
        assertTrue(effects.stream()
                .anyMatch(e -> e instanceof Effect.Send s
                        && s.to().equals(bob.id())
                        && s.message() instanceof Message.EpochStart alone
                        && alone.missing().isEmpty()));
        again = hears(again, bob.id(), new Message.EntriesWanted(new Position(ONE, 1)));
        assertFalse(
                sent(Message.EpochStart.class).orElseThrow().missing().isEmpty(),
                "whoever lacks entries asks for them");
        again = step(again, new Event.EchoSeen(bob.id(), again.log().end()));
        step(again, new Event.TimerFired(Timer.RESEND));
        assertTrue(sent(Message.EpochStart.class).isEmpty());
    }

    @Test
    @DisplayName("P6 whose number another was granted asks whether that one has given it up, again and again")
    void asksAfterWhoOvertook() {
        MemberState suspecting = step(following, new Event.HolderSuspected(server.id(), "gone", 1));
        long claimId = did(Effect.Claim.class).orElseThrow().claimId();
        suspecting = step(suspecting, new Event.Denied(claimId, TWO, Event.DenialReason.OVERTAKEN));
        step(suspecting, new Event.TimerFired(Timer.CLAIM));
        assertTrue(did(Effect.AskGameStatus.class).isPresent());
        assertTrue(effects.stream().anyMatch(e -> e instanceof Effect.StartTimer t && t.timer() == Timer.CLAIM));
    }

    @Test
    @DisplayName("P35 a game that stands still for too long is over: first it is asked how it stands")
    void givesUp() {
        MemberState suspecting = step(following, new Event.HolderSuspected(server.id(), "gone", 1));
        suspecting = step(suspecting, new Event.TimerFired(Timer.GIVE_UP));
        assertTrue(did(Effect.AskGameStatus.class).isPresent());
        assertTrue(effects.stream().anyMatch(e -> e instanceof Effect.StartTimer t && t.timer() == Timer.CLOSE));
        assertEquals(
                "GameOver", step(suspecting, new Event.TimerFired(Timer.CLOSE)).name());
        assertEquals(Reason.NO_NEW_SERVER, did(Effect.Close.class).orElseThrow().reason());
    }

    @Test
    @DisplayName("P45 HG7 nothing is stamped while who serves claims its own successor's number")
    void standsStillWhileItChanges() {
        MemberState changing = step(
                confirmed(listsAnn(), 1, server.id(), ann.id()), new Event.ChangeAsked(List.of(server.id(), ann.id())));
        assertTrue(did(Effect.Claim.class).isPresent());
        Log before = changing.log();
        changing = hears(changing, ann.id(), new Message.OrderRequest(1, 5, 1, Payload.EMPTY));
        changing = hears(changing, bob.id(), new Message.JoinRequest(bob.me(), 1, 1, 0));
        changing = hears(changing, ann.id(), new Message.LeaveRequest());
        assertEquals(before, changing.log());
    }
}
