package org.gamenet.rgs.core.session;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.Limit;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.RgsException;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.core.lanes.DatumTrace;
import org.gamenet.rgs.core.lanes.OutgoingMessage;
import org.gamenet.rgs.core.lanes.StateMarks;
import org.gamenet.rgs.core.lanes.Subject;
import org.gamenet.rgs.core.wire.Records;
import org.gamenet.rgs.core.wire.SizeLimit;
import org.jspecify.annotations.Nullable;

/** A message of the application on its way out: checked, encoded, marked and queued. Any thread of the game. */
final class MessageSender {
    private final SessionWorker worker;
    private final Tracer tracer;
    private final SessionLog log;
    private final Supplier<@Nullable StateKeeper<?>> keeper;
    private final Runnable shown;
    private final SizeLimit size;

    /**
     * @param keeper of the game's state; null while it has named none
     * @param shown called after a server has sent something
     */
    MessageSender(
            SessionWorker worker,
            Tracer tracer,
            SessionLog log,
            Supplier<@Nullable StateKeeper<?>> keeper,
            Runnable shown) {
        this.shown = shown;
        this.worker = worker;
        this.tracer = tracer;
        this.log = log;
        this.keeper = keeper;
        this.size = worker.setup().size(Limit.MESSAGE_BYTES);
    }

    void send(OutgoingMessage.To to, long peer, Record message, Delivery how, long key, Phase phase) {
        if (message == null) throw new IllegalArgumentException("no message: it is null");
        if (how == null) throw new IllegalArgumentException("no delivery: how is null");
        if (phase == Phase.CLOSED)
            throw new IllegalStateException("this session is over: nothing can be sent any more");
        if (worker.spectates())
            throw new IllegalStateException("a spectator hears all and may not send: join with player(name)");
        Records records = worker.setup().records();
        byte[] bytes = records.encodeBody(message, size, 0);
        if (isUnreliable(how) && phase != Phase.PLAYING) return;
        int type = records.idOf(message.getClass());
        StateKeeper<?> keeping = keeper.get();
        boolean serves = keeping != null && worker.inbox().status().role().isActive();
        // Read before its state is: what it came from is in the next package at the latest.
        long cut = serves ? keeping.cut() + 1 : 0;
        Optional<StateMarks> marks =
                keeping != null && keeping.typeId() == type ? StateKeeper.marksOf(worker) : Optional.empty();
        double sentAt = marks.isPresent() ? marks.get().time() : worker.time().game();
        OutgoingMessage outgoing = new OutgoingMessage(
                to,
                peer,
                how,
                Subject.of(type, key),
                bytes,
                sentAt,
                marks.orElse(null),
                traces(to, type, how, sentAt),
                cut);
        if (!worker.outbox().offer(outgoing)) {
            throw new RgsException(
                    Reason.QUEUE_FULL,
                    worker.outbox().waiting() + " reliable messages wait to go out: send less, or raise SEND_MESSAGES");
        }
        log.sent(outgoing);
        if (keeping != null && phase == Phase.PLAYING) marks.ifPresent(keeping::sends);
        if (serves) shown.run();
    }

    /**
     * A datum goes from a player's message to the server into the next world, or where there is no such thing into the
     * next message to all.
     */
    private @Nullable List<DatumTrace> traces(OutgoingMessage.To to, int type, Delivery how, double sentAt) {
        if (to == OutgoingMessage.To.SERVER) return tracer.toServer(worker.self(), sentAt);
        StateKeeper<?> keeping = keeper.get();
        boolean world = keeping == null || keeping.typeId() == type;
        return to == OutgoingMessage.To.ALL && how != Delivery.TOTAL_ORDER && world ? tracer.toAll() : null;
    }

    private static boolean isUnreliable(Delivery how) {
        return how == Delivery.UNRELIABLE || how == Delivery.UNRELIABLE_SEQUENCED;
    }
}
