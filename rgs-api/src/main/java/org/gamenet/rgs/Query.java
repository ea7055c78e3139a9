package org.gamenet.rgs;

import org.gamenet.rgs.spi.RgsProvider;

/**
 * Tells {@link Rgs#discover} which games are wanted; games of other kinds are never among them. Immutable: each setter leaves this one
 * as it is and returns another with the change; two with the same values are equal. Any thread.
 *
 * @since 0.1
 */
public interface Query {

    /** Up to 50 games that are open and have a seat to give. Any thread. */
    static Query any() { return RgsProvider.installed().anyGame(); }

    /** The game with this id, whether or not it has a seat to give. Any thread. */
    static Query id(String gameId) { return RgsProvider.installed().gameById(gameId); }

    /** Leaves out games that are called otherwise. Any thread. */
    Query named(String name);

    /** Leaves out games whose attribute of that name does not have that value. Any thread. */
    Query with(String attribute, String value);

    /** Takes in games that are full or closed. Any thread. */
    Query all();

    /** Ends the list after so many games, 1 to 1000. Any thread. */
    Query limit(int games);

    /** Begins the list behind that game: how one gets the next page. Any thread. */
    Query after(GameInfo last);
}
