package org.gamenet.rgs.core.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.machine.Basis;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.machine.Listing;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.machine.Payload;
import org.gamenet.rgs.core.ordering.EntryBody;
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

/** A holder whose application restores, or whose arbiter has not answered yet: what else may happen to it. */
class HoldingTest extends AnnBacksUp {
    private static final Epoch LATER = new Epoch(9, 99);

    private MemberState restoring() {
        MemberState restoring = annTakesOver();
        assertEquals("Restoring", restoring.name());
        return restoring;
    }

    private MemberState activating() {
        MemberState activating = step(restoring(), new Event.RestoreDone(true, 3, "", List.of()));
        assertEquals("Activating", activating.name());
        return activating;
    }

    private List<MemberState> both() {
        return List.of(restoring(), activating());
    }

    private boolean releases(Epoch epoch) {
        return effects.contains(new Effect.Release(epoch));
    }

    @Test
    @DisplayName("P21 whatever tells it of a later epoch has it ask how the game stands, and it goes on meanwhile")
    void hearsOfALaterOne() {
        EntryBody.Ack body = ack(serving.log().end(), bob.id(), List.of(bob.id()));
        for (MemberState holds : both())
            for (Message told : List.of(
                    new Message.Stale(LATER),
                    new Message.Collect(LATER, 1, Basis.REBUILD, bob.me(), List.of()),
                    new Message.EpochStart(new LogEntry(new Position(LATER, 0), body), List.of()))) {
                assertEquals(holds.name(), hears(holds, bob.id(), told).name());
                assertTrue(did(Effect.AskGameStatus.class).isPresent(), holds.name() + " " + told);
            }
    }

    @Test
    @DisplayName(
            "P7 P21 it gives its number up when the arbiter has granted a later one, and closes when the game is over")
    void isOvertaken() {
        for (MemberState holds : both()) {
            assertEquals(
                    holds.name(), step(holds, standing(holds.epoch(), false)).name(), "its own number");
            assertEquals("Suspecting", step(holds, standing(LATER, false)).name());
            step(holds, standing(holds.epoch(), true));
            assertEquals(Reason.ENDED, did(Effect.Close.class).orElseThrow().reason());
        }
    }

    private static Event standing(Epoch current, boolean ended) {
        return new Event.GameStatusKnown(current, false, ONE, false, ended);
    }

    @Test
    @DisplayName("P26 a newcomer is told to wait")
    void newcomersWait() {
        LocalMember dan = self(9, Kind.PLAYER);
        for (MemberState holds : both()) {
            hears(holds, dan.id(), new Message.JoinRequest(dan.me(), 1, 1, 0));
            assertEquals(
                    holds.epoch(), sent(Message.FrozenWait.class).orElseThrow().epoch());
        }
    }

    @Test
    @DisplayName("P7 a number that is granted besides is given back, its own is not")
    void isGrantedAnother() {
        for (MemberState holds : both()) {
            step(holds, new Event.Granted(99, LATER, List.of()));
            assertTrue(releases(LATER));
            step(holds, new Event.Granted(holds.epoch().claimId(), holds.epoch(), List.of()));
            assertEquals(List.of(), effects);
        }
    }

    @Test
    @DisplayName("P7 P28 one that leaves gives its number up, and tells everybody")
    void leaves() {
        for (MemberState holds : both()) {
            MemberState gone = step(holds, new Event.LeaveAsked());
            assertEquals("GameOver", gone.name());
            assertTrue(releases(holds.epoch()));
            assertTrue(effects.contains(new Effect.Cast(new Message.Released(holds.epoch()))));
        }
    }

    @Test
    @DisplayName("P36 it calls its members again and again")
    void calls() {
        for (MemberState holds : both()) {
            step(holds, new Event.TimerFired(Timer.ADVERTISE));
            Message said = did(Effect.Cast.class).orElseThrow().message();
            assertEquals(holds.epoch(), ((Message.Collect) said).epoch());
            assertTrue(runs(Timer.ADVERTISE));
        }
    }

    @Test
    @DisplayName("P35 it closes when the game stood still for too long, and gives its number up")
    void givesUp() {
        for (MemberState holds : both()) {
            step(holds, new Event.TimerFired(Timer.GIVE_UP));
            assertEquals(
                    Reason.NO_NEW_SERVER, did(Effect.Close.class).orElseThrow().reason());
            assertTrue(releases(holds.epoch()));
        }
    }

    @Test
    @DisplayName("P40 an application that takes too long to restore costs it the number")
    void restoresTooSlowly() {
        MemberState holds = restoring();
        assertEquals(
                "Suspecting", step(holds, new Event.TimerFired(Timer.RESTORE)).name());
        assertTrue(releases(holds.epoch()));
    }

    @Test
    @DisplayName("P73 P74 P75 a copy that cannot be read is no witness, until the game has stood still for its time")
    void cannotBeRead() {
        Event unreadable = new Event.RestoreDone(true, 3, "", List.of(ann.id()));
        MemberState holds = restoring();
        step(holds, unreadable);
        assertTrue(releases(holds.epoch()));
        MemberState late = step(holds, new Event.TimerFired(Timer.LAST_RESORT));
        assertEquals("Activating", step(late, unreadable).name());
    }

    @Test
    @DisplayName("P8 P29 it serves when its own epoch is on, whatever is said of others, and asks until it is")
    void isActivated() {
        MemberState holds = activating();
        List<MemberId> all = List.of(ann.id(), bob.id());
        assertEquals(
                "Activating",
                step(holds, new Event.Activated(LATER, true, new Listing(all, 2)))
                        .name());
        assertEquals(
                "Activating",
                step(holds, new Event.Activated(LATER, false, Listing.NOBODY)).name());
        assertFalse(releases(holds.epoch()));
        step(holds, new Event.TimerFired(Timer.ACTIVATE));
        assertEquals(holds.epoch(), did(Effect.Activate.class).orElseThrow().epoch());
        assertTrue(step(holds, new Event.Activated(holds.epoch(), true, new Listing(all, 2)))
                .serves());
    }

    @Test
    @DisplayName("P22 where one orders for all, nobody else's frames are delivered, nor sent to anybody")
    void nobodyElseStamps() {
        Position end = bobs.log().end();
        EntryBody forged = new EntryBody.Ordered(ann.id(), 1, 5, 1, Payload.EMPTY);
        List<LogEntry> frames = List.of(new LogEntry(end.next(), forged));
        for (MemberState each : List.of(bobs, serving)) {
            MemberState after = hears(each, ann.id(), new Message.Shown(end.epoch(), frames));
            assertEquals(each.log(), after.log());
            hears(each, ann.id(), new Message.ShownWanted(Position.NONE));
            assertEquals(List.of(), effects);
        }
    }

    @Test
    @DisplayName("P28 whoever leaves goes when its game goes on without it, and by its server's word alone")
    void goesWithTheNextEpoch() {
        MemberState leaving = step(bobs, new Event.LeaveAsked());
        EntryBody.Ack body = ack(serving.log().end(), server.id(), List.of(server.id(), ann.id()));
        Message news = new Message.EpochStart(new LogEntry(new Position(LATER, 0), body), List.of());
        assertEquals("Leaving", hears(leaving, ann.id(), news).name());
        assertEquals("GameOver", hears(leaving, server.id(), news).name());
    }
}
