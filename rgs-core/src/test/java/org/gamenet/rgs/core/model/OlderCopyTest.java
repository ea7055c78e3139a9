package org.gamenet.rgs.core.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Listing;
import org.gamenet.rgs.core.machine.Payload;
import org.gamenet.rgs.core.ordering.EntryBody;
import org.gamenet.rgs.core.ordering.LogEntry;
import org.gamenet.rgs.core.ordering.Position;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.gamenet.rgs.core.reconfiguration.PackedState;
import org.gamenet.rgs.core.reconfiguration.Timer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A backup goes on from a copy that lacks what was ordered since. */
class OlderCopyTest extends AnnBacksUp {

    private void ordersThree() {
        for (int i = 0; i < 3; i++) {
            orders(bob);
            Message.EntryNews news = new Message.EntryNews(last());
            backup = hears(backup, server.id(), news);
            bobs = hears(bobs, server.id(), news);
            serving = step(serving, new Event.EchoSeen(ann.id(), backup.log().end()));
            serving = step(serving, new Event.EchoSeen(bob.id(), bobs.log().end()));
        }
    }

    private List<Long> again() {
        return did(Effect.Replay.class).orElseThrow().entries().stream()
                .filter(f -> f.body() instanceof EntryBody.Ordered)
                .map(LogEntry::seq)
                .toList();
    }

    @Test
    @DisplayName(
            "A4 P22 P40 what was ordered after the copy goes to the new server's handlers, and is kept until a later copy is confirmed")
    void handsOutWhatTheCopyLacks() {
        ordersThree();
        assertEquals(
                3,
                serving.log().kept().stream()
                        .filter(f -> f.body() instanceof EntryBody.Ordered)
                        .count(),
                "no copy has them");
        MemberState activating = step(annTakesOver(), new Event.RestoreDone(true, 3, "", List.of()));
        Effect.Activate activate = did(Effect.Activate.class).orElseThrow();
        step(activating, new Event.Activated(activate.epoch(), true, new Listing(activate.members(), 2)));
        assertEquals(List.of(1L, 2L, 3L), again());
        copies(2);
        assertEquals(List.of(), serving.log().kept(), "the copy has them");
    }

    @Test
    @DisplayName("P40 a backup that was given its copy, and gives the number up, is told again what the copy lacks")
    void catchesUpWhenItGivesUp() {
        ordersThree();
        Event later = new Event.GameStatusKnown(new Epoch(9, 9), false, serving.epoch(), false, false);
        MemberState collects = annCollects();
        step(collects, later);
        assertEquals(List.of(1L, 2L, 3L), again());
        collects = step(collects, new Event.RestoreDone(true, 3, "", List.of()));
        step(collects, later);
        assertEquals(List.of(1L, 2L, 3L), again());
        step(bobAnswers(collects), later);
        assertEquals(List.of(1L, 2L, 3L), again());
        step(annCollects(), new Event.RestoreDone(false, 3, "threw", List.of()));
        assertTrue(did(Effect.Replay.class).isEmpty(), "it is given a whole state");
    }

    @Test
    @DisplayName(
            "P40 so is one whose restoreState takes too long, for that may end after all, and nobody gives it another state then")
    void catchesUpWhenItIsTooLate() {
        ordersThree();
        step(annCollects(), new Event.TimerFired(Timer.RESTORE));
        assertTrue(did(Effect.Release.class).isPresent());
        assertEquals(List.of(1L, 2L, 3L), again());
        step(bobAnswers(annCollects()), new Event.TimerFired(Timer.RESTORE));
        assertEquals(List.of(1L, 2L, 3L), again());
    }

    @Test
    @DisplayName(
            "P40 P73 so is one that has restored what nobody listed vouches for, because their packages are unreadable")
    void catchesUpWithoutAWitness() {
        Position early = serving.log().end();
        ordersThree();
        MemberState claims = hears(backup, server.id(), new Message.Released(backup.epoch()));
        Effect.Claim claim = did(Effect.Claim.class).orElseThrow();
        Epoch next = new Epoch(claim.expected() + 1, claim.claimId());
        PackedState shown = new PackedState(
                        Payload.EMPTY, false, 2, serving.log().end().epoch(), 2, marks, List.of(), 0)
                .at(bobs.log().end());
        claims = step(claims, new Event.PackageTaken(Optional.of(copy(early, 1))));
        MemberState collects = step(claims, new Event.Granted(claim.claimId(), next, List.of(server.id(), bob.id())));
        collects = step(collects, new Event.MemberGone(server.id()));
        collects = hears(
                collects,
                bob.id(),
                new Message.CollectReply(next, 2, true, bobs.log(), rules, 1, false, Optional.of(shown)));
        assertEquals(2, did(Effect.Restore.class).orElseThrow().packages().size());
        step(collects, new Event.RestoreDone(true, 3, "", List.of(bob.id())));
        assertTrue(did(Effect.Release.class).isPresent());
        assertEquals(List.of(1L, 2L, 3L), again());
    }
}
