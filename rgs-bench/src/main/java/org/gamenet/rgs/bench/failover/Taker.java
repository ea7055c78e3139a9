package org.gamenet.rgs.bench.failover;

/** The player to whom a game is handed over. */
enum Taker {
    /** The backup, which takes it. */
    backup,
    /** A player whose process never serves. */
    refuses,
    /** The backup, whose process was stopped a moment ago. */
    hangs,
    /** The backup, whose process is killed while it is handed the game. */
    dies;

    /** Whether another player takes its place. */
    boolean isLost() {
        return this == hangs || this == dies;
    }
}
