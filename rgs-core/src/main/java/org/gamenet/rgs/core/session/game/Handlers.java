package org.gamenet.rgs.core.session.game;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.SessionEvent;
import org.gamenet.rgs.core.wire.Records;
import org.jspecify.annotations.Nullable;

/**
 * The handler of each type: the nearest type's handler, the record's own first, then its interfaces, nearer ones first,
 * then Record.
 */
public final class Handlers {
    private final Map<Class<?>, BiConsumer<? super Peer, ?>> byType = new HashMap<>();
    /** Found before, per record class; emptied by every change. */
    private final Map<Class<?>, BiConsumer<? super Peer, ?>> found = new HashMap<>();

    private static final BiConsumer<Peer, Record> NOBODY = (peer, record) -> {};

    /** @throws IllegalArgumentException if there is nothing of this type to be handled in a game with these records */
    public static void check(@Nullable Class<?> type, @Nullable Object handler, Records records) {
        if (type == null || handler == null)
            throw new IllegalArgumentException("on(type, handler): neither may be null");
        if (!type.isInterface() && !type.isRecord() && type != Record.class) {
            throw new IllegalArgumentException(
                    type.getName() + " is neither a record nor an interface: no item is ever of it");
        }
        if (type.isRecord() && !SessionEvent.class.isAssignableFrom(type)) records.idOf(type);
    }

    /** Replaces the one of that type. */
    public <T> void put(Class<T> type, BiConsumer<? super Peer, ? super T> handler) {
        byType.put(type, handler);
        found.clear();
    }

    /** False if nobody wants it. */
    public boolean handle(Peer peer, Record item) {
        BiConsumer<? super Peer, ?> handler = found.get(item.getClass());
        if (handler == null) {
            handler = nearest(item.getClass());
            found.put(item.getClass(), handler);
        }
        if (handler == NOBODY) return false;
        @SuppressWarnings("unchecked") // only entered with a handler of that type or of one above it
        BiConsumer<? super Peer, Object> taker = (BiConsumer<? super Peer, Object>) handler;
        taker.accept(peer, item);
        return true;
    }

    private BiConsumer<? super Peer, ?> nearest(Class<?> type) {
        Deque<Class<?>> next = new ArrayDeque<>();
        Set<Class<?>> seen = new HashSet<>();
        next.add(type);
        while (!next.isEmpty()) {
            Class<?> at = next.poll();
            if (!seen.add(at)) continue;
            BiConsumer<? super Peer, ?> handler = byType.get(at);
            if (handler != null) return handler;
            for (Class<?> above : at.getInterfaces()) next.add(above);
        }
        BiConsumer<? super Peer, ?> rest = or(byType.get(Record.class), byType.get(Object.class));
        return rest == null ? NOBODY : rest;
    }

    private static @Nullable BiConsumer<? super Peer, ?> or(
            @Nullable BiConsumer<? super Peer, ?> first, @Nullable BiConsumer<? super Peer, ?> second) {
        return first == null ? second : first;
    }
}
