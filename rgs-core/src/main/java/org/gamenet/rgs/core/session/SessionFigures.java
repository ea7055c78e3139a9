package org.gamenet.rgs.core.session;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.gamenet.rgs.Stats;
import org.gamenet.rgs.core.session.base.Counters;
import org.gamenet.rgs.core.session.base.Gauges;
import org.gamenet.rgs.core.session.base.Rates;
import org.gamenet.rgs.core.session.game.StatsReading;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The figures of a session: those of its worker, and of what its application is handed. Any thread. */
final class SessionFigures {
    private static final Logger LOG = LoggerFactory.getLogger(SessionFigures.class);

    private final SessionWorker worker;
    private final Tracer tracer;
    private final Rates rates = new Rates();
    private final AtomicLong unhandled = new AtomicLong();
    private final Map<Class<?>, Boolean> unhandledTold = new ConcurrentHashMap<>();

    SessionFigures(SessionWorker worker, Tracer tracer) {
        this.worker = worker;
        this.tracer = tracer;
    }

    /** A message is handed out that was sent then, seconds of game time. */
    void age(double sentAt) {
        rates.age(worker.time().now(), Math.max(0, worker.time().game() - sentAt));
    }

    /** The application has no handler for this message. */
    void nobodyHandles(Record message) {
        unhandled.incrementAndGet();
        if (unhandledTold.putIfAbsent(message.getClass(), true) == null) {
            LOG.info(
                    "{}: nobody handles {}: add on({}.class, ...) (told once)",
                    worker.self(),
                    message.getClass().getName(),
                    message.getClass().getSimpleName());
        }
    }

    Stats stats() {
        long now = worker.time().now();
        Counters counters = worker.counters();
        Gauges gauges = worker.gauges();
        return new StatsReading(
                gauges.rttMillis(),
                gauges.rtts(),
                gauges.clockErrorMillis(),
                rates.medianAgeMillis(now),
                tracer.screenAgeMillis(),
                tracer.ages(),
                gauges.sentPerSecond(),
                gauges.receivedPerSecond(),
                worker.inbox().queued(),
                worker.inbox().overflowed()
                        + worker.outbox().dropped()
                        + gauges.lanes().overflowed(),
                gauges.lanes().atRisk(),
                new StatsReading.Dropped(
                        counters.staleFrames() + gauges.lanes().stale(),
                        counters.malformedFrames()
                                + worker.inbox().malformed()
                                + gauges.lanes().malformed(),
                        unhandled.get()),
                gauges.order());
    }
}
