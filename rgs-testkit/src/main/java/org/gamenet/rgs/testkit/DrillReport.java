package org.gamenet.rgs.testkit;

import java.util.Map;
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
    String untested() {
        Map<String, String> unchanged = exercised.unchanged();
        if (unchanged.isEmpty()) return "";
        StringBuilder text = new StringBuilder();
        unchanged.forEach((component, value) -> text.append(text.length() == 0 ? "" : ", ")
                .append(component)
                .append(" was ")
                .append(value)
                .append(" throughout"));
        return text + ": whether that is restored was not tested; let the frames of the drill change it";
    }

    @Override
    public void close() {
        if (stories == 0) return;
        LOG.info("{}: {}", drill, time());
        String untested = untested();
        if (!untested.isEmpty()) LOG.warn("{}: {}", drill, untested);
    }
}
