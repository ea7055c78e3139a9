package org.gamenet.rgs.core.model;

import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.jspecify.annotations.Nullable;

/**
 * Something under way. It may arrive at any time, again, or never: what is not {@code once} stays.
 *
 * @param to the actor's place, or {@link #ARBITER}
 * @param addressee the incarnation meant; null: whoever is there
 * @param event what it becomes there
 * @param claim what it is to the arbiter
 */
record Packet(int to, @Nullable MemberId addressee, @Nullable Event event, Effect.@Nullable Claim claim, int from, boolean once) {
    static final int ARBITER = -1;

    @Override public String toString() {
        return claim != null ? claim.toString() : event + (once ? " (once)" : "");
    }
}
