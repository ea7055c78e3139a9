package org.gamenet.rgs.core.session.game;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gamenet.rgs.core.lanes.StateMarks;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Incarnation;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.machine.Payload;
import org.gamenet.rgs.core.membership.Roster;
import org.gamenet.rgs.core.ordering.EntryBody;
import org.gamenet.rgs.core.ordering.Log;
import org.gamenet.rgs.core.ordering.Position;
import org.gamenet.rgs.core.reconfiguration.PackedState;
import org.gamenet.rgs.core.reconfiguration.Setback;
import org.gamenet.rgs.core.session.Town;
import org.gamenet.rgs.core.wire.Records;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SetbacksTest {
    private static final MemberId OLD = new MemberId(1, new Incarnation(1, 1));
    private static final MemberId NEW = new MemberId(2, new Incarnation(1, 2));
    private static final Log SERVED = new Log(Position.NONE, Roster.EMPTY, List.of(OLD), Map.of(), List.of(), false);

    private final Inbox inbox = new Inbox(
            new Inbox.Setup(10, 1_000, new Inbox.Hooks() {
                @Override
                public void waits() {}

                @Override
                public void relieved() {}
            }),
            Records.of(Town.Hit.class),
            id -> {
                throw new AssertionError("nobody is named");
            },
            SessionStatus.waiting());
    private boolean stateful = true;
    private boolean waits;
    private ShownState sent = ShownState.NOTHING;
    private final Setbacks setbacks = new Setbacks(inbox, () -> stateful, () -> waits, () -> sent);

    private static Epoch epoch(long number) {
        return new Epoch(number, 7);
    }

    private static EntryBody.Ack ack(MemberId holder, double baseAt) {
        return EntryBody.Ack.of(
                Position.NONE,
                List.of(holder),
                Optional.empty(),
                List.of(),
                List.of(),
                List.of(),
                Map.of(),
                false,
                Double.NaN,
                baseAt,
                0,
                false);
    }

    private double told(long number, EntryBody.Ack ack) {
        setbacks.began(epoch(number), ack, SERVED);
        return setbacks.until(epoch(number), false).toNanos() / 1e9;
    }

    private static PackedState state(long number, double time, Setback... before) {
        return new PackedState(Payload.EMPTY, true, time, epoch(number), time, StateMarks.NONE.marks(), List.of(), 0)
                .with(List.of(before));
    }

    @Test
    @DisplayName(
            "P44 from the base to the last that the old server showed this one: what it may have done besides nobody misses")
    void saysHowMuchIsGone() {
        assertEquals(0, told(2, ack(NEW, 5.5)), "who was shown nothing");
        inbox.shows(new ShownState(2, 7.25));
        assertEquals(0.25, told(3, ack(NEW, 7)));
        inbox.shows(new ShownState(3, 9.75));
        assertEquals(2.75, told(4, ack(NEW, 7)), "the old server went on for this one");
        assertEquals(0, told(5, ack(NEW, 7)), "that was told");
    }

    @Test
    @DisplayName(
            "P44 who holds all of it sets nobody back; who has nothing sets everybody back to the beginning, if the game has a state")
    void heldOrAnew() {
        inbox.shows(new ShownState(1, 9));
        assertEquals(0, told(2, ack(OLD, Double.NaN)), "HELD");
        assertEquals(9, told(3, ack(NEW, Double.NaN)), "anew");
        stateful = false;
        inbox.shows(new ShownState(3, 12));
        assertEquals(0, told(4, ack(NEW, Double.NaN)));
    }

    @Test
    @DisplayName(
            "P44 who was away for several deaths is set back to the earliest of their bases, whoever tells of them")
    void severalDeaths() {
        inbox.shows(new ShownState(1, 20));
        assertEquals(
                10,
                setbacks.until(state(3, 30, new Setback(2, 10), new Setback(3, 15)))
                        .toSeconds());
        assertEquals(List.of(new Setback(2, 10), new Setback(3, 15)), setbacks.all());
        setbacks.given(state(3, 30), true);
        assertEquals(0, setbacks.until(state(3, 31)).toSeconds());
        assertEquals(6, setbacks.until(state(4, 32, new Setback(4, 24))).toSeconds());
        setbacks.learn(state(5, 33, new Setback(5, 10)));
        assertEquals(List.of(new Setback(5, 10)), setbacks.all(), "the others say nothing more");
    }

    @Test
    @DisplayName("P44 P45 a state that was made before a planned change, and comes after it, was shown all the same")
    void aPlannedChange() {
        ShownState before = new ShownState(2, 9);
        assertEquals(new ShownState(2, 10), before.orLater(1, 10));
        assertEquals(before, before.orLater(1, 8));
        assertEquals(new ShownState(3, 8), before.orLater(3, 8));
    }

    @Test
    @DisplayName(
            "P44 P49 a spare, whose application is shown nothing, tells of the setbacks that it was told of all the same")
    void aSpare() {
        setbacks.given(state(3, 30, new Setback(2, 10)), false);
        assertEquals(List.of(new Setback(2, 10)), setbacks.all());
        assertEquals(0, setbacks.until(state(3, 5)).toSeconds(), "nothing that it was shown is gone");
    }

    @Test
    @DisplayName(
            "P44 what a server made is what it was shown; a state that is older than that in its own epoch sets it back, too")
    void aServer() {
        setbacks.made(state(1, 12));
        assertEquals(1, setbacks.until(state(1, 11)).toSeconds());
        assertEquals(2, setbacks.until(state(2, 13, new Setback(2, 10))).toSeconds());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @DisplayName(
            "P44 whoever serves was shown what it restored, newer than all that it saw before, or the first of all")
    void whoRestored(boolean saw) {
        if (saw) inbox.shows(new ShownState(1, 7));
        setbacks.began(epoch(2), ack(NEW, 8), SERVED);
        assertEquals(0, setbacks.until(epoch(2), true).toNanos());
        assertEquals(0.5, setbacks.until(state(3, 9, new Setback(3, 7.5))).toNanos() / 1e9);
    }

    @Test
    @DisplayName("P52 no more than 64 are kept, the latest")
    void bounded() {
        for (int i = 1; i <= 100; i++) told(i, ack(NEW, i));
        assertEquals(64, setbacks.all().size());
        assertEquals(new Setback(37, 37), setbacks.all().get(0));
    }

    @Test
    @DisplayName(
            "P44.5 what a server has sent counts as shown to it, though it packed nothing; once, and not where it waited for its backup")
    void whatWasSentCounts() {
        sent = new ShownState(1, 2.5);
        setbacks.began(epoch(2), ack(NEW, 1), SERVED);
        assertEquals(Duration.ofMillis(1_500), setbacks.until(epoch(2), false));
        setbacks.began(epoch(3), ack(NEW, 0.5), SERVED);
        assertEquals(Duration.ofMillis(500), setbacks.until(epoch(3), false), "what was gone was told");
        sent = new ShownState(3, 4);
        waits = true;
        setbacks.began(epoch(4), ack(NEW, 1), SERVED);
        assertEquals(Duration.ZERO, setbacks.until(epoch(4), false), "nobody was shown that");
    }
}
