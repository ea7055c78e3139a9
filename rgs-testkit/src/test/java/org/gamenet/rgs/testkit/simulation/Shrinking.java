package org.gamenet.rgs.testkit.simulation;

import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.gamenet.rgs.testkit.simulation.Scenario.Cut;

/** Leaves out of a story that went wrong whatever it goes wrong without. */
final class Shrinking {
    private static final int PLAYED_MOST = 300;

    private final Scenario.Outcome whole;
    private final Set<Ill> ills;
    private final Mutant mutant;
    private Scenario.Outcome least;
    private Cut cut = Cut.NOTHING;
    private int played;

    private Shrinking(Scenario.Outcome whole, Set<Ill> ills, Mutant mutant) {
        this.whole = whole;
        this.ills = ills;
        this.mutant = mutant;
        this.least = whole;
    }

    /** The ills that can be left out; the story then still breaks the rule that the whole one broke first. */
    static Cut of(Scenario.Outcome whole, Set<Ill> ills, Mutant mutant) {
        return new Shrinking(whole, ills, mutant).shrink();
    }

    private Cut shrink() {
        boolean smaller = true;
        while (smaller && played < PLAYED_MOST) {
            smaller = false;
            for (int strike = least.strikes() - 1; strike >= 0; strike--)
                smaller |= !cut.strikes().contains(strike) && attempt(without(strike));
            smaller |= attempt(new Cut(cut.strikes(), cut.players(), cut.spares() + 1));
            smaller |= attempt(new Cut(cut.strikes(), cut.players() + 1, cut.spares()));
        }
        return cut;
    }

    private Cut without(int strike) {
        Set<Integer> strikes = new TreeSet<>(cut.strikes());
        strikes.add(strike);
        return new Cut(strikes, cut.players(), cut.spares());
    }

    private boolean attempt(Cut shorter) {
        if (played++ >= PLAYED_MOST || shorter.players() > 1 || shorter.spares() > 2) return false;
        Scenario.Outcome told = Scenario.run(whole.seed(), whole.length(), ills, mutant, shorter);
        if (!rule(told).equals(rule(whole)) || left(told, shorter) > left(least, cut)) return false;
        least = told;
        cut = shorter;
        return true;
    }

    private static int left(Scenario.Outcome told, Cut without) {
        return told.strikes()
                - (int) without.strikes().stream()
                        .filter(number -> number < told.strikes())
                        .count();
    }

    private static Optional<String> rule(Scenario.Outcome told) {
        return told.violations().stream().findFirst().map(first -> first.substring(0, first.indexOf(':')));
    }
}
