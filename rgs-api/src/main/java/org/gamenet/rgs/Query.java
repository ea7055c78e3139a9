package org.gamenet.rgs;

import org.gamenet.rgs.spi.RgsProvider;

/** Which games to discover, of this process's kind. Immutable: setters return a changed copy. Equal by value. Any thread. */
public interface Query {

    /** Open games with a free seat, at most 50. Any thread. */
    static Query any() { return RgsProvider.installed().anyGame(); }

    /** The game of this id, full or not. Any thread. */
    static Query id(String gameId) { return RgsProvider.installed().gameById(gameId); }

    /** Only games of this name. Any thread. */
    Query named(String name);

    /** Only games with this fact. Any thread. */
    Query with(String attribute, String value);

    /** Full and closed games too. Any thread. */
    Query all();

    /** At most this many, 1 to 1000. Any thread. */
    Query limit(int games);

    /** Only what follows this game in the list: the next page. Any thread. */
    Query after(GameInfo last);
}
