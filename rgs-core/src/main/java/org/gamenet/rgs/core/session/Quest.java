package org.gamenet.rgs.core.session;

import org.gamenet.rgs.core.machine.GameRules;

/** What a session is after. */
public sealed interface Quest {

    /** A new game, served here. */
    record Register(GameRules rules) implements Quest {}

    /** A seat in this game. */
    record Join(String game, String name) implements Quest {}

    /** The oldest open game of that name, or a new one. */
    record HostOrJoin(GameRules rules) implements Quest {}

    /** A game that has lost its server. */
    record StandBy() implements Quest {}
}
