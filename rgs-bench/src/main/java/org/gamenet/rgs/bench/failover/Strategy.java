package org.gamenet.rgs.bench.failover;

import org.gamenet.rgs.Failover;

/** Where the new server comes from. */
enum Strategy {
    /** A dedicated server, and spares that stand by. */
    spare(Failover.SPARE_SERVER),
    /** A player founded the game, and another follows. */
    player(Failover.PROMOTED_PLAYER),
    /** A player founded the game, another holds a copy of its state; where both are lost a third one follows. */
    backup(Failover.HOT_BACKUP, Failover.PROMOTED_PLAYER);

    private final Failover[] ways;

    Strategy(Failover... ways) {
        this.ways = ways;
    }

    /** How many processes stand by unless said. */
    int spares(Fault fault) {
        return this != spare ? 0 : fault == Fault.chain ? 2 : 1;
    }

    /** How many players share a process: where players serve one after another, each has its own unless said. */
    int sharing(Fault fault, int wanted) {
        return fault == Fault.chain && this != spare && wanted == 0 ? 1 : wanted;
    }

    /** The ways that the game accepts. */
    Failover[] ways() {
        return ways.clone();
    }
}
