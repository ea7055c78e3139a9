package org.gamenet.rgs.core.session.base;

import java.util.Map;
import org.gamenet.rgs.Order;
import org.gamenet.rgs.OrderStats;

/** Figures of the worker, as it left them last. */
public record Gauges(
        double rttMillis,
        Map<Long, Double> rtts,
        double clockErrorMillis,
        double sentPerSecond,
        double receivedPerSecond,
        OfLanes lanes,
        long packageEveryNanos,
        OrderStats order) {
    public static final Gauges UNREAD = new Gauges(
            Double.NaN,
            Map.of(),
            Double.NaN,
            0,
            0,
            OfLanes.NONE,
            50_000_000,
            new OrderStats(Order.SEQUENCER, 0, false, 0, 0, Double.NaN));

    /** Figures of the lanes. */
    public record OfLanes(long overflowed, long stale, long malformed, long atRisk) {
        public static final OfLanes NONE = new OfLanes(0, 0, 0, 0);
    }
}
