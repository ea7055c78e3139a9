package org.gamenet.rgs.core.clock;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The game's clock as this process follows it (T8, G18): of several samples the one with the shortest round trip
 * counts, and what it says is approached slowly. The server's clock is right by definition; a new server goes on from
 * the latest time that any member had (P43). Time is a parameter. One thread.
 */
public final class GameClock {
    private static final int SAMPLES = 8;
    private static final long SAMPLE_LIVES_NANOS = 20_000_000_000L;
    /** Two ordinary quartz clocks part by less. */
    private static final double DRIFT = 1e-4;

    private static final double SMOOTHING = 0.125;

    private final Deque<Sample> samples = new ArrayDeque<>();
    private ClockLine line = new ClockLine(0, 0, 0);
    private boolean started;
    private boolean leads;
    private double rttSeconds = Double.NaN;

    /** @param offset of the game's time from mine, seconds */
    private record Sample(long atNanos, double rttSeconds, double offset) {}

    /** How game time follows from monotonic time: a value, fit for other threads. */
    public ClockLine line() {
        return line;
    }

    /** Game time, in seconds. */
    public double secondsAt(long nanos) {
        return line.secondsAt(nanos);
    }

    /** Whether anybody has told the time. */
    public boolean started() {
        return started;
    }

    /**
     * It is at least this late, as a header says that arrived now: taken at once, for whoever is let in or takes over.
     * Never goes back.
     */
    public void reach(long nanos, double seconds) {
        double mine = started ? line.secondsAt(nanos) : 0;
        if (!started || seconds > mine) line = new ClockLine(nanos, Math.max(seconds, mine), 0);
        started = true;
    }

    /** This process is the one to go by from now on: no more correction. */
    public void lead(long nanos) {
        line = new ClockLine(nanos, started ? line.secondsAt(nanos) : 0, 0);
        started = true;
        leads = true;
        samples.clear();
        rttSeconds = Double.NaN;
    }

    /** Somebody else is: what the one before said of the way there is void, the time itself goes on. */
    public void follow() {
        leads = false;
        samples.clear();
        rttSeconds = Double.NaN;
    }

    /** The server's answer to a ping. An answer from before its ping, or to none, is ignored. */
    public void sample(long askedNanos, long nanos, double seconds) {
        if (leads || nanos < askedNanos || !Double.isFinite(seconds)) return;
        double rtt = (nanos - askedNanos) / 1e9;
        rttSeconds = Double.isNaN(rttSeconds) ? rtt : rttSeconds + SMOOTHING * (rtt - rttSeconds);
        samples.addLast(new Sample(nanos, rtt, seconds + rtt / 2 - nanos / 1e9));
        while (samples.size() > SAMPLES || nanos - samples.getFirst().atNanos > SAMPLE_LIVES_NANOS)
            samples.removeFirst();
        double target = nanos / 1e9 + best(nanos).offset;
        if (!started) {
            reach(nanos, target);
            return;
        }
        double mine = line.secondsAt(nanos);
        line = new ClockLine(nanos, mine, target - mine);
    }

    private Sample best(long nanos) {
        Sample best = samples.getLast();
        for (Sample s : samples) if (errorOf(s, nanos) < errorOf(best, nanos)) best = s;
        return best;
    }

    private static double errorOf(Sample sample, long nanos) {
        return sample.rttSeconds / 2 + DRIFT * (nanos - sample.atNanos) / 1e9;
    }

    /** Round trip to the server, seconds, smoothed; 0 on the server, NaN before the first sample. */
    public double rttSeconds() {
        return leads ? 0 : rttSeconds;
    }

    /**
     * Bound on the error of the time, seconds: half the best round trip, drift since, and what is still to be
     * corrected. Infinite before a sample.
     */
    public double errorSeconds(long nanos) {
        if (leads) return 0;
        if (samples.isEmpty()) return Double.POSITIVE_INFINITY;
        return errorOf(best(nanos), nanos) + Math.abs(line.slewLeft(nanos));
    }
}
