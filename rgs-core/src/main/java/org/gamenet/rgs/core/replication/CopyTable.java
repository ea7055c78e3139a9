package org.gamenet.rgs.core.replication;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.gamenet.rgs.core.machine.Epoch;

/**
 * The table of a role, row by row: an event or a message, the rule, the reaction. All that may happen has a row or is
 * ignored for a reason, or the table does not come into being. Immutable; any thread.
 */
final class CopyTable<S extends Replica> {
    private static final List<Class<?>> KINDS = Stream.<Class<?>[]>of(
                    CopyEvent.class.getPermittedSubclasses(), CopyMessage.class.getPermittedSubclasses())
            .flatMap(Stream::of)
            .filter(kind -> kind != CopyEvent.Heard.class)
            .toList();

    private static final CopyEvent.Heard NOBODY_SAID =
            new CopyEvent.Heard(Traits.NOBODY, new CopyMessage.Recruit(Epoch.NONE), 0);

    /** To an event. */
    interface ToEvent<S, E> {
        Replica.Step react(S state, E event);
    }

    /** To a message. */
    interface ToMessage<S, M> {
        Replica.Step react(S state, CopyEvent.Heard heard, M message);
    }

    private final Map<Class<?>, ToMessage<S, Object>> rows;

    private CopyTable(Map<Class<?>, ToMessage<S, Object>> rows) {
        this.rows = rows;
    }

    static <S extends Replica> Builder<S> of(Class<S> role) {
        return new Builder<>(role.getSimpleName());
    }

    /** The step to which this event leads in this role. */
    Replica.Step on(S state, CopyEvent event) {
        if (event instanceof CopyEvent.Heard heard)
            return rows.get(heard.message().getClass()).react(state, heard, heard.message());
        return rows.get(event.getClass()).react(state, NOBODY_SAID, event);
    }

    /** Takes the rows of a table. */
    static final class Builder<S extends Replica> {
        private final String name;
        private final Map<Class<?>, ToMessage<S, Object>> rows = new LinkedHashMap<>();

        private Builder(String name) {
            this.name = name;
        }

        @SuppressWarnings("unchecked")
        <E extends CopyEvent> Builder<S> on(Class<E> event, String rule, ToEvent<S, E> reaction) {
            return row(event, rule, (state, heard, happened) -> reaction.react(state, (E) happened));
        }

        @SuppressWarnings("unchecked")
        <M extends CopyMessage> Builder<S> heard(Class<M> message, String rule, ToMessage<S, M> reaction) {
            return row(message, rule, (ToMessage<S, Object>) (ToMessage<S, ?>) reaction);
        }

        /** Events that mean nothing here, and why. */
        Builder<S> ignores(String why, Class<?>... some) {
            for (Class<?> each : some) row(each, why, (state, heard, happened) -> Replica.Step.to(state));
            return this;
        }

        private Builder<S> row(Class<?> what, String why, ToMessage<S, Object> reaction) {
            if (why.isBlank() || rows.put(what, reaction) != null)
                throw new AssertionError(name + ": two rows, or no reason, for " + what);
            return this;
        }

        CopyTable<S> build() {
            List<Class<?>> forgotten = new ArrayList<>(KINDS);
            forgotten.removeAll(rows.keySet());
            if (!forgotten.isEmpty()) throw new AssertionError(name + " says nothing of " + forgotten);
            return new CopyTable<>(rows);
        }
    }
}
