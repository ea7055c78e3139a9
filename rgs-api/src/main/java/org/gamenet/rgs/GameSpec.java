package org.gamenet.rgs;

import org.gamenet.rgs.spi.RgsProvider;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * The rules of a game. Whoever registers the game states them, and all who join are bound by them. Immutable: each setter leaves this
 * one as it is and returns another with the change; two with the same values are equal. Any thread.
 * <pre>{@code
 * GameSpec duel = GameSpec.clientServer("kitchen", 8)
 *         .failover(Failover.SPARE_SERVER, Failover.PROMOTED_PLAYER)    // a machine that stands by, else a player
 *         .suspectAfter(Duration.ofMillis(500))                         // a hanging server is replaced sooner, a slow one oftener
 *         .attribute("map", "attic")                                    // what a lobby shows and a query asks for
 *         .attribute("rating", "1500");
 *
 * GameSpec amongFriends = GameSpec.clientServer("our secret kitchen", 4).unlisted();
 * }</pre>
 * The defaults are meant for a game in a room or over the Internet between players who know each other. Change {@code suspectAfter} first: it is
 * most of the time for which a game stands still when its server hangs. A server that crashes is noticed without it.
 *
 * @since 0.1
 */
public interface GameSpec {

    /**
     * A game with one server and seats for 1 to {@code maxPlayers} players, of whom the server can be one. Any thread.
     *
     * @throws IllegalArgumentException naming what is wrong with the name or the number of seats
     */
    static GameSpec clientServer(String name, int maxPlayers) { return RgsProvider.installed().clientServer(name, maxPlayers); }

    /**
     * Which ways lead to a new server, tried in the order given. All three in the order
     * of their declaration, unless set. Any thread.
     */
    GameSpec failover(Failover... ways);

    /** The game ends with its server. Any thread. */
    GameSpec noFailover();

    /**
     * After how much silence a server is taken for dead: 200 ms to 60 s, 1 s unless set. When its sockets close it is noticed without
     * this wait. Any thread.
     */
    GameSpec suspectAfter(Duration silence);

    /** For how long a frozen game tries to find a server: 3 s to 10 min, 30 s unless set. Any thread. */
    GameSpec giveUpAfter(Duration frozen);

    /**
     * For how long a game stands still, at most, before it goes on though half of its members or more are out of reach: 1 s to {@code giveUpAfter}, half
     * of that unless set. While more than half of them are together, or the others are known to be dead, it goes on at once. Whoever goes on with fewer
     * may lose what was confirmed to players; {@link SessionEvent.Resumed#stateAge} tells how much. Any thread.
     */
    GameSpec goOnWithFewerAfter(Duration frozen);

    /**
     * The age that a player's package, or a backup's copy of the state, should not exceed: 10 ms to 10 s, 50 ms unless set. If packaging
     * that often cost more than 2 % of the time, RGS does it less often, and stateAge tells by how much. Any thread.
     */
    GameSpec packageEvery(Duration interval);

    /**
     * Adds something that discover shows and that a query can ask for. There is room for 16, each with a name of up to 64 bytes and a
     * value of up to 256. Any thread.
     */
    GameSpec attribute(String name, String value);

    /**
     * Keeps the game out of every list: {@code discover} finds it by its id alone, which is for its players to pass on, and
     * {@code hostOrJoin} when it is given the same name and is unlisted too. That keeps strangers from stumbling over it; it locks nobody
     * out. Any thread.
     */
    GameSpec unlisted();

    /** What the game is called: printable, 1 to 64 bytes; several games may share it. Any thread. */
    String name();

    /** How many seats for players it has. Any thread. */
    int maxPlayers();

    /** Which ways lead to a new server, the first to be tried first. Any thread. */
    List<Failover> failover();

    /** What discover shows besides. Any thread. */
    Map<String, String> attributes();
}
