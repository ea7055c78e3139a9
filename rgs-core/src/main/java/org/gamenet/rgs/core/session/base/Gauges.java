package org.gamenet.rgs.core.session.base;

import java.util.Map;

/** Figures of the worker, as it left them last. */
public record Gauges(
        double rttMillis,
        Map<Long, Double> rtts,
        double clockErrorMillis,
        double sentPerSecond,
        double receivedPerSecond,
        long lanesOverflowed,
        long lanesStale,
        long lanesMalformed,
        long atRisk,
        long packageEveryNanos) {
    public static final Gauges UNREAD = new Gauges(Double.NaN, Map.of(), Double.NaN, 0, 0, 0, 0, 0, 0, 50_000_000);
}
