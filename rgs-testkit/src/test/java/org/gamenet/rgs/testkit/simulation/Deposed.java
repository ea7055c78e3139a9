package org.gamenet.rgs.testkit.simulation;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
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
    private final BiConsumer<String, String> violates;
    /** The processes that serve, by their own logs. */
    private final Set<CountingProcess> serve = new HashSet<>();
    /**
     * The number of messages that each had sent when it was put out, as long as it is not known which history goes on.
     */
    private final Map<CountingProcess, Long> waiting = new HashMap<>();

    private final Map<CountingProcess, Recanted> recanted = new HashMap<>();

    /** Messages to all up to this number reach nobody from this epoch on. */
    private record Recanted(long tells, long epoch) {}

    Deposed(Letters letters, BiConsumer<String, String> violates) {
        this.letters = letters;
        this.violates = violates;
    }

    void stepped(CountingProcess by, Step step) {
        Log log = step.state().log();
        boolean out = log.authority().isEmpty();
        if (out && serve.remove(by) && waiting.putIfAbsent(by, by.game.tells()) == null) letters.wait(by);
        for (Effect effect : step.effects()) {
            if (effect instanceof Effect.Admitted let)
                recants(by, let.log().end().epoch().number());
            else if (effect instanceof Effect.Resume) waiting.remove(by);
        }
        if (out || waiting.containsKey(by)) return;
        MemberId server = log.authority().get(0);
        if (server.peer() == by.witness.me()) serve.add(by);
        else serve.remove(by);
    }

    private void recants(CountingProcess by, long epoch) {
        Long tells = waiting.remove(by);
        if (tells == null) return;
        letters.recant(by, epoch);
        recanted.put(by, new Recanted(tells, epoch));
    }

    /** A message to all has come that its sender had said as the server. */
    void told(CountingProcess to, CountingProcess from, long number) {
        Recanted waited = recanted.get(from);
        if (waited == null || number > waited.tells || to.session.view().epoch() < waited.epoch) return;
        violates.accept(
                "P75",
                to + " is told Tell " + number + " of " + from
                        + ", which had served until it was put out, and is in since epoch " + waited.epoch);
    }
}
