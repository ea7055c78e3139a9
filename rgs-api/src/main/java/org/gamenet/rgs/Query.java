package org.gamenet.rgs;

import org.gamenet.rgs.spi.RgsProvider;

/**
 * Tells {@link Rgs#discover} which games are wanted; games of other kinds are never among them. Immutable: each setter leaves this one
 * as it is and returns another with the change; two with the same values are equal. Any thread.
 * <pre>{@code
 * Query attics = Query.any().with("map", "attic");                      // open games with a seat to give, on that map
 * Query mine = Query.any().between("rating", 1300, 1700).nearest("rating", 1500);
 * Query friends = Query.id("k3f9-1");                                   // GameInfo.id(), as a friend read it out
 *
 * Session best = rgs.join(mine);                                        // the nearest that lets me in
 * rgs.discover(attics.limit(10)).thenAccept(page -> {
 *     if (!page.isEmpty()) rgs.discover(attics.limit(10).after(page.get(page.size() - 1)));   // the next ten
 * });
 * }</pre>
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

    /**
     * Leaves out games whose attribute of that name is no decimal number from {@code least} to {@code most}, both included; either may be
     * infinite. Any thread.
     */
    Query between(String attribute, double least, double most);

    /**
     * Puts games with the highest number in that attribute first. Of equals the older game is first; a game without such a number is last. A
     * query has one order, the one that was asked for last; the oldest game first unless set. Any thread.
     */
    Query highest(String attribute);

    /** As {@link #highest}, with the lowest number first. Any thread. */
    Query lowest(String attribute);

    /** As {@link #highest}, with the number first that is nearest to the wanted one, such as the player's own rating. Any thread. */
    Query nearest(String attribute, double wanted);

    /** Takes in games that are full or closed. Any thread. */
    Query all();

    /** Ends the list after so many games, 1 to 1000. Any thread. */
    Query limit(int games);

    /** Begins the list behind that game: how one gets the next page. Any thread. */
    Query after(GameInfo last);
}
