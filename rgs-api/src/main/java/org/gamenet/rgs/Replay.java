package org.gamenet.rgs;

import java.util.List;

/**
 * A session log that is played, see {@link Rgs#replay(java.nio.file.Path)}. It is a session like any other to the game
 * that watches it: the same handlers are given the same items in the same order, and phase, view and game time are what
 * they were. It serves nobody, whatever its log's session did: {@link #role()} is IDLE. Messages sent here reach
 * nobody, and {@code packageState} is never called. After the last item of the log it is CLOSED. Any thread, except
 * where a method says "game thread".
 *
 * @since 0.1
 */
public interface Replay extends Session {

    /** All who play at some time in this log. */
    List<Peer> players();

    /**
     * Lets {@link #self()} be that player, for a game that draws from its own player's side; at first it is who took
     * down the log.
     */
    Replay as(Peer player);

    /**
     * How fast it is played, from now on: 1 as it was, 0 is a pause, 1 000 at most. A number without a unit.
     *
     * @throws IllegalArgumentException if it is negative or larger
     */
    Replay speed(double times);

    /** How long the log is, in seconds of game time. */
    double seconds();
}
