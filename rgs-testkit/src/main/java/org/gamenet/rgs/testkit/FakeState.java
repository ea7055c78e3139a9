package org.gamenet.rgs.testkit;

import java.util.ArrayList;
import java.util.List;
import org.gamenet.rgs.StateHandler;
import org.gamenet.rgs.StatePackage;

/**
 * The state callback that the game has named.
 *
 * @param <S> the game's state record
 */
record FakeState<S extends Record>(Class<S> type, StateHandler<S> handler) {
    Record pack() {
        return handler.packageState();
    }

    /** @throws IllegalArgumentException if the test has put in packages of another record */
    void restore(List<? extends StatePackage<?>> packages) {
        List<StatePackage<S>> ofState = new ArrayList<>();
        for (StatePackage<?> each : packages) {
            if (!type.isInstance(each.state())) {
                throw new IllegalArgumentException("restore: a package holds a "
                        + each.state().getClass().getSimpleName() + ", the game's state is a " + type.getSimpleName());
            }
            ofState.add(new StatePackage<>(each.from(), each.fromServer(), each.takenAt(), type.cast(each.state())));
        }
        handler.restoreState(List.copyOf(ofState));
    }
}
