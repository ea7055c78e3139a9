package org.gamenet.rgs.examples.teapots.drill;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The verdict of the drill's checker on a server that slept, and on the events that it is told when it wakes. */
class SleeperTest {
    private static final String SLEEPER = Rehearsal.DEE;
    private static final String OTHER = Rehearsal.ANN;
    private static final long ASLEEP = 2_900;

    private final Rehearsal run = Rehearsal.good();
    private long fellAsleep;

    @BeforeEach
    void sleeps() {
        Kill last = run.kills().get(2);
        run.kills().set(2, new Kill(last.at(), SLEEPER, last.survivors()));
        fellAsleep = last.at();
    }

    @Test
    @DisplayName("the sleeper may be told that its sleep is gone: its clock ran on")
    void isToldOfItsSleep() {
        assertEquals(List.of(), faultsWhenTold(SLEEPER, ASLEEP + 600));
    }

    @Test
    @DisplayName("it may not be told that a second more is gone")
    void isNotToldOfMore() {
        assertEquals(List.of("after death 3 4000 ms of play are gone"), faultsWhenTold(SLEEPER, ASLEEP + 1_100));
    }

    @Test
    @DisplayName("nobody else may be told so")
    void nobodyElseIsToldOfIt() {
        assertEquals(List.of("after death 3 3500 ms of play are gone"), faultsWhenTold(OTHER, ASLEEP + 600));
    }

    @Test
    @DisplayName("what the sleeper is told excuses no world that is further back than a second")
    void excusesNothing() {
        run.shownAfter(3, SLEEPER, w -> new Report.Shown(w.at(), w.tick() - 80, w.pots()));
        List<String> faults = faultsWhenTold(SLEEPER, ASLEEP + 600);
        assertTrue(faults.stream().anyMatch(f -> f.contains("ticks behind what was shown")), faults::toString);
    }

    private List<String> faultsWhenTold(String player, long stateAge) {
        run.of(player)
                .replaceAll(r -> r instanceof Report.Resumed e && e.at() > fellAsleep
                        ? new Report.Resumed(
                                fellAsleep + ASLEEP, e.epoch(), e.server(), e.players(), e.outage(), stateAge)
                        : r);
        return DrillChecker.judge(run.recording()).faults();
    }
}
