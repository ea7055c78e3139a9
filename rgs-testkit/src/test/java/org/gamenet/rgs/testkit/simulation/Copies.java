package org.gamenet.rgs.testkit.simulation;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.gamenet.rgs.core.machine.Basis;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.gamenet.rgs.core.reconfiguration.PackedState;
import org.gamenet.rgs.core.reconfiguration.Step;
import org.jspecify.annotations.Nullable;

/**
 * Copies of the server's state, as their holders have confirmed them: who claims with one goes on from the newest that
 * it has confirmed, or from a newer one (P47).
 */
final class Copies {
    private final Map<SimulatedProcess, PackedState> confirmed = new HashMap<>();
    private final Map<SimulatedProcess, PackedState> wentOnFrom = new HashMap<>();
    private final Set<SimulatedProcess> held = new HashSet<>();

    void stepped(SimulatedProcess by, Step step, @Nullable Event cause) {
        for (Effect effect : step.effects()) {
            if (effect instanceof Effect.ConfirmCopy && cause instanceof Event.CopyHeld copy)
                confirmed.put(by, copy.copy());
            else if (effect instanceof Effect.Claim claim) claims(by, claim.basis(), cause);
            else if (effect instanceof Effect.Restore) restores(by, isHandedOver(cause));
        }
    }

    /** A member that has been handed the game claims nothing, and goes on from the copy that it has confirmed. */
    private static boolean isHandedOver(@Nullable Event cause) {
        return cause instanceof Event.Heard heard && heard.message() instanceof Message.EpochStart;
    }

    private void claims(SimulatedProcess by, Basis basis, @Nullable Event cause) {
        // A server that hands over backs up its successor with the state with which it has stopped.
        if (cause instanceof Event.HandoverReady ready) confirmed.put(by, ready.last());
        if (basis == Basis.HELD) held.add(by);
        else held.remove(by);
    }

    private void restores(SimulatedProcess by, boolean handedOver) {
        if ((handedOver || held.contains(by)) && confirmed.containsKey(by)) wentOnFrom.put(by, confirmed.get(by));
        else wentOnFrom.remove(by);
    }

    Optional<PackedState> wentOnFrom(SimulatedProcess holder) {
        return Optional.ofNullable(wentOnFrom.get(holder));
    }
}
