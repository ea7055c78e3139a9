package org.gamenet.rgs.core.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.machine.Payload;
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

/** An order whose entries come faster than a follower takes them, or do not come at all. */
class FloodTest extends AnnFollows {
    private static final int TOGETHER = 64;
    private static final int FAR = 16_384;

    private final LocalMember bob = self(3, Kind.PLAYER);
    private long number;

    private Optional<Long> pause() {
        return effects.stream()
                .filter(e -> e instanceof Effect.StartTimer t && t.timer() == Timer.FETCH)
                .map(e -> ((Effect.StartTimer) e).millis())
                .findFirst();
    }

    private boolean asks() {
        return sent(Message.EntriesWanted.class).isPresent();
    }

    private MemberState ordered(MemberState at, MemberId from, int count, Payload message) {
        List<Message.ToOrder> messages = Collections.nCopies(count, new Message.ToOrder(5, 1, message));
        return hears(at, from, new Message.OrderRequest(number + 1, messages));
    }

    /** Has the server stamp so many messages; the entries that Ann's log lacks. */
    private List<LogEntry> lacking(int count) {
        while (number < count) {
            int some = (int) Math.min(TOGETHER, count - number);
            serving = ordered(serving, ann.id(), some, Payload.EMPTY);
            number += some;
        }
        return serving.log().after(following.log().end());
    }

    private Event beat() {
        return new Event.HeartbeatSeen(
                server.id(), ONE, serving.log().end(), following.log().end());
    }

    @Test
    @DisplayName(
            "P22 L8 what a heartbeat announces is waited for, and asked for less and less often while nothing comes; "
                    + "at once for more when all came that was asked for")
    void asksLessWhileNothingComes() {
        List<LogEntry> frames = lacking(70);
        MemberState lacks = step(following, beat());
        assertTrue(!asks(), "it may be under way");
        for (long pause : List.of(100L, 200L, 400L, 800L, 800L)) {
            lacks = step(lacks, beat());
            assertTrue(effects.isEmpty(), "it waits, or has asked");
            lacks = step(lacks, new Event.TimerFired(Timer.FETCH));
            assertTrue(asks());
            assertEquals(pause, pause().orElseThrow());
        }
        for (LogEntry frame : frames.subList(0, 63)) {
            lacks = hears(lacks, server.id(), new Message.EntryNews(frame));
            assertTrue(!asks());
            assertEquals(100, pause().orElseThrow(), "some of it comes");
        }
        lacks = hears(lacks, server.id(), new Message.EntryNews(frames.get(63)));
        assertEquals(
                lacks.log().end(),
                sent(Message.EntriesWanted.class).orElseThrow().after());
        for (LogEntry frame : frames.subList(64, 70)) lacks = hears(lacks, server.id(), new Message.EntryNews(frame));
        assertTrue(effects.contains(new Effect.StopTimer(Timer.FETCH)));
        step(lacks, new Event.TimerFired(Timer.FETCH));
        assertTrue(effects.isEmpty());
    }

    private MemberState takes(MemberState at, List<LogEntry> frames) {
        MemberState now = at;
        for (LogEntry frame : frames) now = hears(now, server.id(), new Message.EntryNews(frame));
        return now;
    }

    private MemberState told(MemberState at, LogEntry stable, LogEntry last) {
        return step(at, new Event.HeartbeatSeen(server.id(), ONE, last.at(), stable.at()));
    }

    @Test
    @DisplayName(
            "P22 what a heartbeat announces as stable counts once the log has come as far: there may be exits in it")
    void keepsWhatItsOwnRosterNeeds() {
        List<LogEntry> frames = lacking(6);
        MemberState behind = takes(following, frames.subList(0, 2));
        List<LogEntry> kept = behind.log().kept();
        MemberState told = told(behind, frames.get(1), frames.get(3));
        assertEquals(kept, told.log().kept());
        told = told(told, frames.get(2), frames.get(5));
        told = takes(told, frames.subList(2, 3));
        assertEquals(
                frames.subList(0, 3),
                told.log().after(new Position(ONE, frames.get(0).seq() - 1)));
        told = takes(told, frames.subList(3, 4));
        assertEquals(frames.subList(2, 4), told.log().kept(), "of the first announcement: in a flood each is ahead");
        told = told(takes(told, frames.subList(4, 6)), frames.get(4), frames.get(5));
        assertEquals(frames.subList(5, 6), told.log().kept());
    }

    @Test
    @DisplayName("P22 L8 as long as entries come that a heartbeat has overtaken nothing is asked for")
    void waitsWhileTheyCome() {
        List<LogEntry> frames = lacking(70);
        MemberState lacks = step(following, beat());
        assertEquals(100, pause().orElseThrow());
        for (LogEntry frame : frames.subList(0, 35)) {
            lacks = hears(lacks, server.id(), new Message.EntryNews(frame));
            assertTrue(!asks() && pause().isEmpty());
            lacks = step(lacks, new Event.TimerFired(Timer.FETCH));
            assertTrue(!asks(), "some came meanwhile");
            assertEquals(100, pause().orElseThrow());
        }
        step(lacks, new Event.TimerFired(Timer.FETCH));
        assertTrue(asks(), "none came meanwhile");
        for (LogEntry frame : frames.subList(35, 70)) lacks = hears(lacks, server.id(), new Message.EntryNews(frame));
        assertTrue(effects.contains(new Effect.StopTimer(Timer.FETCH)));
    }

    @Test
    @DisplayName(
            "P22 an entry behind a gap is a sign that those before it are lost: they are asked for at once, and come together")
    void asksAtOnce() {
        List<LogEntry> frames = lacking(70);
        MemberState lacks = step(following, beat());
        lacks = hears(lacks, server.id(), new Message.EntryNews(frames.get(20)));
        Message.EntriesWanted wanted = sent(Message.EntriesWanted.class).orElseThrow();
        hears(serving, ann.id(), wanted);
        Message.EntryNews news = sent(Message.EntryNews.class).orElseThrow();
        assertEquals(frames.subList(0, TOGETHER), news.entries());
        lacks = hears(lacks, server.id(), new Message.EntryNews(frames.get(20)));
        assertEquals(frames.get(63).at(), hears(lacks, server.id(), news).log().end());
    }

    @Test
    @DisplayName(
            "P22 whoever lags far behind is sent no more messages, until it says how far it has come; who joins is let in")
    void whoLagsIsNotFlooded() {
        serving = hears(serving, ann.id(), new Message.Confirmed(serving.log().end()));
        Position before = serving.log().end();
        for (int i = 0; i < 2 * FAR / TOGETHER; i++) {
            MemberState more = ordered(serving, server.id(), TOGETHER, Payload.EMPTY);
            if (more != serving) number += TOGETHER;
            serving = more;
        }
        assertEquals(FAR, serving.log().end().seq() - before.seq());
        MemberState joined = hears(serving, bob.id(), new Message.JoinRequest(bob.me(), 1, 1, 0));
        assertTrue(joined.log().roster().has(bob.id()));
        Position some = new Position(ONE, before.seq() + 1);
        serving = hears(serving, ann.id(), new Message.Confirmed(some));
        Position end = serving.log().end();
        assertTrue(end.isBefore(
                ordered(serving, server.id(), TOGETHER, Payload.EMPTY).log().end()));
    }

    @Test
    @DisplayName("P22 the same by their bytes")
    void norByBytes() {
        serving = hears(serving, ann.id(), new Message.Confirmed(serving.log().end()));
        Position before = serving.log().end();
        Payload large = new Payload(new byte[1 << 20]);
        for (int i = 0; i < 40; i++) {
            MemberState more = ordered(serving, server.id(), 1, large);
            if (more != serving) number++;
            serving = more;
        }
        assertEquals(16, serving.log().end().seq() - before.seq());
    }

    @Test
    @DisplayName("P22 a follower says at every 512th entry how far it has come, and does not wait for its next echo")
    void confirmsInAFlood() {
        List<LogEntry> frames = lacking(1_100);
        MemberState at = following;
        int confirmed = 0;
        for (LogEntry frame : frames) {
            at = hears(at, server.id(), new Message.EntryNews(frame));
            Optional<Message.Confirmed> said = sent(Message.Confirmed.class);
            if (said.isPresent()) confirmed++;
            assertEquals(
                    frame.seq() % 512 == 0 ? Optional.of(frame.at()) : Optional.empty(),
                    said.map(Message.Confirmed::at));
        }
        assertEquals(2, confirmed);
    }

    @Test
    @DisplayName(
            "P22 L7 a follower that lags further than it keeps entries beyond a gap has all that it asked for, not one of them a question")
    void catchesUpFromFarBehind() {
        List<LogEntry> frames = lacking(3 * 1_024);
        MemberState lacks = hears(following, server.id(), new Message.EntryNews(frames.get(1_000)));
        for (LogEntry frame : frames.subList(1_001, frames.size()))
            lacks = hears(lacks, server.id(), new Message.EntryNews(frame));
        int questions = 0;
        Optional<Message.EntriesWanted> wanted =
                Optional.of(new Message.EntriesWanted(lacks.log().end()));
        while (wanted.isPresent()) {
            questions++;
            hears(serving, ann.id(), wanted.get());
            lacks = hears(lacks, server.id(), sent(Message.EntryNews.class).orElseThrow());
            wanted = sent(Message.EntriesWanted.class);
        }
        assertEquals(frames.get(frames.size() - 1).at(), lacks.log().end());
        int lacked = 1_000;
        int letGo = frames.size() - lacked - 1_024;
        assertEquals(
                lacked / TOGETHER + 1 + letGo / TOGETHER + 1, questions, "those nearest to its log's end were kept");
    }
}
