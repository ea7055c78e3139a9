package org.gamenet.rgs.spi;

import java.util.ServiceLoader;
import org.gamenet.rgs.GameSpec;
import org.gamenet.rgs.Query;
import org.gamenet.rgs.Rgs;

/** What stands behind the static methods of the API: found once, through {@link ServiceLoader}. Games never call it. Any thread. */
public interface RgsProvider {

    /** The one provider of this process. Any thread; {@link IllegalStateException} naming the missing dependency. */
    static RgsProvider installed() {
        return ServiceLoader.load(RgsProvider.class, RgsProvider.class.getClassLoader()).findFirst()
                .orElseThrow(() -> new IllegalStateException("no implementation of RGS found: add org.gamenet:rgs-core to the class path"));
    }

    /** The set-up of a process for one kind of game. Any thread. */
    Rgs.Builder game(String kind);

    /** A client-server game with default settings. Any thread. */
    GameSpec clientServer(String name, int maxPlayers);

    /** The query for open games with a free seat. Any thread. */
    Query anyGame();

    /** The query for one game. Any thread. */
    Query gameById(String gameId);
}
