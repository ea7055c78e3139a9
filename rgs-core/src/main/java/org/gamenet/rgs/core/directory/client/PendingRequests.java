package org.gamenet.rgs.core.directory.client;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.gamenet.rgs.core.directory.line.LineFrame;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply;

/**
 * The requests that wait for the directory: a bounded number, each answered once. {@link #admit} and {@link #withdraw}:
 * any thread; the rest on the teller.
 */
final class PendingRequests {
    static final int MAX = 1_024;

    private final AtomicInteger admitted = new AtomicInteger();
    private final Map<Long, Pending> byId = new LinkedHashMap<>();

    private record Pending(LineFrame frame, Consumer<? super DirectoryReply> then, ScheduledFuture<?> timeout) {}

    /** Whether there is room for one more, which is then taken. */
    boolean admit() {
        if (admitted.incrementAndGet() > MAX) {
            admitted.decrementAndGet();
            return false;
        }
        return true;
    }

    /** An admitted request goes without {@link #add}: its room is free again. */
    void withdraw() {
        admitted.decrementAndGet();
    }

    void add(LineFrame frame, Consumer<? super DirectoryReply> then, ScheduledFuture<?> timeout) {
        byId.put(frame.requestId(), new Pending(frame, then, timeout));
    }

    /** Does nothing for a request that was answered before. */
    void answer(long id, DirectoryReply reply) {
        Pending one = byId.remove(id);
        if (one != null) {
            admitted.decrementAndGet();
            one.timeout.cancel(false);
            DirectoryClient.guarded(() -> one.then.accept(reply));
        }
    }

    void answerAll(DirectoryReply reply) {
        List.copyOf(byId.keySet()).forEach(id -> answer(id, reply));
    }

    /** Requests that are not answered yet, oldest first. */
    List<LineFrame> frames() {
        return byId.values().stream().map(Pending::frame).toList();
    }

    boolean isEmpty() {
        return byId.isEmpty();
    }
}
