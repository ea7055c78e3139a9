package org.gamenet.rgs.bench.order;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.GameSpec;
import org.gamenet.rgs.Order;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.Rgs;
import org.gamenet.rgs.RgsException;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.SessionEvent.Closed;

/** A game of peers on loopback, without a directory. */
final class RgsOrdered implements Ordered {
    private static final int SEATS = 16;

    /** The messages that travel. */
    record Event(byte[] bytes) {}

    private final ExecutorService thread = Executors.newSingleThreadExecutor();
    private final Rgs rgs;
    private final Session session;

    RgsOrdered(Seat seat, Order by) {
        rgs = Rgs.game(seat.game())
                .player(seat.name())
                .bind("127.0.0.1:0")
                .records(Event.class)
                .start();
        // Nobody who is killed comes back, and the next kill is to come as soon as the others see that it is gone.
        session = rgs.hostOrJoin(GameSpec.peerToPeer("order", SEATS).order(by).rejoinWithin(Duration.ZERO));
        session.on(Event.class, (who, event) -> seat.heard().message(event.bytes()))
                .on(Closed.class, (who, e) -> System.err.println("closed: " + e.why() + ", " + e.detail()))
                .updateOn(thread);
    }

    @Override
    public boolean send(byte[] bytes) {
        try {
            session.send(new Event(bytes), Delivery.TOTAL_ORDER);
            return true;
        } catch (RgsException refused) {
            if (refused.reason() != Reason.QUEUE_FULL) throw refused;
            return false;
        }
    }

    @Override
    public int members() {
        return session.phase() == Session.Phase.PLAYING
                ? session.view().players().size()
                : 0;
    }

    @Override
    public boolean orders() {
        return session.isServer();
    }

    @Override
    public String place() {
        return "lan";
    }

    @Override
    public void close() {
        rgs.shutdown();
        thread.shutdownNow();
    }
}
