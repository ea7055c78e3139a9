package org.gamenet.rgs.core.model;

import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.jspecify.annotations.Nullable;

/**
 * Something under way. It may arrive at any time, again, or never: what is not {@code once} stays.
 *
 * @param to the actor's place, or {@link #ARBITER}
 * @param addressee the incarnation meant, or whose request it is to the arbiter; null: whoever is there
 * @param event the event that it becomes there
 * @param request the request that it is to the arbiter
 */
record Packet(
        int to,
        @Nullable MemberId addressee,
        @Nullable Event event,
        @Nullable Effect request,
        int from,
        boolean once) {
    static final int ARBITER = -1;
}
