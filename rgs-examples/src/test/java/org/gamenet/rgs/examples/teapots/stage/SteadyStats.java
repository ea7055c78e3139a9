package org.gamenet.rgs.examples.teapots.stage;

import java.util.List;
import org.gamenet.rgs.DataAge;
import org.gamenet.rgs.Order;
import org.gamenet.rgs.OrderStats;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.Stats;

/** Measurements that never change; the age of the data is not known. */
final class SteadyStats implements Stats {
    @Override
    public double rttMillis() {
        return 0.42;
    }

    @Override
    public double rttMillis(Peer peer) {
        return 0.42;
    }

    @Override
    public double clockErrorMillis() {
        return 0.1;
    }

    @Override
    public double dataAgeMillis() {
        return Double.NaN;
    }

    @Override
    public double sentBytesPerSecond() {
        return 2_900;
    }

    @Override
    public double receivedBytesPerSecond() {
        return 12_300;
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
    public int queued() {
        return 0;
    }

    @Override
    public long overflowed() {
        return 0;
    }

    @Override
    public long requestsAtRisk() {
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
    public long unhandled() {
        return 0;
    }

    @Override
    public OrderStats order() {
        return new OrderStats(Order.SEQUENCER, 0, false, 0, 0, Double.NaN);
    }
}
