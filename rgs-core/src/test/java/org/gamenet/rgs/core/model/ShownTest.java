package org.gamenet.rgs.core.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.gamenet.rgs.core.machine.Payload;
import org.gamenet.rgs.core.ordering.EntryBody;
import org.gamenet.rgs.core.ordering.LogEntry;
import org.gamenet.rgs.core.ordering.Position;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.gamenet.rgs.core.reconfiguration.LocalMember;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.gamenet.rgs.core.reconfiguration.Timer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Entries stamped in a turn are shown to all, and had from any member that has them (P22, P69). */
class ShownTest extends AskingGame {

    private static boolean isBetween(Said one, LocalMember from, LocalMember to) {
        return one.from().equals(from.id()) && one.to().equals(to.id());
    }

    private LogEntry frame(LocalMember who, long ahead, long number) {
        Position end = at(cat).log().end();
        return new LogEntry(
                new Position(ONE, end.seq() + ahead), new EntryBody.Ordered(who.id(), number, 5, 1, Payload.EMPTY));
    }

    @Test
    @DisplayName("P22 P69 frames are had from anybody who has them: its server, another member, and one that leaves")
    void fromAnybody() {
        playing(ann, bob, cat);
        long number = 0;
        for (LocalMember only : List.of(ann, bob)) {
            number++;
            lost = one -> one.message() instanceof Message.Shown && one.to().equals(cat.id());
            wants(bob, number);
            quiet();
            LocalMember other = only == ann ? bob : ann;
            lost = one -> isBetween(one, cat, other) && one.message() instanceof Message.ShownWanted;
            wants(cat, number);
            quiet();
            assertFalse(told(ann).contains("3/" + number), "it lacks a frame");
            later(Timer.PERMIT);
            assertTrue(told(cat).contains("2/" + number) && told(ann).contains("3/" + number), () -> "" + told(cat));
        }
        lost = one -> one.message() instanceof Message.Shown && one.to().equals(cat.id());
        wants(bob, 3);
        quiet();
        lost = one -> isBetween(one, cat, ann) && one.message() instanceof Message.ShownWanted
                || one.message() instanceof Message.LeaveRequest;
        happens(bob.id(), new Event.LeaveAsked());
        wants(cat, 3);
        quiet();
        later(Timer.PERMIT);
        assertEquals(List.of("2/1", "3/1", "2/2", "3/2", "2/3", "3/3"), told(cat));
    }

    @Test
    @DisplayName("P22 P69 whoever has a gap, and nothing to say, has it closed all the same; the server as well")
    void gapsClose() {
        playing(ann, bob, cat);
        for (LocalMember lacks : List.of(cat, ann)) {
            long first = told(bob).size() + 1;
            lost = one -> one.message() instanceof Message.Shown && one.to().equals(lacks.id());
            wants(bob, first);
            quiet();
            lost = one -> false;
            wants(bob, first + 1);
            quiet();
            assertFalse(told(lacks).contains("2/" + first), "a gap");
            later(Timer.PERMIT);
            assertEquals(told(bob), told(lacks));
        }
    }

    @Test
    @DisplayName("P22 P69 a server that hears from echoes that another gets further ahead of it asks that one")
    void heardFromEchoes() {
        playing(ann, bob, cat);
        lost = one -> one.message() instanceof Message.Shown && one.to().equals(ann.id());
        for (int beat = 1; beat <= 2; beat++) {
            wants(bob, beat);
            quiet();
            assertEquals(List.of(), told(ann));
        }
        lost = one -> false;
        Position end = at(bob).log().end();
        happens(ann.id(), new Event.EchoSeen(bob.id(), new Position(ONE, end.seq() - 1)));
        assertEquals(0, count(Message.ShownWanted.class), "it may be under way");
        happens(ann.id(), new Event.EchoSeen(bob.id(), end));
        quiet();
        assertEquals(List.of("2/1", "2/2"), told(ann));
    }

    @Test
    @DisplayName("P22 P69 what a turn stamped is shown in messages of no more than 16 KiB, and all of it arrives")
    void largeTurns() {
        playing(ann, bob);
        for (int i = 1; i <= 5; i++)
            happens(
                    bob.id(),
                    new Event.OrderAsked(
                            new Message.OrderRequest(i, 5, 1, new Payload(new byte[i == 3 ? 40_000 : 6_000]))));
        quiet();
        assertEquals(List.of("2/1", "2/2", "2/3", "2/4", "2/5"), told(ann));
        for (Message one : said)
            if (one instanceof Message.Shown shown) {
                long bytes = shown.entries().stream()
                        .mapToLong(f -> f.body() instanceof EntryBody.Ordered o
                                ? o.message().size()
                                : 0)
                        .sum();
                assertTrue(bytes <= 16_384 || shown.entries().size() == 1, "" + bytes);
            }
    }

    @Test
    @DisplayName("P22 frames of another epoch, or with a place that is taken, change no log")
    void strangeFrames() {
        playing(ann, bob, cat);
        wants(bob, 1);
        quiet();
        Position end = at(cat).log().end();
        for (LogEntry odd : List.of(
                new LogEntry(new Position(TWO, end.seq() + 1), new EntryBody.Ordered(bob.id(), 7, 5, 1, Payload.EMPTY)),
                new LogEntry(end, new EntryBody.Ordered(bob.id(), 8, 5, 1, Payload.EMPTY)))) {
            happens(cat.id(), new Event.Heard(bob.id(), new Message.Shown(ONE, List.of(odd))));
            assertEquals(List.of("2/1"), told(cat));
        }
    }

    @Test
    @DisplayName("P22 P69 of two frames with one place the first is delivered, and nothing breaks")
    void onePlaceTwice() {
        playing(ann, bob, cat);
        List<LogEntry> two = List.of(frame(bob, 1, 1), frame(ann, 1, 1));
        happens(cat.id(), new Event.Heard(bob.id(), new Message.Shown(ONE, two)));
        assertEquals(1, told(cat).size());
    }

    @Test
    @DisplayName("P22 P69 what the primary sends closes gaps of what others have shown, and the other way round")
    void fromThePrimary() {
        playing(ann, bob, cat);
        LogEntry first = frame(bob, 1, 1);
        LogEntry second = frame(bob, 2, 2);
        happens(cat.id(), new Event.Heard(ann.id(), new Message.EntryNews(List.of(second))));
        happens(cat.id(), new Event.Heard(bob.id(), new Message.Shown(ONE, List.of(first))));
        assertEquals(List.of("2/1", "2/2"), told(cat));
    }

    @Test
    @DisplayName("P22 P69 a server that heard from an echo that another is ahead asks that one")
    void heardFromAnEcho() {
        playing(ann, bob, cat);
        lost = one -> one.message() instanceof Message.Shown && one.to().equals(ann.id());
        wants(bob, 1);
        quiet();
        lost = one -> false;
        assertEquals(List.of(), told(ann));
        for (int beat = 0; beat < 2; beat++) {
            happens(ann.id(), new Event.EchoSeen(bob.id(), at(bob).log().end()));
            quiet();
            if (beat == 0) assertEquals(0, count(Message.ShownWanted.class), "it may be under way");
        }
        assertEquals(List.of("2/1"), told(ann));
    }
}
