package org.gamenet.rgs.core.session;

import org.gamenet.rgs.core.detection.FailureDetector.Application;
import org.gamenet.rgs.core.session.base.Beat;
import org.gamenet.rgs.core.session.base.Seat;
import org.gamenet.rgs.core.session.game.CurrentGame;
import org.gamenet.rgs.core.session.game.GameSide;
import org.gamenet.rgs.core.session.game.Inbox;
import org.gamenet.rgs.core.session.peers.FailureWatch;

/** The beat of the failure detector: the silent members, and whether the own application lets anything wait (P20). */
final class Detection implements Beat {

    /** An item that has waited for the application for less does not wait. */
    private static final long WAITS_NANOS = 1_000_000;

    private final FailureWatch watch;
    private final GameSide side;
    private final Seat seat;
    private final Inbox inbox;
    private final CurrentGame game;

    Detection(FailureWatch watch, GameSide side, Seat seat, Inbox inbox, CurrentGame game) {
        this.watch = watch;
        this.side = side;
        this.seat = seat;
        this.inbox = inbox;
        this.game = game;
    }

    @Override
    public int tick(long now) {
        return watch.check(now, application(now));
    }

    /** How long something has been waiting for the application. */
    private Application application(long now) {
        long restoring = side.restoringNanos(now);
        long waiting = seat.isLeaving() ? 0 : restoring > 0 ? restoring : inbox.waitingNanos(now);
        if (restoring == 0 && waiting < WAITS_NANOS) return Application.IDLE;
        return new Application(waiting, restoring > 0, waiting > game.timing().suspectNanos() && inbox.isFull());
    }

    @Override
    public long nextAt(long now) {
        return watch.nextAt(now);
    }
}
