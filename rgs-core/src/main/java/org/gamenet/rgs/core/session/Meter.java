package org.gamenet.rgs.core.session;

import java.util.HashMap;
import java.util.Map;
import org.gamenet.rgs.core.lanes.Lanes;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.reconfiguration.MemberState;

/** Reads the worker's {@link Gauges} now and then, for the game's threads. */
final class Meter {
    private static final long EVERY_NANOS = 50_000_000;

    private final Common with;
    private final Watch watch;
    private final Rates rates = new Rates();
    private volatile Gauges gauges = Gauges.UNREAD;
    private long nextAt;

    Meter(Common with, Watch watch) {
        this.with = with;
        this.watch = watch;
    }

    /** Worker's thread. */
    void tick(long now) {
        if (now < nextAt) return;
        nextAt = now + EVERY_NANOS;
        MemberState at = with.stepper().state();
        boolean leads = at != null && at.leads();
        ClockTalk clock = with.clock();
        Map<Long, Double> rtts = new HashMap<>();
        double toServer = clock.rttMillis();
        if (!Double.isNaN(toServer)) clock.holder().ifPresent(holder -> rtts.put(holder.peer(), toServer));
        if (leads) for (Member m : watch.roster()) watch.detector().rttNanos(m.id()).ifPresent(nanos -> rtts.put(m.id().peer(), nanos / 1e6));
        Lanes running = with.game().lanes();
        double[] bytes = rates.perSecond(now, with.tallies().sentBytes(), with.tallies().receivedBytes());
        gauges = new Gauges(leads ? 0 : toServer, Map.copyOf(rtts), clock.errorMillis(now), bytes[0], bytes[1],
                running == null ? 0 : running.overflowed(), running == null ? 0 : running.stale(), running == null ? 0 : running.malformed(),
                running == null ? 0 : running.atRisk(),
                with.game().rules().packageEveryMillis() * 1_000_000);
    }

    /** Any thread. */
    Gauges gauges() {
        return gauges;
    }
}
