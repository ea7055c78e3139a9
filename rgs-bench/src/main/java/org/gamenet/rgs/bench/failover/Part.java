package org.gamenet.rgs.bench.failover;

/** The part that a process plays in the game when it starts. */
enum Part {
    /** Opens the game and serves it, without playing. */
    server,
    /** Opens the game and serves it as one of its players. */
    founder,
    /** Plays. */
    player,
    /** Plays, and never serves. */
    guest,
    /** Stands by. */
    spare;

    boolean plays() {
        return this == founder || this == player || this == guest;
    }
}
