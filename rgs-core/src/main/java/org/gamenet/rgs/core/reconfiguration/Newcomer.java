package org.gamenet.rgs.core.reconfiguration;

import java.util.Optional;
import org.gamenet.rgs.core.ordering.Log;

/**
 * Somebody in the roster who has not confirmed its {@code InitialAck} (P26).
 *
 * @param at the primary's log at its JOIN, or later
 * @param ready whether the application has packaged the state of that place
 * @param state that state; empty if the game has none
 */
record Newcomer(Log at, boolean ready, Optional<PackedState> state) {

    static Newcomer waiting(Log at) {
        return new Newcomer(at, false, Optional.empty());
    }
}
