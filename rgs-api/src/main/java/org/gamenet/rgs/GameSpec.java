package org.gamenet.rgs;

import org.gamenet.rgs.spi.RgsProvider;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** What a game is, told once by whoever registers it and taken over by all who join. Immutable: setters return a changed copy. Equal by value. Any thread. */
public interface GameSpec {

    /** One serves, 1 to {@code maxPlayers} play; the server may be one of them. Any thread. */
    static GameSpec clientServer(String name, int maxPlayers) { return RgsProvider.installed().clientServer(name, maxPlayers); }

    /** Client-server: the ways to a new server, in this order; none for a game that ends with it. Default: all three, as declared. Any thread. */
    GameSpec failover(Failover... ways);

    /** How long a silent server counts as alive, 200 ms to 60 s; a closed socket is noticed at once. Default 1 s. Any thread. */
    GameSpec suspectAfter(Duration silence);

    /** How long a frozen game looks for a server, 3 s to 10 min. Default 30 s. Any thread. */
    GameSpec giveUpAfter(Duration frozen);

    /**
     * How old a backup's state or a player's package may get, 10 ms to 10 s; stretched, and said in stateAge, where packaging would
     * take more than 2 % of the time. Default 50 ms. Any thread.
     */
    GameSpec packageEvery(Duration interval);

    /** A fact that discover shows and can filter by: at most 16, names of 64 bytes, values of 256. Any thread. */
    GameSpec attribute(String name, String value);

    /** 1 to 64 bytes, printable, need not be unique. Any thread. */
    String name();

    /** Seats. Any thread. */
    int maxPlayers();

    /** The ways to a new server. Any thread. */
    List<Failover> failover();

    /** The facts. Any thread. */
    Map<String, String> attributes();
}
