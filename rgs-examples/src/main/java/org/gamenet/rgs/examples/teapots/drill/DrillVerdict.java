package org.gamenet.rgs.examples.teapots.drill;

import java.util.List;

/**
 * The judgement of a run.
 *
 * @param faults all that went wrong, in words; none for a good one
 * @param praise what a good run has shown
 */
record DrillVerdict(List<String> faults, String praise) {
    DrillVerdict {
        faults = List.copyOf(faults);
    }

    boolean pass() {
        return faults.isEmpty();
    }

    /** The last line of the drill. */
    String line() {
        if (pass()) return "PASS " + praise;
        return "FAIL " + faults.get(0) + (faults.size() > 1 ? " (and " + (faults.size() - 1) + " more)" : "");
    }
}
