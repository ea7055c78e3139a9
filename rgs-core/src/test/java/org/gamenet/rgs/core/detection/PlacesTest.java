package org.gamenet.rgs.core.detection;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.gamenet.rgs.core.detection.Signal.Echo;
import org.gamenet.rgs.core.detection.Signal.Heartbeat;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Incarnation;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.Position;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("P33 whoever leads says in its heartbeats which members have a poor connection")
class PlacesTest {
    private static final long MS = 1_000_000;
    private static final Epoch FIRST = new Epoch(1, 11);
    private static final Epoch SECOND = new Epoch(2, 22);
    private static final Position END = new Position(FIRST, 3);
    private static final MemberId ME = id(1);
    private static final MemberId ANN = id(2);
    private static final MemberId BOB = id(3);
    private static final MemberId CAT = id(4);

    private final FailureDetector detector =
            new FailureDetector(ME, Timing.ofMillis(1_000), false, nanos -> nanos / 1e9);
    private long now = 1_000 * MS;

    private record Late(long at, MemberId by, long number) {}

    private static MemberId id(long peer) {
        return new MemberId(peer, new Incarnation(peer, peer));
    }

    @BeforeEach
    void leads() {
        detector.situation(
                new Situation(Optional.empty(), false, FIRST, true, true, List.of(ANN, BOB, CAT), END, END), now);
    }

    /** For so long each echoes after its own round trip, if it has one; the last named as the last heartbeat has it. */
    private List<MemberId> poor(long millis, Map<MemberId, Integer> roundTrips, Set<MemberId> lossy) {
        Deque<Late> late = new ArrayDeque<>();
        List<MemberId> poor = List.of();
        for (long until = now + millis * MS; now < until; now += 10 * MS) {
            List<Finding> found = new ArrayList<>(detector.wake(now, now / MS));
            found.addAll(detector.check(now, 0, FailureDetector.Application.IDLE));
            for (Finding each : found)
                if (each instanceof Finding.SayToAll all && all.signal() instanceof Heartbeat beat) {
                    poor = beat.poor();
                    for (MemberId by : List.of(ANN, BOB, CAT)) {
                        if (lossy.contains(by) && beat.number() % 4 == 0) continue;
                        late.add(new Late(now + roundTrips.getOrDefault(by, 2) * MS, by, beat.number()));
                    }
                }
            for (Late echo : List.copyOf(late))
                if (echo.at <= now && late.remove(echo))
                    detector.hear(echo.by, FIRST, new Echo(FIRST, echo.number, END, false, false), now);
        }
        return poor;
    }

    @Test
    @DisplayName("by their round trips, the longest last; those with good ones are equals, and not named")
    void roundTrips() {
        assertEquals(List.of(), poor(5_000, Map.of(ANN, 30, BOB, 2, CAT, 45), Set.of()));
        assertEquals(List.of(CAT, ANN), poor(10_000, Map.of(ANN, 150, CAT, 80), Set.of()));
        assertEquals(List.of(ANN, CAT), poor(10_000, Map.of(ANN, 150, CAT, 160), Set.of()), "equals by rank");
    }

    @Test
    @DisplayName("and by what does not come back")
    void loss() {
        assertEquals(List.of(BOB), poor(20_000, Map.of(), Set.of(BOB)));
    }

    @Test
    @DisplayName("a connection that swings around a limit does not go to and fro")
    void steady() {
        assertEquals(List.of(BOB), poor(10_000, Map.of(BOB, 70), Set.of()));
        assertEquals(List.of(BOB), poor(10_000, Map.of(BOB, 50), Set.of()));
        assertEquals(List.of(), poor(10_000, Map.of(BOB, 20), Set.of()));
    }

    @Test
    @DisplayName("a member tells its machine when that changes, and at the first heartbeat of another epoch")
    void told() {
        detector.situation(
                new Situation(Optional.of(ANN), false, FIRST, false, false, List.of(ANN, BOB), END, END), now);
        assertEquals(List.of(), beat(FIRST, 1));
        assertEquals(List.of(List.of(BOB)), beat(FIRST, 2, BOB));
        assertEquals(List.of(), beat(FIRST, 3, BOB));
        assertEquals(List.of(List.of()), beat(FIRST, 4));
        assertEquals(List.of(List.of(CAT)), beat(FIRST, 5, CAT));
        detector.situation(
                new Situation(Optional.of(ANN), false, SECOND, false, false, List.of(ANN, BOB), END, END), now);
        assertEquals(List.of(List.of(CAT)), beat(SECOND, 1, CAT));
        assertEquals(List.of(), beat(SECOND, 2, CAT));
    }

    private List<List<MemberId>> beat(Epoch epoch, long number, MemberId... poor) {
        return detector.hear(ANN, epoch, new Heartbeat(number, END, END, List.of(), List.of(poor), false), now).stream()
                .filter(each -> each instanceof Finding.Concluded c && c.event() instanceof Event.PlacesTold)
                .map(each -> ((Event.PlacesTold) ((Finding.Concluded) each).event()).poor())
                .toList();
    }
}
