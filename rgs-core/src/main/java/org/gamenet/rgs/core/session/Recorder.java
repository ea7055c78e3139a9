package org.gamenet.rgs.core.session;

import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.Recording;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.SessionEvent;
import org.gamenet.rgs.core.lanes.OutgoingMessage;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.PackedState;
import org.gamenet.rgs.core.recording.Entry;
import org.gamenet.rgs.core.recording.LogWriter;
import org.gamenet.rgs.core.session.game.SessionStatus;
import org.gamenet.rgs.core.wire.SizeLimit;
import org.jspecify.annotations.Nullable;

/**
 * Takes down what a session is handed and what it sends, from its first update on. The threads of the game; they wait
 * for one another at most, never for the disk.
 */
final class Recorder implements Recording {
    private static final int NAMES_MAX = 65_536;

    private final LogWriter log;
    private final SessionWorker worker;
    private final Set<Long> named = new HashSet<>();
    private boolean begun;
    private double lastAt;
    private @Nullable SessionStatus told;

    Recorder(LogWriter log, SessionWorker worker) {
        this.log = log;
        this.worker = worker;
    }

    // ---- the game thread

    /** Before anything is handed out. */
    synchronized void begin(SessionStatus status, Optional<PackedState> state) {
        if (begun) return;
        begun = true;
        Peer self = worker.self();
        lastAt = worker.time().game();
        log.write(
                new Entry.Head(
                        worker.setup().kind(),
                        ByteBuffer.wrap(worker.setup().records().schema().encode()),
                        Entry.forms(),
                        self,
                        self.name(),
                        lastAt,
                        worker.time().wallMillis()),
                0);
        stand(status);
        state.ifPresent(p -> write(new Entry.Restored(List.of(new Entry.Restorable(
                self, p.fromServer(), p.takenAt(), ByteBuffer.wrap(p.state().bytes()))))));
        if (status.phase() == Phase.WAITING) return;
        for (Peer player : status.view().players())
            write(Entry.told(player, new SessionEvent.Joined(player, false), lastAt));
    }

    synchronized boolean hasBegun() {
        return begun;
    }

    synchronized void heard(Peer from, Record message, double sentAt) {
        if (!begun || log.isOver()) return;
        stand(worker.inbox().status());
        name(from);
        byte[] body = worker.setup().records().encodeBody(message, SizeLimit.NONE, 0);
        write(new Entry.Heard(from, worker.setup().records().idOf(message.getClass()), sentAt, ByteBuffer.wrap(body)));
    }

    synchronized void told(Peer about, SessionEvent event, double at) {
        if (!begun || log.isOver()) return;
        if (event instanceof SessionEvent.Joined joined) name(joined.peer());
        if (event instanceof SessionEvent.Left left) name(left.peer());
        if (event instanceof SessionEvent.Away away) name(away.peer());
        if (event instanceof SessionEvent.Back back) name(back.peer());
        stand(worker.inbox().status());
        name(about);
        write(Entry.told(about, event, at));
        if (event instanceof SessionEvent.Closed) close();
    }

    synchronized void restored(List<Effect.Contribution> packages) {
        if (!begun || log.isOver()) return;
        stand(worker.inbox().status());
        packages.forEach(
                each -> name(Peer.of(each.from().id().peer(), each.from().name())));
        write(new Entry.Restored(packages.stream()
                .map(each -> new Entry.Restorable(
                        Peer.of(each.from().id().peer(), each.from().name()),
                        each.packed().fromServer(),
                        each.packed().takenAt(),
                        ByteBuffer.wrap(each.packed().state().bytes())))
                .toList()));
    }

    // ---- any thread of the game

    synchronized void sent(OutgoingMessage message) {
        if (!begun || log.isOver()) return;
        write(new Entry.Sent(
                message.to() == OutgoingMessage.To.SERVER,
                message.peer(),
                message.how().ordinal(),
                message.type(),
                message.sentAt(),
                ByteBuffer.wrap(message.bytes())));
    }

    private void stand(SessionStatus status) {
        if (status == told) return;
        told = status;
        status.view().players().forEach(this::name);
        status.view().servers().forEach(this::name);
        write(new Entry.Stand(status.phase(), status.view(), status.role(), Optional.ofNullable(status.game())));
    }

    private void name(Peer peer) {
        if (named.size() < NAMES_MAX && named.add(peer.id())) write(new Entry.Named(peer, peer.name()));
    }

    private void write(Entry entry) {
        double now = worker.time().game();
        long micros = Math.round(Math.max(0, now - lastAt) * 1e6);
        lastAt += micros / 1e6;
        log.write(entry, micros);
    }

    // ---- any thread

    @Override
    public long bytes() {
        return log.bytes();
    }

    @Override
    public boolean isOver() {
        return log.isOver();
    }

    @Override
    public void close() {
        log.close();
    }

    /** Waits until the file is whole, so long at most. */
    void awaitFile(long millis) throws InterruptedException {
        log.await(millis);
    }
}
