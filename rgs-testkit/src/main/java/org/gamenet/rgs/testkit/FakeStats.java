package org.gamenet.rgs.testkit;

import java.util.List;
import org.gamenet.rgs.DataAge;
import org.gamenet.rgs.Order;
import org.gamenet.rgs.OrderStats;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.Stats;

/** Measures where there is nothing to measure: nought, but for what waits and for what nobody handled. */
record FakeStats(int queued, long unhandled) implements Stats {

    @Override
    public double rttMillis() {
        return 0;
    }

    @Override
    public double rttMillis(Peer peer) {
        return Double.NaN;
    }

    @Override
    public double clockErrorMillis() {
        return 0;
    }

    @Override
    public double dataAgeMillis() {
        return 0;
    }

    @Override
    public double screenAgeMillis() {
        return Double.NaN;
    }

    @Override
    public List<DataAge> dataAges() {
        return List.of();
    }

    @Override
    public double sentBytesPerSecond() {
        return 0;
    }

    @Override
    public double receivedBytesPerSecond() {
        return 0;
    }

    @Override
    public long requestsAtRisk() {
        return 0;
    }

    @Override
    public long overflowed() {
        return 0;
    }

    @Override
    public long stale() {
        return 0;
    }

    @Override
    public long malformed() {
        return 0;
    }

    @Override
    public OrderStats order() {
        return new OrderStats(Order.SEQUENCER, 0, false, 0, 0, Double.NaN);
    }
}
