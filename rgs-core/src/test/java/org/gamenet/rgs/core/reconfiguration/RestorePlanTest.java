package org.gamenet.rgs.core.reconfiguration;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Incarnation;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.machine.Payload;
import org.gamenet.rgs.core.membership.Roster;
import org.gamenet.rgs.core.ordering.EntryBody;
import org.gamenet.rgs.core.ordering.Log;
import org.gamenet.rgs.core.ordering.LogEntry;
import org.gamenet.rgs.core.ordering.Position;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The entries that an application hears again when it was given a state older than its log. */
class RestorePlanTest {
    private static final Epoch TWO = new Epoch(2, 7);
    private static final MemberId ANN = new MemberId(1, new Incarnation(7, 1));
    private static final PackedState MADE_AT_19 = new PackedState(
                    Payload.EMPTY, false, 1, TWO, 1, Map.of(), List.of(ANN.peer()), 0)
            .at(new Position(TWO, 19));
    private static final Log UP_TO_31 =
            new Log(new Position(TWO, 31), Roster.EMPTY, List.of(), Map.of(), List.of(), false);

    private static List<LogEntry> entries(long from, long to) {
        return LongStream.rangeClosed(from, to)
                .mapToObj(n -> new LogEntry(new Position(TWO, n), new EntryBody.Ordered(ANN, n, 1, 0, Payload.EMPTY)))
                .toList();
    }

    private static List<LogEntry> again(List<LogEntry> entries) {
        Optional<Effect.Replay> replay = RestorePlan.since(MADE_AT_19, UP_TO_31, entries);
        return replay.map(Effect.Replay::entries).orElse(List.of());
    }

    @Test
    @DisplayName("P40 all is told again that was delivered since the state was made, and nothing that was not")
    void all() {
        assertEquals(entries(20, 31), again(entries(15, 31)));
        assertEquals(entries(20, 31), again(entries(20, 33)));
    }

    @Test
    @DisplayName("P40 where the first, the last, or one between is not kept any more nothing is told again")
    void noneWithAGap() {
        assertEquals(List.of(), again(entries(21, 31)));
        assertEquals(List.of(), again(entries(20, 26)), "a member that was put out keeps these, and all have the rest");
        List<LogEntry> gap = new ArrayList<>(entries(20, 31));
        gap.remove(5);
        assertEquals(List.of(), again(gap));
    }
}
