package org.gamenet.rgs.core.session;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.gamenet.rgs.Order;
import org.gamenet.rgs.OrderStats;
import org.gamenet.rgs.core.lanes.Lanes;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.ordering.Permission;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.session.base.Beat;
import org.gamenet.rgs.core.session.base.Counters;
import org.gamenet.rgs.core.session.base.Gauges;
import org.gamenet.rgs.core.session.base.Rates;
import org.gamenet.rgs.core.session.game.ThisMember;
import org.gamenet.rgs.core.session.peers.ClockTalk;
import org.gamenet.rgs.core.session.peers.FailureWatch;
import org.jspecify.annotations.Nullable;

/** Reads the worker's {@link Gauges} now and then, for the game's threads. */
final class Meter implements Beat {
    private static final long EVERY_NANOS = 100_000_000;

    private final ThisMember my;
    private final ClockTalk clock;
    private final Counters counters;
    private final FailureWatch watch;
    private final Rates rates = new Rates();
    private volatile Gauges gauges = Gauges.UNREAD;
    private long nextAt;

    Meter(ThisMember my, ClockTalk clock, Counters counters, FailureWatch watch) {
        this.my = my;
        this.clock = clock;
        this.counters = counters;
        this.watch = watch;
    }

    /** Worker's thread. */
    @Override
    public int tick(long now) {
        if (now < nextAt) return 0;
        nextAt = now + EVERY_NANOS;
        MemberState at = my.stepper().state();
        boolean leads = at != null && at.leads();
        Map<Long, Double> rtts = new HashMap<>();
        double toServer = clock.rttMillis();
        if (!Double.isNaN(toServer)) clock.holder().ifPresent(holder -> rtts.put(holder.peer(), toServer));
        if (leads)
            for (Member m : watch.roster())
                watch.rttNanos(m.id()).ifPresent(nanos -> rtts.put(m.id().peer(), nanos / 1e6));
        Lanes running = my.game().lanes();
        double[] bytes = rates.perSecond(now, counters.sentBytes(), counters.receivedBytes());
        gauges = new Gauges(
                leads ? 0 : toServer,
                Map.copyOf(rtts),
                clock.errorMillis(now),
                bytes[0],
                bytes[1],
                running == null
                        ? Gauges.OfLanes.NONE
                        : new Gauges.OfLanes(
                                running.overflowed(), running.stale(), running.malformed(), running.atRisk()),
                my.game().rules().peers()
                        ? StateKeeper.NEVER
                        : my.game().rules().packageEveryMillis() * 1_000_000,
                order(at));
        return 0;
    }

    private OrderStats order(@Nullable MemberState at) {
        int others = at == null ? 0 : Math.max(0, at.log().roster().members().size() - 1);
        Optional<Permission> right = at == null ? Optional.empty() : at.permission();
        if (!my.game().rules().byPermission()) return new OrderStats(Order.SEQUENCER, 0, false, 0, others, others + 1);
        int permits = right.flatMap(Permission::wish)
                .map(wish -> wish.permits().size())
                .orElse(0);
        return new OrderStats(
                Order.LAMPORT,
                right.map(Permission::clock).orElse(0L),
                right.flatMap(Permission::wish).isPresent(),
                permits,
                others,
                counters.order().perEvent());
    }

    /** Any thread. */
    Gauges gauges() {
        return gauges;
    }
}
