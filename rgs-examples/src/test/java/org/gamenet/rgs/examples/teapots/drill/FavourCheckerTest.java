package org.gamenet.rgs.examples.teapots.drill;

import static org.gamenet.rgs.examples.teapots.drill.Rehearsal.ANN;
import static org.gamenet.rgs.examples.teapots.drill.Rehearsal.DEE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class FavourCheckerTest {
    private static void says(String expected, Rehearsal run) {
        List<String> faults = DrillChecker.judge(run.recording()).faults();
        assertTrue(faults.stream().anyMatch(fault -> fault.contains(expected)), faults.toString());
    }

    /** Between the first death and the second one. */
    private static Rehearsal handedOver() {
        Rehearsal run = Rehearsal.good();
        long at = run.kills().get(0).at() + 2_000;
        run.favours().add(new Favour.Handover(at, ANN, DEE));
        run.insert(DEE, new Report.Role(at + 40, "ACTIVE_ALONE"));
        return run;
    }

    @Test
    void seesThatNobodyNoticesAHandover() {
        DrillVerdict verdict = DrillChecker.judge(handedOver().recording());
        assertEquals(List.of(), verdict.faults());
        assertTrue(verdict.line().endsWith("; handed over, and nobody noticed"), verdict.line());
    }

    /** Dee's process dies after the first death, and another comes back for her a second later. */
    private static Rehearsal returned() {
        Rehearsal run = Rehearsal.good();
        run.insert(DEE, new Report.Self(0, DEE));
        long at = run.kills().get(0).at() + 2_000;
        run.of(DEE).removeIf(r -> r instanceof Report.Shown && r.at() >= at && r.at() < at + 1_000);
        run.insert(DEE, new Report.Self(at + 1_000, DEE));
        run.favours().add(new Favour.Return(at, at + 1_000, DEE));
        for (String player : run.recording().thereAllTheTime()) run.insert(player, new Report.Back(at + 1_000, DEE));
        return run;
    }

    @Test
    void seesThatWhoCrashedIsBackWithItsScore() {
        DrillVerdict verdict = DrillChecker.judge(returned().recording());
        assertEquals(List.of(), verdict.faults());
        assertTrue(verdict.line().endsWith("; " + DEE + " crashed, and was back with its score"), verdict.line());
    }

    @Test
    void failsWhenAHandoverIsNoticed() {
        Rehearsal frozen = handedOver();
        frozen.insert(ANN, new Report.Frozen(frozen.favours().get(0).at() + 50, "silent"));
        says(ANN + " saw Frozen when " + ANN + " handed over", frozen);
        Rehearsal still = handedOver();
        long at = still.favours().get(0).at();
        still.of(ANN).removeIf(r -> r instanceof Report.Shown && r.at() > at + 100 && r.at() < at + 800);
        says(ANN + " was shown no world for", still);
    }

    @Test
    void failsWhenNobodyTakesWhatIsHandedOver() {
        Rehearsal run = handedOver();
        run.of(DEE).removeIf(Report.Role.class::isInstance);
        says(DEE + " was handed the duel, and did not serve", run);
    }

    @Test
    void failsWhenWhoCrashedIsSomebodyElse() {
        Rehearsal run = returned();
        run.of(DEE).replaceAll(r -> r instanceof Report.Self s && s.at() > 0 ? new Report.Self(s.at(), "dee#9") : r);
        says(DEE + " is not back as itself", run);
    }

    @Test
    void failsWhenWhoCrashedHasLostItsScore() {
        Rehearsal run = returned();
        long back = ((Favour.Return) run.favours().get(0)).backAt();
        run.of(DEE)
                .replaceAll(r -> r instanceof Report.Shown w && w.at() >= back
                        ? Rehearsal.withPot(w, DEE, pot -> new Report.Pot(pot.x(), pot.z(), 0, pot.asked()))
                        : r);
        says(DEE + " came back with a score of 0", run);
    }

    @Test
    void failsWhenWhoCrashedWasToldOut() {
        Rehearsal left = returned();
        for (String player : left.recording().livingAtLast())
            left.insert(player, new Report.Left(left.favours().get(0).at() + 100, DEE, "CRASHED"));
        says("was told that " + DEE + " had left", left);
        Rehearsal silent = returned();
        silent.of(ANN).removeIf(Report.Back.class::isInstance);
        says(ANN + " was not told once that " + DEE + " is back", silent);
    }
}
