package org.gamenet.rgs.core.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Collections;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.machine.Payload;
import org.gamenet.rgs.core.ordering.EntryBody;
import org.gamenet.rgs.core.ordering.LogEntry;
import org.gamenet.rgs.core.ordering.Position;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.gamenet.rgs.core.reconfiguration.Message.EntryNews;
import org.gamenet.rgs.core.reconfiguration.Message.OrderRequest;
import org.gamenet.rgs.core.reconfiguration.Message.ToOrder;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Several messages that are ordered at once, and several entries that are told at once (P22). */
class BatchesTest extends AnnFollows {

    /** Ann asks for these. */
    private static OrderRequest wanted(long from, long to) {
        Stream<ToOrder> each =
                LongStream.rangeClosed(from, to).mapToObj(n -> new ToOrder((int) n, n / 8.0, Payload.EMPTY));
        return new OrderRequest(from, each.toList());
    }

    private EntryNews news() {
        return (EntryNews) did(Effect.Cast.class).orElseThrow().message();
    }

    private List<Long> delivered() {
        return effects.stream()
                .filter(Effect.Delivered.class::isInstance)
                .map(each ->
                        ((EntryBody.Ordered) ((Effect.Delivered) each).entry().body()).number())
                .toList();
    }

    @Test
    @DisplayName(
            "P22 what is wanted at once is stamped and told at once, in its order, each once, and nothing behind a gap")
    void stampsAtOnce() {
        Position before = serving.log().end();
        MemberState after = hears(serving, ann.id(), wanted(1, 3));
        assertEquals(List.of(1L, 2L, 3L), delivered());
        EntryNews news = news();
        assertEquals(after.log().after(before), news.entries());
        assertEquals(after.log().end(), news.upTo());
        after = hears(after, ann.id(), wanted(2, 5));
        assertEquals(List.of(4L, 5L), delivered());
        assertEquals(2, news().entries().size());
        after = hears(after, ann.id(), wanted(7, 9));
        assertTrue(effects.isEmpty());
        EntryBody.Ordered last = (EntryBody.Ordered)
                after.log().entryAt(after.log().end()).orElseThrow().body();
        assertEquals(new EntryBody.Ordered(ann.id(), 5, 5, 5 / 8.0, Payload.EMPTY), last);
    }

    @Test
    @DisplayName("P22 what is told at once is delivered in its order, each once; what lies beyond a gap waits for it")
    void deliversAtOnce() {
        MemberState ahead = hears(serving, ann.id(), wanted(1, 6));
        List<LogEntry> frames = ahead.log().after(following.log().end());
        MemberState now = hears(following, server.id(), new EntryNews(frames.subList(0, 2)));
        assertEquals(List.of(1L, 2L), delivered());
        now = hears(now, server.id(), new EntryNews(frames.subList(4, 6)));
        assertEquals(List.of(), delivered());
        assertEquals(
                frames.get(1).at(),
                sent(Message.EntriesWanted.class).orElseThrow().after());
        now = hears(now, server.id(), new EntryNews(frames.subList(1, 5)));
        assertEquals(List.of(3L, 4L, 5L, 6L), delivered());
        assertEquals(ahead.log().end(), now.log().end());
    }

    @Test
    @DisplayName("P22 nothing is stable that Ann has not said she has, however much is stamped; then all of it is")
    void keepsForTheOthers() {
        MemberState after = hears(serving, ann.id(), wanted(1, 4));
        Position end = after.log().end();
        after = hears(after, ann.id(), wanted(5, 5));
        assertTrue(after.log().kept().size() >= 5);
        after = hears(after, ann.id(), new Message.Confirmed(end));
        assertEquals(1, after.log().kept().size());
    }

    @Test
    @DisplayName("P22 where nobody else is in the game, all is stable as it is stamped")
    void keepsNothingAlone() {
        MemberState alone = MemberState.found(server, RULES, ONE).state();
        assertTrue(hears(alone, server.id(), wanted(1, 4)).log().kept().isEmpty());
        assertEquals(4, delivered().size());
    }

    @Test
    @DisplayName("none, too many, and entries of two epochs are no message")
    void refusesOthers() {
        List<ToOrder> many = Collections.nCopies(Message.ENTRIES_MAX + 1, new ToOrder(1, 0, Payload.EMPTY));
        assertThrows(IllegalArgumentException.class, () -> new OrderRequest(1, many));
        assertThrows(IllegalArgumentException.class, () -> new OrderRequest(1, List.of()));
        assertThrows(IllegalArgumentException.class, () -> new EntryNews(List.of()));
        List<LogEntry> two = Stream.of(ONE, TWO).map(BatchesTest::ended).toList();
        assertThrows(IllegalArgumentException.class, () -> new EntryNews(two));
        new OrderRequest(1, many.subList(1, many.size()));
    }

    private static LogEntry ended(Epoch epoch) {
        return new LogEntry(new Position(epoch, 1), new EntryBody.Ended("over"));
    }

    @Test
    @DisplayName("a member's own exit counts where it stands among others")
    void hearsItsExit() {
        MemberId me = ann.id();
        MemberState leaving = step(following, new Event.LeaveAsked());
        assertEquals("Leaving", leaving.name());
        MemberState behind = hears(serving, me, wanted(1, 1));
        LogEntry said = news().entries().get(0);
        hears(behind, me, new Message.LeaveRequest());
        List<LogEntry> frames = List.of(said, news().entries().get(0));
        assertEquals(
                "GameOver", hears(leaving, server.id(), new EntryNews(frames)).name());
        assertEquals(
                "GameOver", hears(following, server.id(), new EntryNews(frames)).name());
    }
}
