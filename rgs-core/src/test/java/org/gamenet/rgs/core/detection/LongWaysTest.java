package org.gamenet.rgs.core.detection;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.gamenet.rgs.core.detection.FailureDetector.Application;
import org.gamenet.rgs.core.detection.Signal.Echo;
import org.gamenet.rgs.core.detection.Signal.Heartbeat;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Incarnation;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.Position;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A server that the directory does not hear, with followers far away. */
class LongWaysTest {
    private static final long MS = 1_000_000;
    private static final MemberId ANN = id(2);
    private static final Epoch FIRST = new Epoch(1, 11);
    private static final Position END = new Position(FIRST, 4);

    private final FailureDetector detector =
            new FailureDetector(id(1), Timing.ofMillis(1_000), false, nanos -> nanos / 1e9);

    private record UnderWay(long number, long at) {}

    private static MemberId id(long peer) {
        return new MemberId(peer, new Incarnation(peer, peer));
    }

    /**
     * The server's {@code MayAct} events of ten seconds, if each of its heartbeats is echoed after so many
     * milliseconds.
     */
    private List<Boolean> mayAct(long way) {
        detector.situation(new Situation(Optional.empty(), false, FIRST, true, true, List.of(ANN), END, END), 0);
        Deque<UnderWay> echoes = new ArrayDeque<>();
        List<Finding> all = new ArrayList<>();
        for (long now = 0; now < 10_000 * MS; now += 10 * MS) {
            while (!echoes.isEmpty() && echoes.getFirst().at() <= now)
                all.addAll(detector.hear(
                        ANN, FIRST, new Echo(FIRST, echoes.removeFirst().number(), END, false, false), now));
            List<Finding> found = new ArrayList<>(detector.wake(now, now / MS));
            found.addAll(detector.check(now, 0, Application.IDLE));
            for (Finding each : found)
                if (each instanceof Finding.SayToAll say && say.signal() instanceof Heartbeat beat)
                    echoes.add(new UnderWay(beat.number(), now + way * MS));
            all.addAll(found);
        }
        return all.stream()
                .filter(each -> each instanceof Finding.Concluded told && told.event() instanceof Event.MayAct)
                .map(each -> ((Event.MayAct) ((Finding.Concluded) each).event()).may())
                .toList();
    }

    @ParameterizedTest
    @DisplayName(
            "P18 as long as an echo proves its right to the next heartbeat it acts, and else it does not: never by turns")
    @CsvSource({"20, ''", "590, ''", "650, false", "790, false", "900, false"})
    void actsOrNot(long way, String told) {
        String all = String.join(" ", mayAct(way).stream().map(String::valueOf).toList());
        assertEquals(told, all);
    }
}
