package org.gamenet.rgs.testkit.simulation;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.Log;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.Step;

/**
 * Servers that were put out of their game. What they had sent to members, and had not left by then, goes out where
 * their own history goes on, and reaches nobody where another's does (P75).
 */
final class Deposed {
    private final Letters letters;
    /** Who serves, by its own log. */
    private final Set<CountingProcess> serve = new HashSet<>();
    /** What each had said to all when it was put out, as long as it is not known which history goes on. */
    private final Map<CountingProcess, Long> waiting = new HashMap<>();

    Deposed(Letters letters) {
        this.letters = letters;
    }

    void stepped(CountingProcess by, Step step) {
        Log log = step.state().log();
        boolean out = log.authority().isEmpty();
        if (out && serve.remove(by) && waiting.putIfAbsent(by, by.game.tells()) == null) letters.wait(by);
        for (Effect effect : step.effects()) {
            if (effect instanceof Effect.Admitted) recants(by);
            else if (effect instanceof Effect.Resume) waiting.remove(by);
        }
        if (out || waiting.containsKey(by)) return;
        MemberId server = log.authority().get(0);
        if (server.peer() == by.witness.me()) serve.add(by);
        else serve.remove(by);
    }

    private void recants(CountingProcess by) {
        if (waiting.remove(by) != null) letters.recant(by);
    }
}
