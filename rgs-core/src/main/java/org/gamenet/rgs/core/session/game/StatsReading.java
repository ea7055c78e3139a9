package org.gamenet.rgs.core.session.game;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.gamenet.rgs.DataAge;
import org.gamenet.rgs.OrderStats;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.Stats;

/** The figures that {@code Session.stats} reads. */
public record StatsReading(
        double rttMillis,
        Map<Long, Double> rtts,
        double clockErrorMillis,
        double dataAgeMillis,
        double screenAgeMillis,
        List<DataAge> dataAges,
        double sentBytesPerSecond,
        double receivedBytesPerSecond,
        int queued,
        long overflowed,
        long requestsAtRisk,
        Dropped dropped,
        OrderStats order)
        implements Stats {

    /** Messages that were of no use. */
    public record Dropped(long stale, long malformed, long unhandled) {}

    @Override
    public long stale() {
        return dropped.stale;
    }

    @Override
    public long malformed() {
        return dropped.malformed;
    }

    @Override
    public long unhandled() {
        return dropped.unhandled;
    }

    @Override
    public double rttMillis(Peer peer) {
        return rtts.getOrDefault(peer.id(), Double.NaN);
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "rtt %.1f ms, clock +-%.1f ms, age %.1f ms, on the screen %.1f ms, out %.1f kB/s, in %.1f kB/s, queued %d, overflowed %d, "
                        + "at risk %d, stale %d, malformed %d, unhandled %d",
                rttMillis,
                clockErrorMillis,
                dataAgeMillis,
                screenAgeMillis,
                sentBytesPerSecond / 1_000,
                receivedBytesPerSecond / 1_000,
                queued,
                overflowed,
                requestsAtRisk,
                dropped.stale,
                dropped.malformed,
                dropped.unhandled);
    }
}
