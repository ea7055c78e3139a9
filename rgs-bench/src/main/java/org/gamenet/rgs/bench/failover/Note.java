package org.gamenet.rgs.bench.failover;

/**
 * A thing that a member of the game was told or shown, and its time: {@code at} is on the machine's shared clock, and
 * like every duration here in nanoseconds. Peers are named by their ids.
 */
sealed interface Note {

    /** When. */
    long at();

    /** A session has begun here. */
    record Self(long at, String peer) implements Note {}

    /** Somebody is in. */
    record Joined(long at, String peer, boolean again) implements Note {}

    /** This player has a seat, and its way back to it: the token, and the game's id. */
    record Seat(long at, String token, String game) implements Note {}

    /** Somebody is lost, and kept. */
    record Away(long at, String peer) implements Note {}

    /** Somebody that was away goes on. */
    record Back(long at, String peer) implements Note {}

    /** Somebody is out. */
    record Left(long at, String peer, String why) implements Note {}

    /** The game stands still; with the state that was shown last. */
    record Frozen(long at, long step, long made, String why) implements Note {}

    /**
     * How long after they were made states were shown here, half of them at most, and the way to the server and back.
     */
    record Late(long at, long median, long roundTrip) implements Note {}

    /** The state was put in place here. */
    record Restored(long at, int packages, long step, long made) implements Note {}

    /** This process serves from now on, or no longer. */
    record Serves(long at, boolean active) implements Note {}

    /** This process holds a copy that it would serve from, or no longer. */
    record Backs(long at, boolean holds) implements Note {}

    /** The backup of the game, as the member that serves sees it; empty if there is none. */
    record Backed(long at, String peer) implements Note {}

    /** RGS does not do what it was asked. */
    record Refused(long at, String request, String why) implements Note {}

    /** The game goes on, and what RGS says of the time between. */
    record Resumed(
            long at, long epoch, String server, long detect, long decide, long transfer, long rebuild, long stateAge)
            implements Note {
        long total() {
            return detect + decide + transfer + rebuild;
        }
    }

    /** The first state that was shown since the game began here or went on. */
    record Shown(long at, String server, long step, long made, long base) implements Note {}

    /** On demand: the longest time without a new world since this was asked last. */
    record Gap(long at, long nanos) implements Note {}

    /** The session is over. */
    record Closed(long at, String why, String detail) implements Note {}

    /** On demand: coins sent so far, and what is wrong with what was shown. */
    record Tally(
            long at, String phase, long epoch, String players, int sent, int stale, int torn, int fell, long refused)
            implements Note {}

    /** On demand, after the tally: a purse in the state that was shown last. */
    record Counted(long at, String giver, long coins, long digest, int last, int disorders) implements Note {
        Purse purse() {
            return new Purse(coins, digest, last, disorders);
        }
    }

    /** On demand, after the purses: that was all. */
    record Told(long at) implements Note {}
}
