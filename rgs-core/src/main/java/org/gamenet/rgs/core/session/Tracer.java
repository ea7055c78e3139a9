package org.gamenet.rgs.core.session;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.DoubleSupplier;
import java.util.function.LongFunction;
import org.gamenet.rgs.DataAge;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.core.lanes.DatumTrace;
import org.gamenet.rgs.core.session.base.SessionTime;
import org.jspecify.annotations.Nullable;

/**
 * Follows some of the data from a player's action to the screens of the others (T56, T57): at the origin it puts a
 * trace on a message to the server, at the server it moves the trace over to the next message to all, and at a viewer
 * it sets the times against each other. Threads of the game; none of them waits for the network here.
 */
final class Tracer {
    private static final int KEPT = 256;
    private static final double MEAN_OVER_SECONDS = 2;
    private static final double SHORTEST_PAUSE_SECONDS = 0.1;
    private static final double PAUSE_SPREAD_SECONDS = 0.1;
    /** Multiples of it spread evenly over 0 to 1, so that no game loop keeps in step with what is followed. */
    private static final double GOLDEN_RATIO = 0.6180339887498949;

    private final SessionTime time;
    private final DoubleSupplier clockErrorMillis;
    private final LongFunction<Peer> names;

    private double actedAt = Double.NaN;
    private boolean actsAreTold;
    private volatile double nextAt;
    private int followed;
    private final List<DatumTrace> atServer = new ArrayList<>();

    private final List<DatumTrace.Arrived> undrawn = new ArrayList<>();
    private boolean drawsAreTold;
    private final Deque<Seen> seen = new ArrayDeque<>();
    /** The text that was asked for last; null since something was added. */
    private @Nullable List<DataAge> told = List.of();

    private record Seen(double at, DataAge age) {}

    /** @param clockErrorMillis by how much the game's time may be wrong here; not finite while nobody knows */
    Tracer(SessionTime time, DoubleSupplier clockErrorMillis, LongFunction<Peer> names) {
        this.time = time;
        this.clockErrorMillis = clockErrorMillis;
        this.names = names;
    }

    // ---- the origin

    synchronized void acted() {
        actsAreTold = true;
        double now = time.game();
        boolean known = Double.isFinite(clockErrorMillis.getAsDouble());
        if (known && Double.isNaN(actedAt) && now >= nextAt) actedAt = now;
    }

    /** For a message to the server, sent now; null on most. */
    @Nullable
    List<DatumTrace> toServer(Peer self, double sentAt) {
        return sentAt < nextAt ? null : follow(self, sentAt);
    }

    private synchronized @Nullable List<DatumTrace> follow(Peer self, double sentAt) {
        double since = actsAreTold ? actedAt : sentAt;
        double error = clockErrorMillis.getAsDouble() / 1_000;
        if (Double.isNaN(since) || !Double.isFinite(error)) return null;
        actedAt = Double.NaN;
        double spread = ++followed * GOLDEN_RATIO;
        nextAt = sentAt + SHORTEST_PAUSE_SECONDS + PAUSE_SPREAD_SECONDS * (spread - Math.floor(spread));
        return List.of(new DatumTrace(self.id(), since, sentAt, Double.NaN, error));
    }

    // ---- the server

    /** For a message to all; null on most. */
    synchronized @Nullable List<DatumTrace> toAll() {
        if (atServer.isEmpty()) return null;
        List<DatumTrace> carried = List.copyOf(atServer);
        atServer.clear();
        return carried;
    }

    // ---- server and viewer

    synchronized void handedOut(Peer self, List<DatumTrace.Arrived> traces) {
        for (DatumTrace.Arrived each : traces) {
            DatumTrace trace = each.trace();
            if (trace.isToServer()) {
                double receivedAt = time.gameAt(each.arrivedNanos());
                if (atServer.size() < DatumTrace.MOST) {
                    atServer.add(new DatumTrace(
                            trace.origin(), trace.actedAt(), each.sentAt(), receivedAt, trace.errorSeconds()));
                }
            } else if (trace.origin() != self.id()) {
                if (undrawn.size() < KEPT) undrawn.add(each);
            }
        }
        if (!drawsAreTold) see(Double.NaN);
    }

    synchronized void drawn() {
        drawsAreTold = true;
        if (!undrawn.isEmpty()) see(time.game());
    }

    private void see(double drawnAt) {
        double here = clockErrorMillis.getAsDouble();
        for (DatumTrace.Arrived each : undrawn) {
            if (!Double.isFinite(here)) break;
            DatumTrace trace = each.trace();
            double acted = trace.actedAt();
            double error = here + 1_000 * trace.errorSeconds();
            DataAge age = new DataAge(
                    names.apply(trace.origin()),
                    acted,
                    millis(acted, trace.sentAt()),
                    millis(acted, trace.receivedAt()),
                    millis(acted, each.sentAt()),
                    millis(acted, time.gameAt(each.arrivedNanos())),
                    millis(acted, drawnAt),
                    error);
            seen.addLast(new Seen(time.game(), age));
            if (seen.size() > KEPT) seen.removeFirst();
            told = null;
        }
        undrawn.clear();
    }

    private static double millis(double from, double to) {
        return 1_000 * (to - from);
    }

    synchronized List<DataAge> ages() {
        List<DataAge> ages = told;
        if (ages == null) told = ages = seen.stream().map(Seen::age).toList();
        return ages;
    }

    /** Mean age on the screen of what was drawn lately, milliseconds; NaN if nothing was. */
    synchronized double screenAgeMillis() {
        double since = time.game() - MEAN_OVER_SECONDS;
        return seen.stream()
                .filter(s -> s.at() >= since)
                .mapToDouble(s -> s.age().drawnMillis())
                .filter(Double::isFinite)
                .average()
                .orElse(Double.NaN);
    }
}
