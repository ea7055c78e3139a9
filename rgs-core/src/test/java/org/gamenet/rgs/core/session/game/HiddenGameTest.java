package org.gamenet.rgs.core.session.game;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Incarnation;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.machine.Payload;
import org.gamenet.rgs.core.ordering.EntryBody;
import org.gamenet.rgs.core.ordering.LogEntry;
import org.gamenet.rgs.core.ordering.Position;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.PackedState;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class HiddenGameTest {
    private static final Epoch ONE = new Epoch(1, 1);
    private static final Epoch TWO = new Epoch(2, 2);
    private static final MemberId ME = new MemberId(1, new Incarnation(1, 1));
    private static final MemberId OTHER = new MemberId(2, new Incarnation(1, 2));

    private final HiddenGame hidden = new HiddenGame();

    private static Effect.Contribution packed(MemberId by, long upTo) {
        Member member = new Member(by, "p" + by.peer(), Kind.PLAYER, new Endpoint("10.0.0.1", 1, 1), 0);
        PackedState state = new PackedState(Payload.EMPTY, false, 0, ONE, 0, Map.of(), List.of(), 0);
        return new Effect.Contribution(member, state.at(new Position(ONE, upTo)));
    }

    private static LogEntry ack(MemberId... packaged) {
        EntryBody.Ack body = EntryBody.Ack.of(
                new Position(ONE, 35),
                List.of(ME),
                Optional.empty(),
                List.of(ME, OTHER),
                List.of(packaged),
                List.of(),
                Map.of(),
                false,
                0,
                0,
                0,
                false);
        return new LogEntry(new Position(TWO, 0), body);
    }

    private List<Long> inState(LogEntry ack) {
        return LongStream.rangeClosed(33, 36)
                .filter(seq -> hidden.has(new LogEntry(new Position(ONE, seq), new EntryBody.Ended("over")), ack))
                .boxed()
                .toList();
    }

    @Test
    @DisplayName(
            "P40 the state of one that had delivered more has what is not delivered here yet: the base, where it was read")
    void hasWhatAnotherHad() {
        assertEquals(List.of(), inState(ack(ME)), "nothing was restored");
        hidden.restore(List.of(packed(OTHER, 35), packed(ME, 33)));
        assertEquals(List.of(33L, 34L, 35L), inState(ack(OTHER, ME)));
        assertEquals(List.of(33L), inState(ack(ME)), "the first could not be read");
        assertEquals(List.of(33L, 34L, 35L), inState(ack()), "it restored that, and another goes on that kept its own");
    }
}
