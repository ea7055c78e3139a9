package org.gamenet.rgs.core.session.base;

import org.gamenet.rgs.GameSpec;
import org.gamenet.rgs.core.machine.GameRules;

/** A game's rules as the API has them, and as they travel. */
public final class GameSettings {

    private GameSettings() {}

    /** As they travel. Throws if there are none, or if two of them do not go together. */
    public static GameRules rules(GameSpec spec) {
        if (spec == null) throw new IllegalArgumentException("the game's rules are missing: take one of GameSpec's");
        if (spec.goOnWithFewerAfter().compareTo(spec.giveUpAfter()) > 0)
            throw new IllegalArgumentException(
                    "goOnWithFewerAfter is " + spec.goOnWithFewerAfter().toMillis() + " ms, longer than giveUpAfter, "
                            + spec.giveUpAfter().toMillis() + " ms: the game would be given up before it goes on");
        return new GameRules(
                spec.name(),
                spec.maxPlayers(),
                spec.failover(),
                spec.suspectAfter().toMillis(),
                spec.giveUpAfter().toMillis(),
                spec.goOnWithFewerAfter().toMillis(),
                spec.packageEvery().toMillis(),
                spec.attributes(),
                new GameRules.Manner(
                        spec.listed(),
                        spec.isPeerToPeer(),
                        spec.rejoinWithin().toMillis(),
                        spec.arbiter(),
                        spec.isSynchronous(),
                        spec.order()));
    }
}
