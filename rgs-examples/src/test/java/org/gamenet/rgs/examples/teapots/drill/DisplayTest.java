package org.gamenet.rgs.examples.teapots.drill;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DisplayTest {
    private static final StatusTable.Row ANN =
            new StatusTable.Row("ann", true, "PLAYING", -3.456, 12, 7, 12, 0.42, 17.3);
    private static final StatusTable.Row LONG = new StatusTable.Row(
            "maximiliane", false, "frozen", -19.999, -19.999, 123_456, 1_234_567, 12_345.6, 12_345.6);
    private static final StatusTable.Row NEW =
            new StatusTable.Row("bob", false, "waiting", Double.NaN, Double.NaN, 0, 0, Double.NaN, Double.NaN);

    @Test
    void putsOneRowPerPlayerUnderItsHead() {
        assertEquals(
                "    s  player   role     phase          x       z  score  epoch  rtt ms  age ms", StatusTable.head());
        assertEquals(
                "  3.0  ann      server   playing    -3.46   12.00      7     12     0.4    17.3"
                        + System.lineSeparator()
                        + "       bob      plays    waiting        -       -      0      -       -       -",
                StatusTable.rows(3, List.of(ANN, NEW)));
    }

    @Test
    void fitsEightyColumns() {
        assertTrue(StatusTable.head().length() <= 80);
        StatusTable.rows(59, List.of(ANN, LONG, NEW)).lines().forEach(line -> assertTrue(line.length() <= 80, line));
    }

    @Test
    void tellsAFailoverInItsOrderAndEachStepOnce() {
        Report.Resumed resumed =
                new Report.Resumed(1_092, 2, "s#2", List.of("ann#1", "bob#2"), new Report.Spent(10, 22, 35, 25), 11.7);
        List<Timeline.Heard> heard = List.of(
                new Timeline.Heard("ann", new Report.Frozen(1_010, "closed")),
                new Timeline.Heard("bob", new Report.Logged(1_025, "INFO", Timeline.LOGGER, "offer to spare-1 agreed")),
                new Timeline.Heard("ann", new Report.Logged(1_024, "INFO", Timeline.LOGGER, "offer to spare-1 agreed")),
                new Timeline.Heard("ann", new Report.Logged(1_026, "WARN", "org.gamenet.rgs.core", "something else")),
                new Timeline.Heard("bob", new Report.Frozen(1_012, "closed")),
                new Timeline.Heard("spare-1", new Report.Restored(1_060, 299, 4)),
                new Timeline.Heard("spare-1", new Report.Role(1_061, "ACTIVE_ALONE")),
                new Timeline.Heard("ann", resumed),
                new Timeline.Heard("bob", resumed),
                new Timeline.Heard(
                        "spare-1", new Report.Resumed(2_000, 2, "s#2", List.of(), new Report.Spent(0, 0, 0, 0), 0)));
        assertEquals(
                List.of(
                        "       +0 ms  server lost: server killed",
                        "      +12 ms  frozen: ann bob (closed)",
                        "      +24 ms  offer to spare-1 agreed",
                        "      +60 ms  spare-1 goes on from tick 299, of 4 packages",
                        "      +61 ms  spare-1 serves",
                        "      +92 ms  all resumed after 92 ms in epoch 2, state age 12 ms (detect 10 ·",
                        "             decide 22 · transfer 35 · rebuild 25)"),
                Timeline.lines(
                        new Kill(1_000, "s#1", Set.of("ann#1", "bob#2")),
                        "server killed",
                        Set.of("ann", "bob"),
                        heard));
    }

    @Test
    void tellsAFailoverThatNeverCame() {
        assertEquals(
                List.of("       +0 ms  server lost: server killed"),
                Timeline.lines(new Kill(1_000, "s#1", Set.of()), "server killed", Set.of("ann"), List.of()));
    }
}
