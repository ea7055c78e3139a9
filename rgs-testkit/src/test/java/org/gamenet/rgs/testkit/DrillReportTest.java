package org.gamenet.rgs.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.gamenet.rgs.Rgs;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.Session.Phase;
import org.junit.jupiter.api.Test;

/** A drill says of which part of the state it could not have seen that it was lost. */
class DrillReportTest {
    record Brush(int points, String colour) {}

    record Canvas(int painted, List<Brush> brushes, Map<String, Integer> live) {}

    @Test
    void namesWhatNeverChanged() {
        DrillReport report = new DrillReport("drill");
        Map<String, Integer> live = new TreeMap<>();
        for (int i = 0; i < 3; i++) {
            live.put("key " + i, i);
            report.exercised().seen(new Canvas(i, List.of(new Brush(0, "red"), new Brush(0, "blue")), live));
        }
        assertEquals(
                Map.of("Brush.points", "0", "Canvas.brushes", "2 elements"),
                report.exercised().unchanged());
        assertTrue(
                report.untested()
                        .get(0)
                        .startsWith("Brush.points was 0 throughout, Canvas.brushes was 2 elements throughout"),
                report.untested().toString());
    }

    @Test
    void saysNothingWhereAllHasChanged() {
        DrillReport report = new DrillReport("drill");
        report.exercised().seen(new Brush(1, "red"));
        report.exercised().seen(new Brush(2, "blue"));
        assertEquals(List.of(), report.untested());
    }

    /** A player that takes over knows the colour already, and whoever joined at the beginning found it red. */
    @Test
    void namesWhatWasRestoredOnlyWhereItWasKnown() {
        DrillReport report = new DrillReport("drill");
        for (Brush each : List.of(new Brush(0, "red"), new Brush(7, "blue")))
            report.exercised().seen(each);
        report.exercised().restored(new Brush(0, "red"), new Brush(3, "red"));
        report.exercised().restored(new Brush(3, "blue"), new Brush(3, "blue"));
        assertEquals(1, report.untested().size(), report.untested().toString());
        assertTrue(
                report.untested()
                        .get(0)
                        .startsWith("Brush.colour was restored only where the same value was known already"),
                report.untested().toString());

        report.exercised().restored(new Brush(0, "red"), new Brush(0, "blue"));
        assertEquals(List.of(), report.untested());
    }

    @Test
    void countsAsAnewWhatNobodyHeld() {
        DrillReport report = new DrillReport("drill");
        for (Brush each : List.of(new Brush(0, "red"), new Brush(7, "blue")))
            report.exercised().seen(each);
        report.exercised().restored(null, new Brush(0, "red"));
        assertEquals(List.of(), report.untested());
    }

    @Test
    void saysHowLongAStoryTakes() {
        DrillReport report = new DrillReport("drill");
        report.played(30_000_000);
        report.played(10_000_000);
        assertEquals("2 stories in 40 ms, 20 ms each", report.time());
    }

    /** The seeds of one drill are seen together, and what a contract plays on stages of its own counts too. */
    @Test
    void seesWhatAClusterAndAContractPackUp() {
        Exercised exercised = new Exercised();
        Cluster c = Cluster.of(1).game(MoneyBox.setUp());
        c.seen().exercised(exercised);
        Rgs ann = c.player("ann");
        Session session = ann.register(MoneyBox.SPEC);
        List<MoneyBox> boxes = new ArrayList<>();
        boxes.add(new MoneyBox(session));
        c.everyFrame(ann, now -> session.update());
        c.await(Duration.ofSeconds(5), () -> session.phase() == Phase.PLAYING);
        c.play(Duration.ofSeconds(1));
        assertEquals("0", exercised.unchanged().get("Box.cents"));
        c.assertContract(GameContract.of(MoneyBox.SPEC, each -> {
                    MoneyBox box = new MoneyBox(each);
                    return now -> box.frame();
                })
                .playFor(Duration.ofSeconds(2)));
        assertFalse(
                exercised.unchanged().containsKey("Box.cents"),
                exercised.unchanged().toString());
    }
}
