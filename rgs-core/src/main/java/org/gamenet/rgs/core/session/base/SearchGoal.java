package org.gamenet.rgs.core.session.base;

import org.gamenet.rgs.Query;
import org.gamenet.rgs.core.machine.GameRules;

/** The goal of a session. */
public sealed interface SearchGoal {

    /** For how long a directory is asked unless a goal says otherwise, milliseconds. */
    long PATIENCE_MILLIS = 10_000;

    /** For how long a directory that does not answer is asked, milliseconds. */
    default long patienceMillis() {
        return PATIENCE_MILLIS;
    }

    /** A new game, served here. */
    record Register(GameRules rules) implements SearchGoal {}

    /** A seat in this game. */
    record Join(String game, String name) implements SearchGoal {}

    /**
     * The seat that somebody has already, perhaps in another process.
     *
     * @param attempts how many admissions that player has asked for by now, at least
     */
    record Rejoin(RejoinToken seat, long attempts) implements SearchGoal {
        public Rejoin {
            if (attempts < seat.attempts()) attempts = seat.attempts();
        }
    }

    /** A seat in the first game that the query lists and that has one to give. */
    record Find(Query query) implements SearchGoal {}

    /** The oldest open game of that name, or a new one. */
    record HostOrJoin(GameRules rules, long patienceMillis) implements SearchGoal {

        /** With the usual patience. */
        public HostOrJoin(GameRules rules) {
            this(rules, PATIENCE_MILLIS);
        }
    }

    /** A game that has lost its server. */
    record StandBy() implements SearchGoal {}
}
