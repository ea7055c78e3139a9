package org.gamenet.rgs.core.session;

import java.util.List;
import java.util.function.Supplier;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.SessionEvent;
import org.gamenet.rgs.core.lanes.DatumTrace;
import org.gamenet.rgs.core.session.base.Seat;
import org.gamenet.rgs.core.session.game.Callback;
import org.gamenet.rgs.core.session.game.InboxReader;
import org.jspecify.annotations.Nullable;

/** A reader of the inbox: every item that is handed out is followed and recorded, however the application takes it. */
final class FollowedReader implements InboxReader {

    /** The way in which the application takes items. */
    interface Taker {
        /** False if nobody wants it. */
        boolean take(Peer from, Record item, double at);
    }

    private final Tracer tracer;
    private final SessionFigures figures;
    private final SessionLog log;
    private final Seat seat;
    private final Supplier<@Nullable StateKeeper<?>> keeper;
    private final Taker taker;

    FollowedReader(
            Tracer tracer,
            SessionFigures figures,
            SessionLog log,
            Seat seat,
            Supplier<@Nullable StateKeeper<?>> keeper,
            Taker taker) {
        this.tracer = tracer;
        this.figures = figures;
        this.log = log;
        this.seat = seat;
        this.keeper = keeper;
        this.taker = taker;
    }

    @Override
    public void traced(List<DatumTrace.Arrived> traces) {
        tracer.handedOut(seat.self(), traces);
    }

    @Override
    public void message(Peer from, Record message, double sentAt) {
        changed();
        figures.age(sentAt);
        log.heard(from, message, sentAt);
        if (!taker.take(from, message, sentAt)) figures.nobodyHandles(message);
    }

    @Override
    public void event(Peer about, SessionEvent event, double at) {
        changed();
        log.told(about, event, at);
        taker.take(about, (Record) event, at);
    }

    @Override
    public void callback(Callback wanted) {
        if (wanted instanceof Callback.Restore restore) log.restored(restore.packages());
        StateKeeper<?> keeping = keeper.get();
        if (keeping != null) keeping.call(wanted);
    }

    private void changed() {
        StateKeeper<?> keeping = keeper.get();
        if (keeping != null) keeping.changes();
    }
}
