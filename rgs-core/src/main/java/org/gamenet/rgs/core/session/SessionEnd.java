package org.gamenet.rgs.core.session;

import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.session.base.Beat;
import org.gamenet.rgs.core.session.base.Mailbox;
import org.gamenet.rgs.core.session.base.SessionPorts;
import org.gamenet.rgs.core.session.base.Timers;
import org.gamenet.rgs.core.session.game.ThisMember;
import org.gamenet.rgs.core.session.peers.Conditioner;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The end of a session: by its machine, whose last words may still be on their way out; before there is a machine; or
 * by a fault. Everything is freed once, when the last words are out. Worker's thread, {@link #stop} apart.
 */
final class SessionEnd implements Beat {
    private static final Logger LOG = LoggerFactory.getLogger(SessionEnd.class);

    /** The last words may still be on their way out. */
    private static final long LAST_WORDS_NANOS = 50_000_000;

    private static final long LAST_WORDS_HELD_NANOS = 1_000_000_000;

    private final ThisMember my;
    private final Turn turn;
    private final Mailbox mailbox;
    private final Timers timers;
    private final SessionPorts ports;
    private final Conditioner conditioner;
    private long finishAt = Long.MAX_VALUE;

    SessionEnd(ThisMember my, Turn turn, Mailbox mailbox, Timers timers, SessionPorts ports, Conditioner conditioner) {
        this.my = my;
        this.turn = turn;
        this.mailbox = mailbox;
        this.timers = timers;
        this.ports = ports;
        this.conditioner = conditioner;
    }

    @Override
    public int tick(long now) {
        if (now >= finishAt) finish();
        return 0;
    }

    @Override
    public long nextAt(long now) {
        return finishAt;
    }

    /** Before there is a machine, or in spite of it. */
    void end(Reason reason, String detail) {
        if (my.stepper().isStopped()) return;
        if (!my.seat().isLeaving()) {
            try {
                my.game().startTelling();
                my.game().publisher().close(reason, detail, my.time().now());
            } catch (RuntimeException | Error fault) {
                LOG.error("{}: and its end could not be told", my.seat().self(), fault);
            }
        }
        finish();
    }

    void byFault(Throwable fault) {
        try {
            MemberState at = my.stepper().state();
            LOG.error(
                    "{}: a fault of RGS in state {}: please report it",
                    my.seat().self(),
                    at == null ? "none" : at.name(),
                    fault);
            end(Reason.INTERNAL, "a fault of RGS, please report it: " + fault);
        } catch (RuntimeException | Error another) {
            my.stepper().stop();
            LOG.error("{}: and its end failed", my.seat().self(), another);
        }
    }

    /** The machine is over, with a word (Close) or without (the application left). */
    void over() {
        timers.clear();
        my.game().leave(my.time().now());
        turn.waits();
        long now = my.time().now();
        finishAt = Math.min(conditioner.lastAt(now), now + LAST_WORDS_HELD_NANOS) + LAST_WORDS_NANOS;
    }

    void finish() {
        if (my.stepper().isStopped()) return;
        my.stepper().stop();
        mailbox.close();
        timers.clear();
        my.game().leave(my.time().now());
        ports.transport().close();
        ports.directory().close();
        turn.waits();
    }

    /** Frees what the session holds, whatever it is doing. Any thread; idempotent. */
    void stop() {
        my.stepper().stop();
        mailbox.close();
        ports.transport().close();
        ports.directory().close();
    }
}
