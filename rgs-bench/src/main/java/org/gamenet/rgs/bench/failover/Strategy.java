package org.gamenet.rgs.bench.failover;

import org.gamenet.rgs.Failover;

/** Where the new server comes from. */
enum Strategy {
    /** A dedicated server, and spares that stand by. */
    spare(Failover.SPARE_SERVER),
    /** A player founded the game, and another follows. */
    player(Failover.PROMOTED_PLAYER);

    final Failover way;

    Strategy(Failover way) {
        this.way = way;
    }
}
