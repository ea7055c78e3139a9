package org.gamenet.rgs.core.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.machine.Basis;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.machine.Listing;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.EntryBody;
import org.gamenet.rgs.core.ordering.Log;
import org.gamenet.rgs.core.ordering.LogEntry;
import org.gamenet.rgs.core.ordering.Position;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.gamenet.rgs.core.reconfiguration.LocalMember;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.gamenet.rgs.core.reconfiguration.Timer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Planned changes of the authority, and backups that go on from their copies (P45 to P49). */
class BackupTest extends AnnBacksUp {

    @Test
    @DisplayName(
            "P40 a backup's application restores while the others answer: the epoch is activated when both are done")
    void restoresMeanwhile() {
        MemberState collects = annCollects();
        Effect.Contribution copy =
                did(Effect.Restore.class).orElseThrow().packages().get(0);
        assertEquals(1, copy.packed().stateTime());
        assertEquals(ann.id(), copy.from().id());
        collects = step(collects, new Event.RestoreDone(true, 3, "", List.of()));
        assertTrue(did(Effect.Activate.class).isEmpty(), "bob has not answered");
        bobAnswers(collects);
        assertTrue(did(Effect.Activate.class).isPresent());
    }

    @Test
    @DisplayName(
            "P40 a backup whose application throws meanwhile, is too slow, or cannot read its copy gives the number up")
    void cannotRestoreMeanwhile() {
        MemberState collects = annCollects();
        step(collects, new Event.TimerFired(Timer.RESTORE));
        assertTrue(did(Effect.Release.class).isPresent(), "too slow");
        step(collects, new Event.RestoreDone(false, 3, "threw", List.of()));
        assertTrue(did(Effect.Release.class).isPresent());
        step(step(collects, new Event.RestoreDone(true, 3, "", List.of())), new Event.TimerFired(Timer.RESTORE));
        assertTrue(did(Effect.Release.class).isEmpty(), "it was in time");
        bobAnswers(step(collects, new Event.RestoreDone(true, 3, "", List.of(ann.id()))));
        assertTrue(did(Effect.Release.class).isPresent());
    }

    @Test
    @DisplayName("A1 P40 a promoted backup restores the copy that it holds, and its marks are those of the ACK")
    void restoresItsCopy() {
        MemberState activating = step(annTakesOver(), new Event.RestoreDone(true, 3, "", List.of()));
        Effect.Activate activate = did(Effect.Activate.class).orElseThrow();
        MemberState serves =
                step(activating, new Event.Activated(activate.epoch(), true, new Listing(activate.members(), 2)));
        EntryBody.Ack ack = (EntryBody.Ack) serves.log()
                .entryAt(new Position(activate.epoch(), 0))
                .orElseThrow()
                .body();
        assertEquals(marks, ack.marks());
        assertEquals(1, ack.baseAt());
        assertEquals(List.of(ann.id()), ack.packaged());
        Log before = bobs.log();
        assertEquals(
                Optional.of(marks),
                before.restoredAlong(List.of(
                        serves.log().entryAt(new Position(activate.epoch(), 0)).orElseThrow())));
    }

    @Test
    @DisplayName("A1 P23 who served with a backup and goes on itself has lost nothing: no marks count")
    void hasAllOfIt() {
        EntryBody.Ack goesOn =
                ack(bobs.log().end(), server.id(), bobs.log().roster().ids());
        assertEquals(
                Optional.empty(),
                bobs.log().restoredAlong(List.of(new LogEntry(new Position(new Epoch(9, 9), 0), goesOn))));
    }

    @Test
    @DisplayName("A2 P41 a spare that rebuilds loses the server alone: the living backup is waited for, and stays")
    void losesTheFirstOnly() {
        LocalMember spare = self(9, Kind.SERVER);
        MemberState stands = MemberState.standBy(spare);
        Epoch failed = backup.epoch();
        stands = step(
                stands,
                new Event.Offered(1, rules, failed, backup.log().roster().members(), List.of(ann.id(), bob.id()), 100));
        MemberState collects = granted(stands);
        assertEquals("Gathering", collects.name());
        collects = hears(
                collects,
                bob.id(),
                new Message.CollectReply(
                        collects.epoch(),
                        1,
                        true,
                        bobs.log(),
                        rules,
                        1,
                        false,
                        Optional.of(copy(bobs.log().end(), 1))));
        assertTrue(did(Effect.Restore.class).isEmpty(), "Ann backs up and plays: her answer is waited for");
        collects = hears(
                collects,
                ann.id(),
                new Message.CollectReply(
                        collects.epoch(),
                        1,
                        true,
                        backup.log(),
                        rules,
                        1,
                        false,
                        Optional.of(copy(backup.log().end(), 2))));
        assertTrue(did(Effect.Restore.class).isPresent());
        step(collects, new Event.RestoreDone(true, 3, "", List.of()));
        assertTrue(did(Effect.Activate.class).orElseThrow().members().contains(ann.id()));
    }

    @Test
    @DisplayName("A3 P32 a backup claims at once and unasked, whoever is first on the roster")
    void claimsUnasked() {
        step(backup, new Event.HolderSuspected(server.id(), "gone", 1));
        assertEquals(Basis.HELD, did(Effect.Claim.class).orElseThrow().basis());
    }

    @Test
    @DisplayName("P28 of a server that says goodbye the backup claims at once too, and waits for what that hands over")
    void takesMoreThanTheCopy() {
        step(serving, new Event.LeaveAsked());
        backup = hears(backup, server.id(), new Message.Released(backup.epoch()));
        assertEquals(Basis.REBUILD, did(Effect.Claim.class).orElseThrow().basis());
    }

    @Test
    @DisplayName(
            "P28 P45 a server that wants to leave while its authority changes goes when that is over, or after 2 s")
    void leavesAfterTheChange() {
        MemberState changes = step(serving, new Event.ChangeAsked(List.of(server.id())));
        Effect.Claim claim = did(Effect.Claim.class).orElseThrow();
        MemberState leaves = step(changes, new Event.LeaveAsked());
        assertTrue(did(Effect.Release.class).isEmpty());
        Epoch next = new Epoch(claim.expected() + 1, claim.claimId());
        List<MemberId> all = serving.log().roster().ids();
        MemberState granted = step(leaves, new Event.Granted(claim.claimId(), next, all));
        step(granted, new Event.Activated(next, true, new Listing(all, 1)));
        assertEquals(next, did(Effect.Release.class).orElseThrow().epoch());
        step(leaves, new Event.Denied(claim.claimId(), serving.log().end().epoch(), Event.DenialReason.NEVER));
        assertEquals(serving.epoch(), did(Effect.Release.class).orElseThrow().epoch());
        step(leaves, new Event.TimerFired(Timer.DEPART));
        assertEquals(serving.epoch(), did(Effect.Release.class).orElseThrow().epoch());
    }

    @Test
    @DisplayName("A3 P32 who looks for another server lets the backup go first, and goes on if that is lost as well")
    void letsTheBackupGoFirst() {
        MemberState waits = step(bobs, new Event.HolderSuspected(server.id(), "gone", 1));
        assertTrue(did(Effect.SeekSpare.class).isEmpty());
        assertTrue(did(Effect.Claim.class).isEmpty());
        step(waits, new Event.MemberGone(ann.id()));
        assertTrue(did(Effect.SeekSpare.class).isPresent());
        step(waits, new Event.TimerFired(Timer.NEGOTIATE));
        assertTrue(did(Effect.SeekSpare.class).isPresent());
    }

    @Test
    @DisplayName("A3 in a game with no other way the backup goes on; there is no new server when it is lost too")
    void isAWay() {
        rules = rules(Failover.HOT_BACKUP);
        begin();
        copies(1);
        changeTo(List.of(server.id(), ann.id()));
        MemberState waits =
                step(step(bobs, new Event.MemberGone(server.id())), new Event.HolderSuspected(server.id(), "gone", 1));
        waits = step(waits, new Event.MemberGone(server.id()));
        assertEquals("Suspecting", waits.name());
        step(waits, new Event.MemberGone(ann.id()));
        assertEquals(Reason.NO_NEW_SERVER, did(Effect.Close.class).orElseThrow().reason());
        MemberState claims = step(backup, new Event.HolderSuspected(server.id(), "gone", 1));
        assertEquals(Basis.HELD, did(Effect.Claim.class).orElseThrow().basis());
        claims = step(claims, new Event.MemberGone(server.id()));
        assertEquals("Suspecting", claims.name());
        assertEquals("Departing", step(serving, new Event.LeaveAsked()).name());
    }

    @Test
    @DisplayName("HG21 A4 P40 a copy that contains more than this log has delivered is not held yet")
    void waitsForWhatTheCopyContains() {
        orders(bob);
        MemberState now = step(
                backup,
                new Event.CopyHeld(
                        server.id(), serving.epoch(), 2, copy(serving.log().end(), 2)));
        assertTrue(effects.isEmpty());
        now = hears(now, server.id(), new Message.EntryNews(last()));
        step(
                now,
                new Event.CopyHeld(
                        server.id(), serving.epoch(), 2, copy(serving.log().end(), 2)));
        assertTrue(did(Effect.ConfirmCopy.class).isPresent());
    }

    @Test
    @DisplayName(
            "P47 HG16 a backup that has frozen, or has answered another holder, confirms nothing any more; nor a copy of another epoch")
    void stopsConfirming() {
        Event late = new Event.CopyHeld(
                server.id(), backup.epoch(), 2, copy(backup.log().end(), 2));
        step(step(backup, new Event.HolderSuspected(server.id(), "silent", 1)), late);
        assertTrue(effects.isEmpty());
        step(backup, new Event.CopyHeld(server.id(), ONE, 2, copy(backup.log().end(), 2)));
        assertTrue(effects.isEmpty());
        step(
                backup,
                new Event.CopyHeld(
                        bob.id(), backup.epoch(), 2, copy(backup.log().end(), 2)));
        assertTrue(effects.isEmpty());
        step(backup, late);
        assertTrue(did(Effect.ConfirmCopy.class).isPresent());
    }

    @Test
    @DisplayName("P45 P49 HB6 a backup is dropped by planned change, and holds no copy from then on")
    void isDropped() {
        changeTo(List.of(server.id()));
        step(backup, new Event.HolderSuspected(server.id(), "gone", 1));
        assertFalse(did(Effect.Claim.class).filter(c -> c.basis() == Basis.HELD).isPresent());
    }

    @Test
    @DisplayName("N2 P71 a server that misses most of its followers is unsure, and drops no backup, for D")
    void isUnsure() {
        MemberState alone = step(serving, new Event.MemberOverdue(ann.id(), "silent"));
        assertFalse(alone.isUnsure());
        MemberState cut = step(alone, new Event.MemberOverdue(bob.id(), "silent"));
        assertTrue(cut.isUnsure());
        assertFalse(step(cut, new Event.MemberGone(bob.id())).isUnsure(), "a dead one is no doubt");
        assertFalse(step(cut, new Event.TimerFired(Timer.ENLIST)).isUnsure(), "they had their time");
    }

    @Test
    @DisplayName("P71 a server that hears them all again gives them time anew when it misses most once more")
    void isUnsureAnew() {
        MemberState cut = missesBoth(serving);
        for (LocalMember heard : List.of(ann, bob))
            cut = step(cut, new Event.EchoSeen(heard.id(), cut.log().end()));
        assertTrue(missesBoth(cut).isUnsure());
        assertTrue(runs(Timer.ENLIST), "from here on");
    }

    @Test
    @DisplayName("P71 the time is not over for those that are missed most after it, if it ran out when they were not")
    void isUnsureOnceItMissesMost() {
        MemberState cut = missesBoth(serving);
        cut = step(cut, new Event.EchoSeen(bob.id(), cut.log().end()));
        cut = step(cut, new Event.TimerFired(Timer.ENLIST));
        assertTrue(step(cut, new Event.MemberOverdue(bob.id(), "silent")).isUnsure());
    }

    private MemberState missesBoth(MemberState of) {
        return step(step(of, new Event.MemberOverdue(ann.id(), "silent")), new Event.MemberOverdue(bob.id(), "silent"));
    }

    @Test
    @DisplayName("P49 P71 a server whose only follower is its backup drops that at once")
    void hasNobodyElse() {
        MemberState two = hears(serving, bob.id(), new Message.LeaveRequest());
        Effect.Enlist entry = did(Effect.Enlist.class).orElseThrow();
        two = step(two, new Event.Listed(two.epoch(), new Listing(entry.members(), entry.count() + 1)));
        assertFalse(step(two, new Event.MemberOverdue(ann.id(), "silent")).isUnsure());
    }
}
