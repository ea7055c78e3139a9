package org.gamenet.rgs.testkit;

import java.util.List;
import org.gamenet.rgs.StateHandler;
import org.gamenet.rgs.StatePackage;
import org.jspecify.annotations.Nullable;

/**
 * The game's state callbacks, with an eye on what is restored.
 *
 * @param <S> the game's state record
 */
final class WatchedState<S extends Record> implements StateHandler<S> {
    private final Class<S> type;
    private final StateHandler<S> handler;
    private final WatchedSession session;

    WatchedState(Class<S> type, StateHandler<S> handler, WatchedSession session) {
        this.type = type;
        this.handler = handler;
        this.session = session;
    }

    Class<S> type() {
        return type;
    }

    @Override
    public S packageState() {
        S state = handler.packageState();
        if (state != null) session.process().cluster().seen().exercised().seen(state);
        return state;
    }

    @Override
    public void restoreState(List<StatePackage<S>> packages) {
        session.ear().restored();
        session.process().cluster().seen().restores(session, packages.size());
        session.process()
                .cluster()
                .seen()
                .exercised()
                .restored(held(), packages.get(0).state());
        handler.restoreState(packages);
    }

    /** A game that knows nothing yet may refuse to pack up. */
    private @Nullable S held() {
        try {
            return handler.packageState();
        } catch (RuntimeException nothingYet) {
            return null;
        }
    }
}
