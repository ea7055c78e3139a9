package org.gamenet.rgs.core.reconfiguration;

import org.gamenet.rgs.core.machine.Epoch;

/** Out of the game, in this incarnation. */
public record GameOver(LocalMember self, Epoch promise) implements Outsider {

    static final StateTable<GameOver> TABLE = StateTable.of(GameOver.class)
            .on(Event.Granted.class, "P7", GameOver::giveBack)
            .ignoresTheRest("it is over")
            .build();

    @Override
    public StateTable<GameOver> table() {
        return TABLE;
    }

    @Override
    public Step on(Event event) {
        return TABLE.on(this, event);
    }
}
