package org.gamenet.rgs.core.reconfiguration;

import org.gamenet.rgs.core.machine.Epoch;

/** Out of the game, in this incarnation. */
public record Over(Self self, Epoch promise) implements Outsider {

    static final StateTable<Over> TABLE = StateTable.of(Over.class)
            .on(Event.Granted.class, "P7", Over::giveBack)
            .ignoresTheRest("it is over")
            .build();

    @Override public Step on(Event event) {
        return TABLE.on(this, event);
    }
}
