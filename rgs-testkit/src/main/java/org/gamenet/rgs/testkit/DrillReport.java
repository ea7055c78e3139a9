package org.gamenet.rgs.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The scope of a drill with all its seeds: what it has tried, and what it has not; said once, after the last of them.
 * Any thread.
 */
final class DrillReport implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger("org.gamenet.rgs.drill");

    private final String drill;
    private final Exercised exercised = new Exercised();
    private int stories;
    private long nanos;

    DrillReport(String drill) {
        this.drill = drill;
    }

    Exercised exercised() {
        return exercised;
    }

    synchronized void played(long storyNanos) {
        stories++;
        nanos += storyNanos;
    }

    /** How long it took, in words. */
    synchronized String time() {
        return stories + (stories == 1 ? " story" : " stories") + " in " + nanos / 1_000_000 + " ms, "
                + nanos / 1_000_000 / Math.max(1, stories) + " ms each";
    }

    /** The part in which no story could find a fault, in words; empty if there is none. */
    List<String> untested() {
        List<String> found = new ArrayList<>();
        List<String> unchanged = new ArrayList<>();
        exercised.unchanged().forEach((component, value) -> unchanged.add(component + " was " + value + " throughout"));
        if (!unchanged.isEmpty())
            found.add(String.join(", ", unchanged)
                    + ": whether that is restored was not tested; let the frames of the drill change it");
        Set<String> neverAnew = exercised.neverAnew();
        if (!neverAnew.isEmpty())
            found.add(String.join(", ", neverAnew)
                    + (neverAnew.size() == 1 ? " was" : " were")
                    + " restored only where the same value was known already: whether restoreState forgets that was not tested; "
                    + "let a spare take over, or a player join, when it is not as at the beginning");
        return found;
    }

    @Override
    public void close() {
        if (stories == 0) return;
        LOG.info("{}: {}", drill, time());
        for (String untested : untested()) LOG.warn("{}: {}", drill, untested);
    }
}
